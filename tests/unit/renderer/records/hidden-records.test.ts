import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openRecords } from './record-core'
import { connection, refusedToken } from './record-samples'

let screen: Page
afterEach(() => screen.close())

const gone = {
  ...refusedToken,
  code: 'input_invalid' as const,
  title: 'The selection is no longer kept',
  action: 'Choose the records again.',
}

async function open(refused = {}): Promise<void> {
  screen = await openRecords([connection()], { refused })
  await screen.shows('ada@wharf.example')
}

/** Which of the rows that are shown are ticked. */
const ticked = () =>
  [...document.body.querySelectorAll('[data-position]')].map((row) => row.getAttribute('aria-selected'))
const lacks = (text: string) => expect(screen.text()).not.toContain(text)
const label = () => document.body.querySelector('[role="columnheader"] input')?.getAttribute('aria-label')

describe('records that are selected and hidden', () => {
  beforeEach(async () => {
    await open()
    screen.field('Select all that match').click()
    await screen.shows('2 selected')
    lacks('not shown by this filter')
    await screen.fill('Search records', 'Bergen')
    await screen.shows('2 selected, 1 of them not shown by this filter')
  })

  it('are dropped where only what is shown is kept', async () => {
    await screen.press('Keep only this one')
    await screen.shows('1 selected')
    lacks('not shown by this filter')
    expect(screen.asked('records.freeze').at(-1)).toMatchObject({
      query: { search: 'Bergen', among: { kind: 'frozen', selectionId: 'frozen', except: [] } },
    })
  })

  it('are shown in the place of the search, which comes back with the chip taken off', async () => {
    await screen.press('Show all 2')
    await screen.shows('2 of 2')
    await soon(() => expect(ticked()).toEqual(['true', 'true']))
    expect(screen.field('Search records').value).toBe('')
    lacks('not shown by this filter')
    await screen.press(/^Remove the filter Selected/)
    await screen.shows('1 of 2')
    expect(screen.field('Search records').value).toBe('Bergen')
    await screen.shows('1 of them not shown by this filter')
  })

  it('are no part of a view that is saved while they are shown', async () => {
    await screen.press('Show all 2')
    await screen.shows('2 of 2')
    await screen.press('View: All records')
    const item = [...document.body.querySelectorAll<HTMLElement>('[role^="menuitem"]')].find((one) =>
      one.textContent.includes('Save as a new view'),
    )
    item?.click()
    await screen.confirm('In Bergen')
    await screen.press('Save view')
    const { view } = (await screen.asks('records.saveView')) as { view: { query: object } }
    expect(view.query).toMatchObject({ search: 'Bergen' })
    expect(view.query).not.toHaveProperty('among')
  })

  it('are named where records are exported or handed over', async () => {
    await screen.press('Hand 2 to Import')
    await screen.shows('1 of them is not in the list you see.')
    screen.field('All that the list shows').click()
    await soon(() => lacks('not in the list you see'))
  })

  it('do not make the head say that all that is shown is selected', async () => {
    screen.field('Select rec_2').click()
    await screen.shows('1 selected, 1 of them not shown by this filter')
    lacks('Keep only')
    await soon(() => expect(label()).toBe('Select all that match'))
  })
})

it('keeps of rows that were picked one by one those that are shown, and ticks no other', async () => {
  await open()
  screen.field('Select rec_2').click()
  await screen.shows('1 selected')
  screen.field('Select rec_1').click()
  await screen.shows('2 selected')
  await screen.fill('Search records', 'Bergen')
  await screen.press('Keep only this one')
  await screen.shows('1 selected')
  await screen.fill('Search records', '')
  await soon(() => expect(ticked()).toEqual(['false', 'true']))
})

it('gives back what was dropped to whoever undoes it', async () => {
  await open()
  screen.field('Select rec_2').click()
  await screen.shows('1 selected')
  screen.field('Select rec_1').click()
  await screen.shows('2 selected')
  await screen.fill('Search records', 'Bergen')
  await screen.press('Keep only this one')
  await screen.shows('1 no longer selected')
  await screen.press('Undo')
  await screen.shows('2 selected, 1 of them not shown by this filter')
})

describe('a selection of what a search found', () => {
  it('holds only that once the search is taken off', async () => {
    await open()
    await screen.fill('Search records', 'ada')
    await screen.shows('1 of 2')
    screen.field('Select all that match').click()
    await screen.shows('1 selected')
    await screen.fill('Search records', '')
    await soon(() => expect(ticked()).toEqual(['true', 'false']))
    await screen.press('Select all 2')
    await screen.shows('2 selected')
    await soon(() => expect(ticked()).toEqual(['true', 'true']))
  })

  it('grows by a row that is ticked then', async () => {
    await open()
    await screen.fill('Search records', 'ada')
    await screen.shows('1 of 2')
    screen.field('Select all that match').click()
    await screen.shows('1 selected')
    await screen.fill('Search records', '')
    await soon(() => expect(ticked()).toEqual(['true', 'false']))
    screen.field('Select rec_2').click()
    await screen.shows('2 selected')
    expect(screen.asked('records.freeze').at(-1)).toMatchObject({
      query: { search: '', among: { kind: 'ids', ids: ['rec_2'] } },
      also: { kind: 'frozen', selectionId: 'first', except: [] },
    })
  })
})

it('says in the foot that a selection is no longer kept', async () => {
  await open({ 'records.shown': gone })
  screen.field('Select rec_1').click()
  await screen.shows('1 selected')
  await screen.fill('Search records', 'Bergen')
  await screen.shows('The selection is no longer kept. Choose the records again.')
})
