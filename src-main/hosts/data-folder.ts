import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { lazyObject } from '../../src-shared/lazily'

/** Where Electron's `userData` is for this app, so that both hosts find the same profiles. */
export function defaultDataFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Postroom')
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), 'Postroom')
  return path.join(env.XDG_CONFIG_HOME || path.join(home, '.config'), 'Postroom')
}

/** What says that a folder is ours: a file of this name that begins with our sentence. A file of others may have the name. */
const marker = 'postroom-data.txt'
// eslint-disable-next-line house/texts -- it is looked for in any language
const markerBegins = 'This folder belongs to Postroom.'
const markerText = `${markerBegins} What lies in it is written, moved and removed by the app: keep nothing else here.\n`

/**
 * Takes a folder for our data, for its owner alone (mode 0700): a new one, an empty one, or one that is ours already.
 * Throws in words for any other, before anything in it is touched: we tidy up in our folder, and what lies in a folder
 * of others is not ours to remove. `isOwnPlace`: it is the one that the system gives this app by its name.
 */
export function claimDataFolder(folder: string, { isOwnPlace = false } = {}): string {
  const full = path.resolve(folder)
  refuseBrokenLink(full)
  if (!isOwnPlace) refuseFolderOfOthers(full)
  mkdirSync(full, { recursive: true, mode: 0o700 })
  if (!existsSync(path.join(full, marker)))
    writeFileSync(path.join(full, marker), markerText, { mode: 0o600 })
  chmodSync(full, 0o700)
  return full
}

function refuse(what: string): Error {
  return new Error(`${what} Nothing was changed there. Choose a new or an empty folder with --data.`)
}

/** A link to nothing, or to itself, is no place for a folder. */
function refuseBrokenLink(full: string): void {
  if (!lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink() || existsSync(full)) return
  throw refuse(`${full} is a link that leads nowhere.`)
}

function refuseFolderOfOthers(full: string): void {
  const found = statSync(full, { throwIfNoEntry: false })
  if (found === undefined) return
  if (!found.isDirectory()) throw refuse(`${full} is a file, not a folder.`)
  const real = realpathSync(full)
  const shared = [os.homedir(), os.tmpdir(), path.parse(real).root]
  if (shared.some((each) => existsSync(each) && realpathSync(each) === real))
    throw refuse(`${full} is for more than Postroom.`)
  if (process.getuid && found.uid !== process.getuid()) throw refuse(`${full} belongs to another user.`)
  const names = readdirSync(full)
  // A start that was killed may leave a marker with nothing in it, and nothing beside it.
  if (names.every((name) => name === marker) || hasOurMarker(full) || hasOurSettings(full)) return
  throw refuse(`${full} holds files that are not Postroom’s.`)
}

function hasOurMarker(folder: string): boolean {
  try {
    return readFileSync(path.join(folder, marker), 'utf8').startsWith(markerBegins)
  } catch {
    return false // Not there, or no file: not ours.
  }
}

/** What our settings are known by. The whole of their form is the profiles' to know, which the window does not wait for. */
const ourSettings = lazyObject(() => ({
  version: z.literal(1),
  currentId: z.string().nullable(),
  profiles: z.array(z.object({ id: z.string(), address: z.string(), createdAt: z.number() })),
  settings: z.object({ appearance: z.object({ theme: z.string(), density: z.string() }) }),
}))

/** A folder from before there was a marker has settings that nobody else writes. */
function hasOurSettings(folder: string): boolean {
  try {
    const text = readFileSync(path.join(folder, 'settings.json'), 'utf8')
    return ourSettings.safeParse(JSON.parse(text)).success
  } catch {
    return false // Not there, or not JSON: not ours.
  }
}

interface FolderLock {
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
