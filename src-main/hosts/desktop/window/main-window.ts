import { t } from '../../../../src-shared/messages/message'
import { app, BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import { placeWindow, readState, smallest, writeState, type WindowState } from './state'

/** Milliseconds after the last move before the window's place is written. */
const restBeforeSaving = 400

interface MainWindowParts {
  session: Session
  /** The built preload script. */
  preload: string
  /** Address of the page. */
  page: string
  /** Where the window's place is kept. */
  stateFile: string
  icon: string
}

/** Opens the main window where it was left. It is shown once the page has drawn itself. */
export function openMainWindow(parts: MainWindowParts): BrowserWindow {
  const state = placeWindow(readState(parts.stateFile), displays())
  const window = new BrowserWindow({
    ...state.bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: t('words.postroom'),
    icon: parts.icon,
    // The colours of `sunk` in theme/tokens.css, so that nothing flashes before the page is there.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#161513' : '#F5F3EF',
    webPreferences: {
      session: parts.session,
      preload: parts.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (state.maximised) window.maximize()
  keepState(window, parts.stateFile)
  window.once('ready-to-show', () => window.show())
  void window.loadURL(parts.page)
  return window
}

/** Milliseconds after which a window that draws nothing is waited for no longer. */
const longestWait = 1000

/** Milliseconds from showing a window until its dots are on the screen, for which this thread must be free. */
const untilSeen = 30

/** Resolves when a window that was just opened has drawn something and is seen, or draws nothing. */
export function firstShown(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    window.once('show', () => setTimeout(resolve, untilSeen))
    window.once('closed', () => resolve())
    setTimeout(resolve, longestWait)
  })
}

/** Shows a window in front of all others, with the focus. */
export function comeForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function keepState(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    const state: WindowState = { bounds: window.getNormalBounds(), maximised: window.isMaximized() }
    writeState(file, state)
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(save, restBeforeSaving)
  }
  window.on('resize', later)
  window.on('move', later)
  window.on('close', save)
  // Quitting from the menu ends the app before its window closes.
  app.on('before-quit', save)
  window.on('closed', () => {
    clearTimeout(timer)
    app.removeListener('before-quit', save)
  })
}

/** The work areas of all displays, the main one first. */
function displays() {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== main.id)
  return [main, ...others].map((display) => display.workArea)
}
