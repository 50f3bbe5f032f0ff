import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import type { RecentThing } from '../../../../src-shared/bridge/recent'
import CommandPalette from '../../../../src-renderer/shell/palette/CommandPalette.vue'
import { useDialogsStore } from '../../../../src-renderer/stores/dialogs'
import { rememberOpened } from '../../../../src-renderer/stores/recent'
import { soon } from '../../../fixtures/soon'
import { done } from '../fixtures/answers'
import { Page } from '../fixtures/page'
import { shellAnswers } from './core'

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000
const zofia: RecentThing = {
  kind: 'contact',
  id: 'c9',
  name: 'zofia@wp.example',
  data: { name: 'Zofia', vessel: { port: 'Gdańsk' } },
  people: null,
  query: null,
  waiting: null,
  openedAt: minutesAgo(12),
}
const named = (kind: RecentThing['kind'], id: string, name: string): RecentThing => {
  return { ...zofia, kind, id, name, data: {}, openedAt: minutesAgo(90) }
}

let page: Page
afterEach(() => page.close())

/** Opens the palette over what was opened before; `open`: the campaign that is open now. */
async function open(things: readonly RecentThing[], openNow?: string): Promise<void> {
  let kept = [...things]
  const recent = {
    list: () => ({ things: kept }),
    unfinished: () => ({ things: [] }),
    opened: done,
    forget: ({ id }: { id: string }) => {
      kept = kept.filter((thing) => thing.id !== id)
      return done()
    },
  }
  const root = defineComponent(() => {
    if (openNow) rememberOpened('campaign', () => openNow)
    return () => h(CommandPalette)
  })
  page = await Page.open({ core: { ...shellAnswers, recent }, path: '/overview', root })
  page.of(useDialogsStore).palette = true
  await soon(() => expect(lines().length).toBeGreaterThan(0))
}

function field(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('[role="combobox"]')
  if (!found) throw new Error('the palette is closed')
  return found
}

async function type(text: string): Promise<void> {
  field().value = text
  field().dispatchEvent(new Event('input'))
  await nextTick()
}

const lines = () =>
  [...document.querySelectorAll('[role="group"][aria-label="Recent"] [role="option"]')].map((line) =>
    (line.textContent ?? '').replace(/\s+/g, ' ').trim(),
  )

describe('what was opened last', () => {
  it('stands first while nothing is typed, with what it is and when it was opened', async () => {
    await open([zofia, { ...named('segment', 's1', 'Active in 12 months'), people: 40_813 }])
    expect(lines()[0]).toContain('Zofiazofia@wp.example12 min ago')
    expect(lines()[1]).toContain('Active in 12 monthsSegment, 40,813 people1 h ago')
    expect(document.querySelector('[role="option"][aria-selected="true"]')?.textContent).toContain('Zofia')
  })

  it('is five things, and not what is open now', async () => {
    const campaigns = [1, 2, 3, 4, 5, 6, 7].map((at) => named('campaign', `cmp_${at}`, `Notes ${at}`))
    await open(campaigns, 'cmp_2')
    expect(lines().map((line) => line.slice(0, 7))).toEqual([1, 3, 4, 5, 6].map((at) => `Notes ${at}`))
  })

  it('is found by all that is known of it, before anything else', async () => {
    await open([named('segment', 's1', 'Paying'), zofia])
    await type('gdansk')
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain('vessel.port Gdańsk')
  })

  it('opens by Enter', async () => {
    await open([named('segment', 's1', 'Paying')])
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await soon(() => expect(page.router.currentRoute.value.fullPath).toBe('/segments?open=s1'))
  })

  it('is forgotten by Del', async () => {
    await open([zofia, named('segment', 's1', 'Paying')])
    expect(page.text()).toContain('remove a recent item')
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true, cancelable: true }))
    expect(await page.asks('recent.forget')).toEqual({ kind: 'contact', id: 'c9' })
    await soon(() => expect(lines()).toHaveLength(1))
  })

  it('says whom a saved view shows, and what became of a batch', async () => {
    const sort = { field: 'createdAt' as const, direction: 'desc' as const }
    await open([
      { ...named('view', 'v', 'Paying ports'), query: { search: 'nov', filters: [], sort } },
      { ...named('batch', '7', 'Pasted rows'), waiting: 0 },
    ])
    expect(lines()[0]).toContain('Paying portsSaved view, 214 people')
    expect(lines()[1]).toContain('Pasted rowsBatch, finished')
  })

  it('offers by Tab what else can be done with it', async () => {
    await open([named('segment', 's1', 'Paying')])
    field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }))
    await soon(() => expect(page.text()).toContain('Show the members'))
    expect(page.text()).toContain('Change the condition')
  })

  it('is told to the core when it is opened', async () => {
    await open([zofia], 'cmp_2')
    expect(await page.asks('recent.opened')).toEqual({ kind: 'campaign', id: 'cmp_2' })
  })
})
