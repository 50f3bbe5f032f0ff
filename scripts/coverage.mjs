import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { project } from './build.mjs'
import { inModules } from './test/machine.mjs'

// `npm run coverage [-- WORD ...]`: how much of each source folder the tests run, the parts of `npm test` whose names hold one
// of the words (all tests without one). What it measured stays in coverage/, of which `-- --files` of report.ts tells more.

const folder = path.join(project, 'coverage')
const node = (...args) => spawnSync(process.execPath, args, { cwd: project, stdio: 'inherit' }).status ?? 1

rmSync(folder, { recursive: true, force: true })
mkdirSync(path.join(folder, 'raw'), { recursive: true })
process.env.POSTROOM_COVERAGE = folder
process.env.POSTROOM_SOURCE_MAPS = '1'
// A build without maps is as new as one with them, and the other way round: neither may be taken for the other.
const forgetBuild = () => rmSync(path.join(project, 'out'), { recursive: true, force: true })
forgetBuild()
const words = process.argv.slice(2)
const failed = node(
  'scripts/test.mjs',
  ...(words.length > 0 ? words : ['made ready', 'unit', 'integration', 'PostgreSQL', 'end-to-end']),
)
const unread = node(inModules('tsx/dist/cli.mjs'), 'scripts/coverage/report.ts', folder)
forgetBuild()
process.exit(failed || unread)
