import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Milliseconds without a further byte after which a download is given up. */
const patience = 20_000

/**
 * The Electron program that is there now: the one that ELECTRON_EXECUTABLE names, else the one that the `electron`
 * package downloaded. null where there is none.
 */
export async function findElectron(packageFolder: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (env.ELECTRON_EXECUTABLE) return existsSync(env.ELECTRON_EXECUTABLE) ? env.ELECTRON_EXECUTABLE : null
  const name = await readFile(path.join(packageFolder, 'path.txt'), 'utf8').catch(() => null)
  if (name === null) return null
  const program = path.join(env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(packageFolder, 'dist'), name.trim())
  return existsSync(program) ? program : null
}

/**
 * Downloads Electron with the `electron` package's own program. Gives up when nothing arrives for a while: a machine
 * that cannot reach the download host must not wait long for the browser host. Resolves with whether it worked.
 */
export async function downloadElectron(
  packageFolder: string,
  options: { patience?: number; installer?: string } = {},
): Promise<boolean> {
  const installer = options.installer ?? path.join(packageFolder, 'install.js')
  if (!existsSync(installer)) return false
  // The download is unpacked from a folder of its own, so that its growth can be watched.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-electron-'))
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' }
  const child = spawn(process.execPath, [installer], { env, stdio: 'ignore' })
  let seen = -1
  let since = Date.now()
  let looking = false
  const watch = setInterval(() => {
    if (looking) return
    looking = true
    void Promise.all([bytesIn(folder), bytesIn(path.join(packageFolder, 'dist'))]).then(
      ([partial, unpacked]) => {
        looking = false
        if (partial + unpacked !== seen) {
          seen = partial + unpacked
          since = Date.now()
        } else if (Date.now() - since > (options.patience ?? patience)) child.kill('SIGKILL')
      },
    )
  }, 250)
  const worked = await new Promise<boolean>((resolve) => {
    child.once('exit', (code) => resolve(code === 0))
    child.once('error', () => resolve(false))
  })
  clearInterval(watch)
  await rm(folder, { recursive: true, force: true })
  return worked
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let total = 0
  for (const entry of entries) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) total += await bytesIn(inside)
    else
      total += await stat(inside).then(
        ({ size }) => size,
        () => 0,
      )
  }
  return total
}
