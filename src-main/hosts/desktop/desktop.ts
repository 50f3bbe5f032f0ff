import { t } from '../../../src-shared/messages/message'
import path from 'node:path'
import { app, BrowserWindow, dialog, Menu, protocol, session as sessions } from 'electron'
import { systemClock } from '../../core/clock'
import { claimDataFolder, lockFolder } from '../data-folder'
import { besideCore } from '../beside-core'
import { GivenFiles } from '../given-files'
import type { Host } from '../../core/host'
import { takePassphrase } from '../../core/keychain/seal/given-passphrase'
import { createLogger } from '../../core/log'
import { openLogFile } from '../log-file'
import { logUnhandled } from '../unhandled'
import { parseOptions, type Options } from '../options'
import { startOfPage } from '../start-of-page'
import { speakAsChosen } from '../start-language'
import { listAssets } from './window/assets'
import { receiveBridge } from './window/bridge-port'
import { receiveDroppedFiles } from './window/dropped-files'
import { guardContents, guardSession } from './window/guard'
import { comeForward, firstShown, openMainWindow } from './window/main-window'
import { menuTemplate } from './window/menu'
import { readyAnswers, registerScheme, servePage } from './window/page'
import { pageOrigin } from './window/policy'
import { forkKeychain } from './window/utility'

const out = path.join(__dirname, '..')
/** `npm run dev` serves the page itself; never in a packaged app. */
const devPage = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL

let window: BrowserWindow | null = null
const dropped = new GivenFiles(systemClock)

/** The desktop host: the core behind a window. `passphrase`: what whoever started it gave. */
async function run(folder: string, options: Options, passphrase: string | null): Promise<void> {
  const lock = await lockFolder(folder)
  if (!lock) {
    dialog.showErrorBox(t('hosts.desktop.postroomIsAlreadyOpen'), t('hosts.desktop.itRunsInA'))
    return app.exit(1)
  }
  const log = createLogger(await openLogFile(folder, 'postroom.log'))
  logUnhandled(log)
  const assets = listAssets(path.join(out, 'renderer'))
  const start = () => startOfPage(folder)
  const ownOrigin = devPage ? new URL(devPage).origin : pageOrigin
  guardContents(() => window, log)
  await app.whenReady()
  const language = withMenu(await speakAsChosen(folder, app.getLocale()))

  // In memory: what the page remembers goes through the bridge, so nothing of it is left on disk.
  const session = sessions.fromPartition('console', { cache: false })
  guardSession(session, ownOrigin, log)
  servePage(session, await assets, { language, start })

  const open = () => {
    const opened = openMainWindow({
      session,
      preload: path.join(out, 'preload', 'preload.js'),
      page: devPage ?? `${pageOrigin}/index.html`,
      stateFile: path.join(folder, 'window.json'),
      icon: path.join(out, '..', 'resources', 'icon.png'),
    })
    opened.on('closed', () => (window = null))
    return (window = opened)
  }
  const opened = open()
  readyAnswers()
  setMenu()
  // The frame of the window comes first, and the core while its page runs: what the core has to read would hold it up.
  const { framed } = await start()
  const shown = framed ? firstShown(opened) : Promise.resolve()
  const core = shown.then(async () => {
    const beside = besideCore({ programs: __dirname, fork: forkKeychain, ahead: framed })
    const { openCore } = await import('./core')
    const parts = { folder, programs: __dirname, log, options, language, passphrase, dropped }
    return openCore({ ...parts, beside, window: () => window })
  })
  receiveBridge({
    window: () => window,
    ownOrigin,
    log,
    onBridge: async (port) => (await core).handler.upgrade(port, { context: {} }),
  })
  receiveDroppedFiles({ window: () => window, ownOrigin, files: dropped, log })

  app.on('activate', () => (window ? window.show() : open()))
  app.on('second-instance', () => (window ? comeForward(window) : open()))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  quitCleanly(async () => {
    const { console, keychain } = await core
    await console.close()
    keychain.close()
    await lock.release()
  })
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
  // Before any process of Electron's is started: none of them is to see it.
  run(folder, options, takePassphrase(process.env)).catch((error: unknown) => fail(error))
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
