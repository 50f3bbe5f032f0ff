import { tell } from '../../../src-shared/messages/told'
import path from 'node:path'
import { RPCHandler } from '@orpc/server/ws'
import { version } from '../../../package.json'
import { systemClock } from '../../core/clock'
import { createConsole } from '../../console'
import { connectDemo } from '../demo'
import { findNode, startEmbeddedService, startWithNode } from '../embedded-service'
import type { Host } from '../../core/host'
import { openSealable, type SealableKeychain } from '../../core/keychain/seal/sealable'
import { problem } from '../../core/problems'
import type { BesideCore } from '../beside-core'
import { hostParts } from '../host-parts'
import { serviceArgs, type Options } from '../options'
import type { Downloads } from './loopback/downloads'
import type { Uploads } from './loopback/uploads'

/** The workers of the core, as they are started. */
export type CoreWorkers = Pick<Host, 'cacheWorker' | 'importWorker'>

/** What this host has opened for the core. */
interface BrowserParts {
  folder: string
  /** The folder of the built programs. */
  programs: string
  log: Host['log']
  options: Options
  language: Host['language']
  downloads: Downloads
  uploads: Uploads
  /** What whoever started the program gave; null: nothing. */
  passphrase: string | null
  /** Says a sentence to whoever started the program. */
  say: (sentence: string) => void
  beside: BesideCore
  /** Undefined: threads of their built files. */
  workers: CoreWorkers | undefined
}

/** The core, as a page finds it: with `demo`, on the embedded service, so that it does not open on Welcome first. */
export async function openCore(parts: BrowserParts) {
  const { folder, log, options } = parts
  const keychain = await openSealable({
    passphrase: parts.passphrase,
    folder,
    clock: systemClock,
    ...parts.beside.keychain,
    log,
  })
  const console = await createConsole(hostOf(parts, keychain))
  if (options.demo) await connectDemo(console.router, log)
  return { keychain, console, handler: new RPCHandler(console.router) }
}

function hostOf(parts: BrowserParts, keychain: SealableKeychain): Host {
  const { folder, programs, log, options, language, beside, downloads, uploads, say, workers } = parts
  return {
    kind: 'browser',
    version,
    dataFolder: folder,
    log,
    ...hostParts({ programs, keychain, cacheWorker: beside.cacheWorker, language, resolver: options.dns }),
    ...workers,
    canOpenFolder: false,
    openFolder: async () => {
      throw problem('input_invalid', {
        title: tell('hosts.serve.thisHostShowsNo'),
        why: tell('hosts.serve.aPageInA'),
        action: tell('hosts.serve.copyThePathAnd'),
      })
    },
    chooseExportTarget: async (name) => downloads.target(name),
    // The page has a file dialog of its own, and uploads.
    chooseImportFile: async () => null,
    chooseAttachment: async () => null,
    takeGivenFile: (token) => uploads.take(token),
    startEmbeddedService: (dataFolder) =>
      startEmbeddedService({
        file: path.join(programs, '..', 'service', 'service.js'),
        start: startWithNode(
          findNode(__filename) ?? process.execPath,
          path.join(programs, 'parent-watch.js'),
        ),
        dataFolder,
        args: serviceArgs(options),
      }),
    progress: () => undefined,
    // The page is not ours to raise: what matters is shown in it.
    notify: (title, body) => say(`${title}: ${body}`),
  }
}
