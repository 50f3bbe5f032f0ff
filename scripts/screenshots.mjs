import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt, project } from './build.mjs'
import { enterKeyring } from './test/keyring.mjs'

// `npm run screenshots [-- NAME ...]`: a picture of every screen that is drawn, or of those named, light and dark, made from
// the real console on its own sample. It brings a keyring of its own where it can; elsewhere the pictures say that there is none.

enterKeyring()
ensureBuilt()
const take = path.join(project, 'scripts', 'screenshots', 'take.ts')
const { status } = spawnSync(process.execPath, ['--import', 'tsx', take, ...process.argv.slice(2)], {
  cwd: project,
  stdio: 'inherit',
})
process.exit(status ?? 1)
