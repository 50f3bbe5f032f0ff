import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { useShortcuts } from '../../../../src-renderer/kit/shortcuts'
import ShortcutsDialog from '../../../../src-renderer/shell/shortcuts/ShortcutsDialog.vue'
import { shortcuts, type ShellShortcut } from '../../../../src-renderer/shortcuts'
import { useDialogsStore } from '../../../../src-renderer/stores/dialogs'
import { useSettingsStore } from '../../../../src-renderer/stores/settings'
import type { Settings } from '../../../../src-shared/bridge/settings'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { shellAnswers } from './core'

let page: Page
let heard: string[]
const handlers = Object.fromEntries(
  shortcuts.filter(({ scope }) => scope === 'shell').map(({ id }) => [id, () => void heard.push(id)]),
) as Record<ShellShortcut, () => void>
const Shell = defineComponent(() => {
  useShortcuts(handlers)
  return () => h(ShortcutsDialog)
})

beforeEach(async () => {
  heard = []
  let kept: Settings = {
    appearance: { theme: 'light', density: 'regular' },
    language: 'system',
    dismissed: [],
    columns: {},
    holdSeconds: 30,
    notices: { jobs: true, runs: true, brake: true },
    shortcuts: {},
    actionUses: {},
    lastScreens: {},
  }
  const settings = {
    ...shellAnswers.settings,
    update: (input: Partial<Settings>) => (kept = { ...kept, ...input }),
    saveShortcuts: () => ({ file: { path: '/home/me/Postroom shortcuts.html' } }),
  }
  page = await Page.open({ core: { ...shellAnswers, settings }, path: '/overview', root: Shell })
  page.of(useDialogsStore).shortcuts = true
  await page.shows('Sync now')
})
afterEach(() => {
  page.of(useSettingsStore).settings = { ...page.of(useSettingsStore).settings, shortcuts: {} }
  page.close()
})

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
}

const own = () => page.of(useSettingsStore).settings.shortcuts
const line = (label: string) =>
  page.body.findAll('li').find((one) => one.text().includes(label)) ?? page.body.find('li.none')

/** Begins to change what a shortcut is pressed by; the keys go where the focus is. */
async function change(label: string): Promise<(key: string, more?: KeyboardEventInit) => Promise<void>> {
  await page.press(`Change the keys of ${label}`)
  await soon(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`New keys for ${label}`))
  return async (key, more) => {
    press(key, more, document.activeElement ?? document.body)
    await nextTick()
  }
}

describe('the dialog of the shortcuts', () => {
  it('gives a shortcut the keys that are pressed, which then do it in the place of the old ones', async () => {
    const type = await change('Sync now')
    await type('y', { ctrlKey: true })
    expect(own()).toEqual({ sync: 'Mod+y' })
    expect(line('Sync now').text()).toContain('yours')
    expect(page.text()).toContain('1 of them yours')
    page.of(useDialogsStore).shortcuts = false
    await soon(() => expect(document.querySelector('[aria-modal="true"]')).toBeNull())
    press('r')
    press('y', { ctrlKey: true })
    expect(heard).toEqual(['sync'])
  })

  it('says whose keys they are, and swaps them where that is asked for', async () => {
    const type = await change('Sync now')
    await type('i', { ctrlKey: true })
    expect(line('Sync now').text()).toContain('Taken by Import a file.')
    expect(own()).toEqual({})
    await page.press('Swap them')
    expect(own()).toEqual({ sync: 'Mod+i', importFile: 'r' })
  })

  it('leaves all as it was by Esc, and stays open', async () => {
    const type = await change('Sync now')
    await type('i', { ctrlKey: true })
    await type('Escape')
    expect(own()).toEqual({})
    expect(line('Sync now').text()).not.toContain('Taken')
    expect(page.of(useDialogsStore).shortcuts).toBe(true)
  })

  it('takes two letters one after the other, G only for Go to', async () => {
    const add = await change('Add a contact')
    await add('n')
    expect(own()).toEqual({})
    await add('x')
    expect(own()).toEqual({ add: 'n x' })
    const sync = await change('Sync now')
    await sync('g')
    await sync('x')
    expect(line('Sync now').text()).toContain('G is only for Go to.')
  })

  it('gives none of the keys that mean the same everywhere', async () => {
    const type = await change('Sync now')
    await type('Enter')
    expect(line('Sync now').text()).toContain('This key means the same everywhere.')
    expect(own()).toEqual({})
  })

  it('puts all back', async () => {
    const type = await change('Sync now')
    await type('y', { ctrlKey: true })
    await page.press('Reset all')
    expect(own()).toEqual({})
    expect(line('Sync now').text()).not.toContain('yours')
  })

  it('finds a shortcut by its name, and by pressing it', async () => {
    await page.fill('Search the shortcuts', 'import a')
    expect(page.body.findAll('li')).toHaveLength(1)
    await page.fill('Search the shortcuts', '')
    press('k', { ctrlKey: true }, page.field('Search the shortcuts'))
    await nextTick()
    expect(page.body.findAll('li').map((one) => one.text())).toEqual([
      expect.stringContaining('Search or run a command'),
    ])
  })

  it('shows what acts here alone, without the keys of lists where there is none', async () => {
    await page.press('Here')
    expect(page.text()).toContain('Search or run a command')
    expect(page.text()).not.toContain('Row up, down')
  })

  it('is written to a file as a page', async () => {
    await page.press('Export as a page')
    await page.shows('Saved as /home/me/Postroom shortcuts.html.')
    expect(page.asked('settings.saveShortcuts')[0]).toMatchObject({
      groups: expect.arrayContaining([expect.objectContaining({ title: 'Anywhere' })]),
    })
  })
})
