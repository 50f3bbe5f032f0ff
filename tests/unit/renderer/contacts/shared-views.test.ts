import { afterEach, expect, it } from 'vitest'
import type { ListedView } from '../../../../src-shared/bridge/contacts'
import ContactsPage from '../../../../src-renderer/features/contacts/ContactsPage.vue'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { sharedFolder } from '../team/shared-folder'

let page: Page
afterEach(() => page.close())

const view = (id: string, name: string, over: Partial<ListedView> = {}): ListedView => ({
  id,
  name,
  query: { search: name, filters: [], sort: { field: 'email', direction: 'asc' } },
  columns: ['email'],
  by: null,
  shared: false,
  ...over,
})

async function open(views: () => ListedView[], shares = true): Promise<void> {
  page = await Page.open({
    core: {
      contacts: {
        page: () => ({ rows: [], count: 0, total: 0, revision: 1, tookMs: 1 }),
        views: () => ({ views: views() }),
        shareView: () => ({ done: true }),
      },
    },
    path: '/contacts',
    root: ContactsPage,
  })
  page.tell({ topic: 'team', state: shares ? sharedFolder() : { ...sharedFolder(), shared: null } })
  await page.asks('contacts.views')
}

it('a view that somebody shares says who, and can be shown but not changed', async () => {
  await open(() => [view('v1', 'Mine'), view('k/v2', 'Big boats', { by: 'Karel Dvořák', shared: true })])
  await page.press('View: All contacts')
  await page.press(/^Big boats\s*by Karel Dvořák$/)
  await page.press('View: Big boats')
  expect(page.text()).toContain('Save as a new view')
  for (const words of ['Rename', 'Delete the view', 'Save to', 'Share with the team'])
    expect(page.text()).not.toContain(words)
})

it('a view of one’s own is shared, and no more', async () => {
  let shared = false
  await open(() => [view('v1', 'Mine', { shared })])
  await page.press('View: All contacts')
  await page.press('Mine')
  await page.press('View: Mine')
  shared = true
  await page.press('Share with the team')
  await soon(() => expect(page.asked('contacts.shareView')).toEqual([{ id: 'v1', shared: true }]))
  await page.press('View: Mine')
  await page.press('Stop sharing')
  await soon(() => expect(page.asked('contacts.shareView')).toHaveLength(2))
  expect(page.asked('contacts.shareView')[1]).toEqual({ id: 'v1', shared: false })
})

it('what others share meanwhile appears by itself', async () => {
  let views: ListedView[] = []
  await open(() => views)
  views = [view('k/v2', 'Big boats', { by: 'Karel Dvořák', shared: true })]
  page.tell({ topic: 'team', state: { ...sharedFolder(), revision: 2 } })
  await soon(() => expect(page.asked('contacts.views').length).toBeGreaterThan(1))
  await page.press('View: All contacts')
  await page.shows('by Karel Dvořák')
})

it('where nothing is shared nobody is offered to share', async () => {
  await open(() => [view('v1', 'Mine')], false)
  await page.press('View: All contacts')
  await page.press('Mine')
  await page.press('View: Mine')
  expect(page.text()).toContain('Rename')
  expect(page.text()).not.toContain('Share with the team')
})
