import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { electronUnderTest, launchDesktop } from '../../fixtures/desktop-host'
import { filledDesk, withoutKeychain } from './filled'

/** A page with two words, where the app has its rail. */
export const emptyPage =
  '<!doctype html><title>Empty</title><body style="background:#f5f3ef"><p style="position:absolute;left:40px;top:200px">Empty page</p>'

/** The floor: an Electron program that opens one sandboxed window of the app's size with an empty page, and nothing else. Its folder. */
export function emptyProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'postroom-bench-empty-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', main: 'main.js' }))
  writeFileSync(join(folder, 'empty.html'), emptyPage)
  writeFileSync(
    join(folder, 'main.js'),
    `const { app, BrowserWindow } = require('electron')
     app.whenReady().then(() => new BrowserWindow({ x: 0, y: 0, width: 1360, height: 860, webPreferences: { sandbox: true } }).loadFile('empty.html'))`,
  )
  return folder
}

/** One start of a program: how long until it could be used, and the program, still running. */
export interface Started {
  ms: number
  program: ElectronApplication
}

/** Starts the empty window; ready when its page is loaded. */
export function emptyStarter(): () => Promise<Started> {
  const { executablePath } = electronUnderTest()
  const folder = emptyProgram()
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return async () => {
    const start = performance.now()
    const program = await _electron.launch({ executablePath, args: [...asRoot, folder] })
    await (await program.firstWindow()).getByText('Empty').waitFor()
    return { ms: performance.now() - start, program }
  }
}

/** Starts the app on a copy of `count` contacts; ready when Contacts shows its first row. */
export function appStarter(count: number): () => Promise<Started> {
  const dataFolder = filledDesk(count)
  return async () => {
    const start = performance.now()
    const program = await launchDesktop({ dataFolder, args: [], env: withoutKeychain })
    const page = await program.firstWindow()
    await page.getByRole('link', { name: /^Contacts/ }).click()
    await page.locator('[data-position="0"]', { hasText: '@' }).waitFor()
    return { ms: performance.now() - start, program }
  }
}
