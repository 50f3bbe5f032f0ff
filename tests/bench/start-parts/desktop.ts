import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { electronUnderTest } from '../../fixtures/desktop-host'
import { testEnvironment } from '../../fixtures/built'
import { emptyProgram } from '../desk/empty-window'
import { withoutKeychain } from '../desk/filled'
import type { Region, Screen } from './screen'
import { patience, type Moments } from './moments'

/** Where the names of the screens stand, with what the window has above them. */
const rail: Region = { left: 10, top: 90, right: 180, bottom: 420 }
/** Where the rows of a list stand, and the figures of Overview. */
const rows: Region = { left: 220, top: 220, right: 1100, bottom: 520 }

/** Dots of two words, and of a page of rows. */
const aFewWords = 25
const aPage = 900

/** Milliseconds between two looks at the screen. */
const look = 3

/** Starts Electron on a folder as a person does, and looks at the screen until its rail and its rows are there. */
async function watched(screen: Screen, args: string[], withRows: boolean): Promise<Moments> {
  const { executablePath } = electronUnderTest()
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const env = testEnvironment({ ...withoutKeychain, DISPLAY: screen.display })
  const begun = performance.now()
  const child = spawn(executablePath, [...asRoot, ...args], { env, stdio: 'ignore' })
  const gone = once(child, 'exit')
  try {
    const shell = await until(() => screen.ink(rail) > aFewWords, begun)
    return { shell, rows: withRows ? await until(() => screen.ink(rows) > aPage, begun) : shell }
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

async function until(isThere: () => boolean, begun: number): Promise<number> {
  while (!isThere()) {
    if (performance.now() - begun > patience) throw new Error('The screen stayed empty.')
    await new Promise((resolve) => setTimeout(resolve, look))
  }
  return performance.now() - begun
}

/** Starts an empty window. */
export function emptyWindow(screen: Screen): () => Promise<Moments> {
  const folder = emptyProgram()
  return () => watched(screen, [folder], false)
}

/** Starts the app on a data folder. */
export function appWindow(screen: Screen, dataFolder: string): () => Promise<Moments> {
  const { appFolder } = electronUnderTest()
  return () => watched(screen, [appFolder, `--data=${dataFolder}`], true)
}
