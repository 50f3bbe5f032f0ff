import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptySettings } from '../../../src-main/features/profiles/stored'
import { listAssets, readAsset } from '../../../src-main/hosts/desktop/window/assets'
import { plainStart, startOfPage, type StartOfPage } from '../../../src-main/hosts/start-of-page'
import { inEnglish } from '../../fixtures/language'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-start-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

function keep(currentId: string | null, settings: object = {}): Promise<void> {
  const value = { ...emptySettings, currentId, settings: { ...emptySettings.settings, ...settings } }
  return writeFile(path.join(folder, 'settings.json'), JSON.stringify(value))
}

describe('how a page starts', () => {
  it('is without a frame before there are settings, and where they are damaged', async () => {
    expect(await startOfPage(folder)).toEqual(plainStart)
    await writeFile(path.join(folder, 'settings.json'), '{"currentId":"a","settings":')
    expect(await startOfPage(folder)).toEqual(plainStart)
  })

  it('is on the screen that the current profile was left on, in the theme that was chosen', async () => {
    const appearance = { theme: 'dark', density: 'regular' }
    await keep('a', { appearance, lastScreens: { a: 'contacts', b: 'events' } })
    expect(await startOfPage(folder)).toEqual({ framed: true, theme: 'dark', screen: 'contacts' })
  })

  it('names no screen of a profile that was on none, nor what is no name of a screen', async () => {
    await keep('a', { lastScreens: { b: 'events' } })
    expect(await startOfPage(folder)).toEqual({ framed: true, theme: null, screen: null })
    await keep('a', { lastScreens: { a: '"><script>' } })
    expect((await startOfPage(folder)).screen).toBeNull()
  })

  it('is without a frame where there is no profile, and where a passphrase seals the keys', async () => {
    await keep(null)
    expect((await startOfPage(folder)).framed).toBe(false)
    await keep('a')
    await writeFile(path.join(folder, 'keys.sealed'), '')
    expect((await startOfPage(folder)).framed).toBe(false)
  })
})

describe('the page', () => {
  async function pageOf(start: StartOfPage): Promise<string> {
    await mkdir(path.join(folder, 'frames'), { recursive: true })
    await writeFile(
      path.join(folder, 'index.html'),
      '<html lang="en"><body><div id="app"></div></body></html>',
    )
    await writeFile(path.join(folder, 'frames', 'en.html'), '<div id="frame">$&</div>')
    const found = (await listAssets(folder))('/')
    if ('status' in found) throw new Error('There is no page.')
    const beginning = { language: inEnglish, start: () => Promise.resolve(start) }
    return (await readAsset(found, beginning)).toString()
  }

  it('begins with the frame of the window, its theme and its screen', async () => {
    expect(await pageOf({ framed: true, theme: 'dark', screen: 'events' })).toBe(
      '<html lang="en" data-theme="dark" data-screen="events"><body><div id="frame">$&</div><div id="app"></div></body></html>',
    )
  })

  it('begins with nothing where there is nothing to open', async () => {
    expect(await pageOf(plainStart)).toBe('<html lang="en"><body><div id="app"></div></body></html>')
  })
})
