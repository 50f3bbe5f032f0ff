import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt, project } from './build.mjs'

// `npm run storm -- [--kills N] [--seed S] [--of LIST]`: tests/storm/storm.ts, over what is built.

ensureBuilt()
const tsx = path.join(project, 'node_modules', 'tsx', 'dist', 'cli.mjs')
const done = spawnSync(
  process.execPath,
  [tsx, path.join(project, 'tests', 'storm', 'storm.ts'), ...process.argv.slice(2)],
  {
    cwd: project,
    stdio: 'inherit',
  },
)
process.exit(done.status ?? 1)
