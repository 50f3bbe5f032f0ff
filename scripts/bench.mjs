import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ensureBuilt, project } from './build.mjs'

// `npm run bench -- [NAME]`: tests/bench/NAME.ts, or all of them. Each prints one JSON line a figure; what they
// tell besides goes to standard error.

const folder = path.join(project, 'tests', 'bench')
const found = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
const [name, ...args] = process.argv.slice(2)
if (name && !found.includes(name)) {
  console.error(`There is no benchmark named ${name}. There are: ${found.join(', ')}.`)
  process.exit(2)
}
ensureBuilt()
const tsx = path.join(project, 'node_modules', 'tsx', 'dist', 'cli.mjs')
if (!existsSync(tsx)) throw new Error('tsx is missing. Run npm install.')
let failed = false
for (const bench of name ? [name] : found) {
  const done = spawnSync(process.execPath, [tsx, path.join(folder, `${bench}.ts`), ...args], {
    cwd: project,
    stdio: 'inherit',
  })
  failed ||= done.status !== 0
}
process.exit(failed ? 1 : 0)
