import { t } from '../../../src-shared/messages/message'
import path from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  Notification,
  protocol,
  session as sessions,
  shell,
} from 'electron'
import { systemClock } from '../../core/clock'
import { createConsole } from '../../console'
import { claimDataFolder, lockFolder } from '../data-folder'
import { connectDemo } from '../demo'
import { findNode, startEmbeddedService, startWithNode } from '../embedded-service'
import { exportTo } from './export-file'
import { GivenFiles } from '../given-files'
import type { Host } from '../../core/host'
import { takePassphrase } from '../../core/keychain/seal/given-passphrase'
import { openSealable, type SealableKeychain } from '../../core/keychain/seal/sealable'
import { hostParts } from '../host-parts'
import { createLogger } from '../../core/log'
import { openLogFile } from '../log-file'
import { fileNameOf } from '../browser/loopback/downloads'
import { parseOptions, serviceArgs, type Options } from '../options'
import { speakAsChosen } from '../start-language'
import { listAssets } from './window/assets'
import { receiveBridge } from './window/bridge-port'
import { receiveDroppedFiles } from './window/dropped-files'
import { guardContents, guardSession } from './window/guard'
import { askForAttachment, askForImportFile } from './window/import-dialog'
import { openMainWindow } from './window/main-window'
import { menuTemplate } from './window/menu'
import { registerScheme, servePage } from './window/page'
import { pageOrigin } from './window/policy'
import { forkKeychain, forkService } from './window/utility'

const out = path.join(__dirname, '..')
/** `npm run dev` serves the page itself; never in a packaged app. */
const devPage = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL

let window: BrowserWindow | null = null
const dropped = new GivenFiles(systemClock)

/** The desktop host: the core behind a window. */
async function run(folder: string, options: Options): Promise<void> {
  const lock = await lockFolder(folder)
  if (!lock) {
    dialog.showErrorBox(t('hosts.desktop.postroomIsAlreadyOpen'), t('hosts.desktop.itRunsInA'))
    return app.exit(1)
  }
  const log = createLogger(await openLogFile(folder, 'postroom.log'))
  const ownOrigin = devPage ? new URL(devPage).origin : pageOrigin
  guardContents(() => window, log)
  await app.whenReady()
  const language = withMenu(await speakAsChosen(folder, app.getLocale()))

  // In memory: what the page remembers goes through the bridge, so nothing of it is left on disk.
  const session = sessions.fromPartition('console', { cache: false })
  guardSession(session, ownOrigin, log)
  servePage(session, await listAssets(path.join(out, 'renderer')), language)

  // The window opens while the core does: a person waits for the slower of the two, not for both.
  const core = openCore(folder, log, options, language)
  receiveBridge({
    window: () => window,
    ownOrigin,
    log,
    onBridge: async (port) => (await core).handler.upgrade(port, { context: {} }),
  })
  receiveDroppedFiles({ window: () => window, ownOrigin, files: dropped, log })

  const open = () => {
    window = openMainWindow({
      session,
      preload: path.join(out, 'preload', 'preload.js'),
      page: devPage ?? `${pageOrigin}/index.html`,
      stateFile: path.join(folder, 'window.json'),
      icon: path.join(out, '..', 'resources', 'icon.png'),
    })
    window.on('closed', () => (window = null))
  }
  setMenu()
  app.on('activate', () => (window ? window.show() : open()))
  app.on('second-instance', () => (window ? focus(window) : open()))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  quitCleanly(async () => {
    const { console, keychain } = await core
    await console.close()
    keychain.close()
    await lock.release()
  })
  open()
  await core
}

/** A language whose change menu and page follow. */
function withMenu(language: Host['language']): Host['language'] {
  return {
    get current() {
      return language.current
    },
    async choose(choice) {
      await language.choose(choice)
      setMenu()
      // The page may not navigate, not even to itself.
      window?.webContents.reload()
    },
  }
}

/** Sets the application menu, and what its panel about Postroom says. */
function setMenu(): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        packaged: app.isPackaged,
        version: app.getVersion(),
        navigate: (screen) => window?.webContents.send('navigate', screen),
        about: () => app.showAboutPanel(),
      }),
    ),
  )
  app.setAboutPanelOptions({
    applicationName: 'Postroom',
    applicationVersion: app.getVersion(),
    copyright: '',
  })
}

/** The core, as the page finds it: with `demo`, on the embedded service, so that it does not open on Welcome first. */
async function openCore(folder: string, log: Host['log'], options: Options, language: Host['language']) {
  const keychain = await openSealable({
    file: path.join(__dirname, 'keychain.js'),
    start: forkKeychain,
    log,
    folder,
    clock: systemClock,
    passphrase: takePassphrase(process.env),
  })
  const console = await createConsole(hostOf(folder, log, options, { keychain, language }))
  if (options.demo) await connectDemo(console.router, log)
  return { keychain, console, handler: new RPCHandler(console.router) }
}

function hostOf(
  folder: string,
  log: Host['log'],
  options: Options,
  { keychain, language }: { keychain: SealableKeychain; language: Host['language'] },
): Host {
  return {
    kind: 'desktop',
    version: app.getVersion(),
    dataFolder: folder,
    log,
    ...hostParts({ programs: __dirname, keychain, language, resolver: options.dns }),
    canOpenFolder: true,
    openFolder: async (shown) => {
      const failure = await shell.openPath(shown)
      if (failure) throw new Error(failure)
    },
    chooseExportTarget: async (suggestedName) => {
      const settings = { defaultPath: path.join(app.getPath('downloads'), fileNameOf(suggestedName)) }
      const chosen = window
        ? await dialog.showSaveDialog(window, settings)
        : await dialog.showSaveDialog(settings)
      return chosen.canceled || !chosen.filePath ? null : exportTo(chosen.filePath)
    },
    chooseImportFile: () => askForImportFile(window),
    chooseAttachment: () => askForAttachment(window),
    takeGivenFile: (token) => dropped.take(token),
    startEmbeddedService: (dataFolder) => {
      const node = findNode(__filename)
      return startEmbeddedService({
        file: path.join(out, 'service', 'service.js'),
        start: node ? startWithNode(node, path.join(__dirname, 'parent-watch.js')) : forkService,
        dataFolder,
        args: serviceArgs(options),
      })
    },
    progress: (share) => window?.setProgressBar(share ?? -1),
    notify: (title, body) => {
      if (window?.isFocused() || !Notification.isSupported()) return
      const notification = new Notification({ title, body })
      notification.on('click', () => window && focus(window))
      notification.show()
    },
  }
}

function focus(shown: BrowserWindow): void {
  if (shown.isMinimized()) shown.restore()
  shown.show()
  shown.focus()
}

/** Quitting waits for the core to close: what runs stops at its bookmark. Ten seconds are the most it gets. */
function quitCleanly(close: () => Promise<void>): void {
  let closing = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    const late = new Promise<void>((resolve) => setTimeout(resolve, 10_000))
    for (const open of BrowserWindow.getAllWindows()) open.hide()
    Promise.race([close(), late])
      .catch(() => undefined)
      .finally(() => app.exit(0))
  })
}

/**
 * What must be set before Electron is ready. Answers the data folder; null where another instance runs: it was told, and
 * comes forward. The folder is claimed first: Electron's own lock is a file in it.
 */
function prepare(options: Options): string | null {
  registerScheme(protocol)
  const folder = claimDataFolder(options.data ?? app.getPath('userData'), {
    isOwnPlace: options.data === null,
  })
  app.setPath('userData', folder)
  app.setPath('sessionData', path.join(folder, 'chromium'))
  return app.requestSingleInstanceLock() ? folder : null
}

function start(): void {
  const options = parseOptions(process.argv.slice(1), process.env)
  const folder = prepare(options)
  if (folder === null) return app.quit()
  run(folder, options).catch((error: unknown) => fail(error))
}

function fail(error: unknown): void {
  dialog.showErrorBox(
    t('hosts.desktop.postroomCannotStart'),
    error instanceof Error ? error.message : String(error),
  )
  app.exit(1)
}

try {
  start()
} catch (error) {
  fail(error)
}
