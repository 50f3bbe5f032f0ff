import os from 'node:os'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { systemClock } from '../../core/clock'
import { forkWithNode } from '../../core/keychain/child'
import { takePassphrase } from '../../core/keychain/seal/given-passphrase'
import { createLogger } from '../../core/log'
import { besideCore } from '../beside-core'
import { claimDataFolder, defaultDataFolder, lockFolder } from '../data-folder'
import { listAssets } from '../desktop/window/assets'
import { openLogFile } from '../log-file'
import { logUnhandled } from '../unhandled'
import type { Options } from '../options'
import { speakAsChosen } from '../start-language'
import { startOfPage } from '../start-of-page'
import type { CoreWorkers } from './core'
import { Downloads } from './loopback/downloads'
import { startLoopback } from './loopback/server'
import { Sessions } from './loopback/sessions'
import { Uploads } from './loopback/uploads'

/** What a folder is served with. */
interface ServingWishes {
  options: Options
  /** The folder of the built programs. */
  programs: string
  /** Says a sentence to whoever started the program. */
  say: (sentence: string) => void
  /** The workers, where they are not started from their built files. */
  workers?: CoreWorkers
}

/** A data folder that is served to browsers. */
export interface ServedFolder {
  readonly folder: string
  /** Resolves once the core is open, and rejects where it cannot be: pages are served before. */
  readonly opened: Promise<unknown>
  /** A new link that opens a page, once. */
  link(): string
  /** Ends the core, and lets go of the folder. */
  close(): Promise<void>
}

/** Serves the core on a data folder behind a loopback server. Throws in words where the folder cannot be had. */
export async function serveFolder({ options, programs, say, workers }: ServingWishes): Promise<ServedFolder> {
  const folder = claimDataFolder(
    options.data ?? defaultDataFolder(process.platform, process.env, os.homedir()),
    { isOwnPlace: options.data === null },
  )
  const lock = await lockFolder(folder)
  if (!lock)
    throw new Error(`Another Postroom uses ${folder}. Close it, or choose another folder with --data.`)
  const log = createLogger(await openLogFile(folder, 'postroom.log'))
  const closed = new AbortController()
  logUnhandled(log, closed.signal)
  const language = await speakAsChosen(folder, Intl.DateTimeFormat().resolvedOptions().locale)
  const passphrase = takePassphrase(process.env)
  const downloads = await Downloads.open(path.join(folder, 'exports'))
  const uploads = await Uploads.open(path.join(folder, 'uploads'), systemClock)
  const sessions = new Sessions(systemClock)
  const { framed } = await startOfPage(folder)
  const server = await startLoopback({
    port: options.port,
    assets: await listAssets(path.join(programs, '..', 'renderer')),
    beginning: { language, start: () => startOfPage(folder) },
    sessions,
    downloads,
    uploads,
    log,
    onBridge: (socket) => {
      // What the page asks before the core is there waits.
      socket.pause()
      core.then(
        ({ handler }) => {
          void handler.upgrade(socket, { context: {} })
          socket.resume()
        },
        () => socket.terminate(),
      )
    },
  })
  // A link comes first, and the core, in a later turn, while a browser opens it: it takes as long to read as a page to load.
  const beside = besideCore({ programs, fork: forkWithNode(), ahead: framed && !workers })
  const own = { downloads, uploads, passphrase, say, workers, beside }
  const core = turn()
    .then(() => import('./core'))
    .then(({ openCore }) => openCore({ folder, programs, log, options, language, ...own }))

  return {
    folder,
    opened: core,
    link: () => `${server.origin}/#token=${sessions.issueLink()}`,
    close: async () => {
      await server.close()
      const { console, keychain } = await core
      await console.close()
      keychain.close()
      await downloads.close()
      await uploads.close()
      await lock.release()
      closed.abort()
    },
  }
}
