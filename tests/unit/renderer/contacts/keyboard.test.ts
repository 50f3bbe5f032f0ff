import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ContactDetail } from '../../../../src-shared/bridge/contacts'
import ContactsPage from '../../../../src-renderer/features/contacts/ContactsPage.vue'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'

let page: Page

function person(id: string): ContactDetail {
  return {
    id,
    email: `${id}@example.com`,
    subscribed: true,
    createdAt: 0,
    updatedAt: 0,
    data: { city: `City of ${id}` },
    verdict: null,
    raw: {},
    eventCount: 0,
    syncedAt: 0,
    pending: [],
  }
}
const people = ['ada', 'bo', 'cy'].map(person)

beforeEach(async () => {
  page = await Page.open({
    core: {
      contacts: {
        page: () => ({ rows: people, count: 3, total: 3, revision: 1, tookMs: 1 }),
        get: ({ id }) => person(id),
        views: () => ({ views: [] }),
      },
      verdicts: { history: () => ({ verdicts: [] }) },
      events: { page: () => ({ rows: [], count: 0, countCapped: false, total: 0, revision: 1 }) },
    },
    path: '/contacts',
    root: ContactsPage,
  })
  await page.shows('ada@example.com')
  row(0).focus()
})
afterEach(() => page.close())

const row = (position: number) => page.body.get<HTMLElement>(`[data-position="${position}"]`).element

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await flushPromises()
  }
}

it('E on a row opens its person at the first value', async () => {
  await press('e')
  await soon(() => expect(document.activeElement).toBe(page.field('Value of city')))
})

it('E opens the person it was pressed on, though another is open', async () => {
  await press('o')
  await page.shows('City of ada')
  await press('j', 'e')
  await soon(() => expect(page.field('Value of city').value).toBe('City of bo'))
  expect(document.activeElement).toBe(page.field('Value of city'))
})

it('J and K in the panel go on to the next person and back, E changes the one that is shown', async () => {
  await press('o')
  await page.shows('City of ada')
  page.button('Close the panel').focus()
  await press('j')
  await page.shows('City of bo')
  page.button('Close the panel').focus()
  await press('k')
  await page.shows('City of ada')
  page.button('Close the panel').focus()
  await press('e')
  expect(document.activeElement).toBe(page.field('Value of city'))
})

it('Esc in the panel closes it, and the focus is on its row again', async () => {
  await press('j', 'o')
  await page.shows('City of bo')
  page.button('Close the panel').focus()
  await press('Escape')
  expect(page.body.find('.side-panel').exists()).toBe(false)
  expect(document.activeElement).toBe(row(1))
})
