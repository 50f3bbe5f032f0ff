import { createHash } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'

/** Where Electron's `userData` is for this app, so that both hosts find the same profiles. */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Postroom')
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Postroom')
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Postroom')
}

/** Makes the folder, for its owner alone (mode 0700). Rejects where that is not possible. */
export async function prepareDataFolder(folder: string): Promise<string> {
  const full = path.resolve(folder)
  await mkdir(full, { recursive: true, mode: 0o700 })
  await chmod(full, 0o700)
  return full
}

/** Holds a data folder for one program. */
export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes the data folder for this program, or answers null where another one holds it: two consoles on one
 * folder would run the same syncs and outbox twice. The lock is a listening local socket, so it is gone with the
 * process, however that ends.
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const address = lockAddress(folder)
  const server = (await listen(address)) ?? (await takeOver(address))
  if (!server) return null
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function lockAddress(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\postroom-${name}`
  const inside = path.join(folder, 'running.sock')
  // The system allows about 100 bytes for a socket's path.
  return Buffer.byteLength(inside) < 100 ? inside : path.join(os.tmpdir(), `postroom-${name}.sock`)
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(address, () => {
      // The lock alone must not keep the program running.
      server.unref()
      resolve(server)
    })
  })
}

/** A socket that nobody answers on was left by a program that was killed. */
async function takeOver(address: string): Promise<Server | null> {
  const answered = await new Promise<boolean>((resolve) => {
    const probe = createConnection(address, () => resolve(true))
    probe.once('error', () => resolve(false))
    probe.once('close', () => probe.destroy())
  })
  if (answered || process.platform === 'win32') return null
  await rm(address, { force: true })
  return listen(address)
}
