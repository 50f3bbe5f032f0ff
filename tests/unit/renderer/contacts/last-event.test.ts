import { afterEach, expect, it } from 'vitest'
import type { LastEvent } from '../../../../src-shared/bridge/events'
import ContactsPage from '../../../../src-renderer/features/contacts/ContactsPage.vue'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'

let page: Page
afterEach(() => page.close())

const person = (id: string) => ({
  id,
  email: `${id}@example.com`,
  subscribed: true,
  createdAt: 0,
  updatedAt: 0,
  data: {},
  verdict: null,
})
const cell = (position: number) =>
  page.body.get(`[data-position="${position}"] [data-cell="lastEvent"]`).text()

async function open(width: number, newest: () => LastEvent[] = () => []): Promise<void> {
  const rows = ['ada', 'bo'].map(person)
  page = await Page.open({
    core: {
      contacts: {
        page: () => ({ rows, count: 2, total: 2, revision: 1, tookMs: 1 }),
        views: () => ({ views: [] }),
      },
      events: { newest },
    },
    path: '/contacts',
    root: ContactsPage,
    width,
  })
  await page.shows('ada@example.com')
}

it('a wide list says what everybody did last, asked for all rows at once', async () => {
  await open(1920, () => [{ contactId: 'bo', name: 'invoice.paid', at: 1 }])
  await soon(() => expect(cell(1)).toBe('invoice.paid'))
  expect(cell(0)).toBe('–')
  expect(page.asked('events.newest')).toEqual([{ contactIds: ['ada', 'bo'] }])
})
