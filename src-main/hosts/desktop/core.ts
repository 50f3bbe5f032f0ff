import path from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import { app, dialog, Notification, shell, type BrowserWindow } from 'electron'
import { systemClock } from '../../core/clock'
import { createConsole } from '../../console'
import { connectDemo } from '../demo'
import { findNode, startEmbeddedService, startWithNode } from '../embedded-service'
import { exportTo } from './export-file'
import type { GivenFiles } from '../given-files'
import type { Host } from '../../core/host'
import { openSealable, type SealableKeychain } from '../../core/keychain/seal/sealable'
import type { BesideCore } from '../beside-core'
import { hostParts } from '../host-parts'
import { fileNameOf } from '../browser/loopback/downloads'
import { serviceArgs, type Options } from '../options'
import { askForAttachment, askForImportFile } from './window/import-dialog'
import { comeForward } from './window/main-window'
import { forkService } from './window/utility'

/** What the program behind the window has of itself. */
interface DesktopParts {
  folder: string
  /** The folder of the built programs. */
  programs: string
  log: Host['log']
  options: Options
  language: Host['language']
  beside: BesideCore
  /** What whoever started the program gave; null: nothing. */
  passphrase: string | null
  /** Files that were dropped on the window. */
  dropped: GivenFiles
  window: () => BrowserWindow | null
}

/** The core, as the page finds it: with `demo`, on the embedded service, so that it does not open on Welcome first. */
export async function openCore(parts: DesktopParts) {
  const { folder, log, options } = parts
  const keychain = await openSealable({
    ...parts.beside.keychain,
    log,
    folder,
    clock: systemClock,
    passphrase: parts.passphrase,
  })
  const console = await createConsole(hostOf(parts, keychain))
  if (options.demo) await connectDemo(console.router, log)
  return { keychain, console, handler: new RPCHandler(console.router) }
}

function hostOf(
  { folder, programs, log, options, language, beside, dropped, window }: DesktopParts,
  keychain: SealableKeychain,
): Host {
  return {
    kind: 'desktop',
    version: app.getVersion(),
    dataFolder: folder,
    log,
    ...hostParts({ programs, keychain, cacheWorker: beside.cacheWorker, language, resolver: options.dns }),
    canOpenFolder: true,
    openFolder: async (shown) => {
      const failure = await shell.openPath(shown)
      if (failure) throw new Error(failure)
    },
    chooseExportTarget: async (suggestedName) => {
      const settings = { defaultPath: path.join(app.getPath('downloads'), fileNameOf(suggestedName)) }
      const open = window()
      const chosen = open
        ? await dialog.showSaveDialog(open, settings)
        : await dialog.showSaveDialog(settings)
      return chosen.canceled || !chosen.filePath ? null : exportTo(chosen.filePath)
    },
    chooseImportFile: () => askForImportFile(window()),
    chooseAttachment: () => askForAttachment(window()),
    takeGivenFile: (token) => dropped.take(token),
    startEmbeddedService: (dataFolder) => {
      const node = findNode(__filename)
      return startEmbeddedService({
        file: path.join(programs, '..', 'service', 'service.js'),
        start: node ? startWithNode(node, path.join(programs, 'parent-watch.js')) : forkService,
        dataFolder,
        args: serviceArgs(options),
      })
    },
    progress: (share) => window()?.setProgressBar(share ?? -1),
    notify: (title, body) => {
      if (window()?.isFocused() || !Notification.isSupported()) return
      const notification = new Notification({ title, body })
      notification.on('click', () => {
        const open = window()
        if (open) comeForward(open)
      })
      notification.show()
    },
  }
}
