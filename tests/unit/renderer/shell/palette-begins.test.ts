import { afterEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { Unfinished } from '../../../../src-shared/bridge/recent'
import type { Settings } from '../../../../src-shared/bridge/settings'
import CommandPalette from '../../../../src-renderer/shell/palette/CommandPalette.vue'
import { byBestHit, type PaletteLine } from '../../../../src-renderer/shell/palette/lines'
import { useDialogsStore } from '../../../../src-renderer/stores/dialogs'
import { useSettingsStore } from '../../../../src-renderer/stores/settings'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { shellAnswers } from './core'

const at = Date.now() - 8 * 60_000
const begun: Unfinished[] = [
  { kind: 'import', id: 4, name: 'spring-fair-2026.xlsx', step: 'check', rows: 1204, faults: 17, at },
  { kind: 'review', id: 'c1', name: 'Tide tables', errors: 0, at },
  { kind: 'draft', of: 'workflow', id: 'w1', name: 'End of the trial', at },
  { kind: 'batch', id: 9, name: 'Pasted rows', waiting: 12, at },
]

let page: Page
afterEach(() => page.close())

async function open(actionUses: Record<string, number> = {}): Promise<void> {
  const recent = { list: () => ({ things: [] }), unfinished: () => ({ things: begun }) }
  const kept: Settings = {
    appearance: { theme: 'light', density: 'regular' },
    language: 'system',
    dismissed: [],
    columns: {},
    holdSeconds: 30,
    notices: { jobs: true, runs: true, brake: true },
    shortcuts: {},
    actionUses,
    lastScreens: {},
  }
  const settings = { ...shellAnswers.settings, update: (input: Partial<Settings>) => ({ ...kept, ...input }) }
  page = await Page.open({
    core: { ...shellAnswers, recent, settings },
    path: '/overview',
    root: CommandPalette,
  })
  const store = page.of(useSettingsStore)
  store.settings = { ...store.settings, actionUses }
  page.of(useDialogsStore).palette = true
  await page.shows('Go on with')
}

const linesOf = (group: string) =>
  [...document.querySelectorAll(`[role="group"][aria-label="${group}"] [role="option"]`)].map((line) =>
    (line.textContent ?? '').replace(/\s+/g, ' ').trim(),
  )

async function type(text: string): Promise<void> {
  const field = page.field('Search or run a command')
  field.value = text
  field.dispatchEvent(new Event('input'))
  await nextTick()
}

describe('the palette before anything is typed', () => {
  it('begins with three things that were begun, with how far they are', async () => {
    await open()
    expect(linesOf('Go on with')).toEqual([
      expect.stringContaining('Import of spring-fair-2026.xlsxat Check, 17 rows to fix8 min ago'),
      expect.stringContaining('Tide tableswaits for your signature'),
      expect.stringContaining('End of the trialnot saved'),
    ])
  })

  it('goes on with the first by Enter', async () => {
    await open()
    page
      .field('Search or run a command')
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await soon(() => expect(page.router.currentRoute.value.fullPath).toBe('/import?open=4'))
  })

  it('ends with what is done most often, and with the usual before that is known', async () => {
    await open()
    expect(linesOf('Often used').map((line) => line.slice(0, 8))).toEqual([
      'Sync now',
      'Add a co',
      'Import a',
    ])
    page.close()
    await open({ 'action:verify': 5, 'action:sync': 2 })
    expect(linesOf('Often used').map((line) => line.slice(0, 8))).toEqual([
      'Verify a',
      'Sync now',
      'Add a co',
    ])
  })

  it('counts what is run', async () => {
    await open({ 'action:verify': 5 })
    await type('verify ad')
    await soon(() => expect(linesOf('Actions')[0]).toContain('Verify addresses'))
    page
      .field('Search or run a command')
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    expect(await page.asks('settings.update')).toEqual({ actionUses: { 'action:verify': 6 } })
  })
})

describe('the palette once something is typed', () => {
  it('finds what was begun among actions, and no longer by itself', async () => {
    await open()
    await type('spring')
    expect(linesOf('Go on with')).toEqual([])
    expect(linesOf('Actions')).toEqual([
      expect.stringContaining('Go on with the import of spring-fair-2026.xlsx'),
    ])
  })

  it('lists the kind with the best hit first', () => {
    const line = (group: string, label: string, hint = ''): PaletteLine => {
      return { id: label, group, label, hint, hintIsSearched: true, icon: null, run: () => undefined }
    }
    const lines = [
      line('Contacts', 'Tomasz Lis', 'lis@magda.example'),
      line('Campaigns', 'The gdańsk notes'),
      line('Segments', 'Gdańsk'),
      line('Contacts', 'Anna', 'anna@gda.example'),
    ]
    expect(byBestHit(lines, ['gda']).map(({ label }) => label)).toEqual([
      'Gdańsk',
      'The gdańsk notes',
      'Tomasz Lis',
      'Anna',
    ])
  })
})
