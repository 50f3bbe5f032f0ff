import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { askBy, pickField } from '../fixtures/on-filters'
import { openConnected, sharedConnected } from '../fixtures/connected'
import {
  askService,
  contactsOf,
  count,
  fillWelcome,
  grid,
  look,
  panel,
  row,
  screen,
  search,
  selection,
  setReadOnly,
} from '../fixtures/on-screen'
import { conditionCount, openSegments } from '../fixtures/on-segments'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 300
let service: RunningService

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('one console', () => {
  const shared = sharedConnected(people, { dialect: 'deployed' })

  test('every column sorts both ways, and filters suit the type of their field', async () => {
    const { page, service } = await shared()
    const all = await contactsOf(service)
    const change = dialog(page, 'Change the filter')
    const of = (wanted: (contact: (typeof all)[number]) => boolean) => `${all.filter(wanted).length} of 300`
    const filter = async (field: string, condition: string, fill: () => Promise<unknown>) => {
      await pickField(page, field)
      await askBy(page, condition)
      await fill()
      await change.getByRole('button', { name: 'Done' }).click()
    }
    const dropFilter = () => page.getByRole('button', { name: /^Remove the filter / }).click()

    await test.step('columns', async () => {
      await button(page, 'Columns').click()
      const hidden = dialog(page, 'Columns').getByRole('list', { name: 'Columns not shown' })
      await hidden.getByRole('checkbox', { name: 'seats' }).click()
      await hidden.getByRole('checkbox', { name: 'Updated' }).click()
      await page.keyboard.press('Escape')
      const heads = grid(page)
        .getByRole('columnheader')
        .filter({ has: page.getByRole('button') })
      const names = (await heads.allInnerTexts()).map((text) => text.trim())
      expect(names).toEqual(expect.arrayContaining(['Address', 'Subscribed', 'Updated', 'Created', 'seats']))
      /** Sorts by a column, and answers which way. */
      const sort = async (head: Locator) => {
        const before = await head.getAttribute('aria-sort')
        await head.getByRole('button').click()
        await expect.poll(() => head.getAttribute('aria-sort')).not.toBe(before)
        return head.getAttribute('aria-sort')
      }
      for (const name of names) {
        const head = heads.filter({ hasText: name })
        const once = await sort(head)
        await head.getByRole('button').click()
        const other = once === 'ascending' ? 'descending' : 'ascending'
        await expect(head).toHaveAttribute('aria-sort', other)
        await expect(row(page, 0)).toContainText('@')
      }
      const seats = heads.filter({ hasText: 'seats' })
      if ((await sort(seats)) === 'ascending') await seats.getByRole('button').click()
      const most = Math.max(...all.map(({ data }) => Number(data.seats ?? 0)))
      await expect(row(page, 0)).toContainText(String(most))
    })
    await test.step('a domain', async () => {
      await pickField(page, 'Domain')
      await change.getByLabel('Find or type a value').fill('gmail.com')
      await page.keyboard.press('Enter')
      await expect(count(page)).toHaveText(of(({ email }) => email.endsWith('@gmail.com')))
      await dropFilter()
    })
    await test.step('a day of creation, and days in a row', async () => {
      const middle = new Date(all[150]?.createdAt ?? '')
      const day = `${middle.getFullYear()}-${String(middle.getMonth() + 1).padStart(2, '0')}-${String(middle.getDate()).padStart(2, '0')}`
      const start = new Date(middle.getFullYear(), middle.getMonth(), middle.getDate())
      await filter('Created', 'is between', () => change.getByLabel('From').fill(day))
      await expect(count(page)).toHaveText(of(({ createdAt }) => new Date(createdAt ?? '') >= start))
      await dropFilter()
      const end = new Date(middle.getFullYear(), middle.getMonth(), middle.getDate() + 1)
      await filter('Updated', 'is between', async () => {
        await change.getByLabel('From').fill(day)
        await change.getByLabel('To').fill(day)
      })
      await expect(count(page)).toHaveText(
        of(({ updatedAt }) => new Date(updatedAt ?? '') >= start && new Date(updatedAt ?? '') < end),
      )
      await dropFilter()
    })
    await test.step('an event, by whether and when it happened', async () => {
      await filter('login', 'ever happened', () => Promise.resolve())
      await expect(count(page)).toHaveText(/^\d+ of 300$/)
      const had = Number(/^\d+/.exec((await count(page).textContent()) ?? '')?.[0])
      expect(had).toBeGreaterThan(0)
      await dropFilter()
      await filter('login', 'did not happen in the last', () => change.getByLabel('How many').fill('9999'))
      await expect(count(page)).toHaveText(`${300 - had} of 300`)
      await dropFilter()
      await filter('login', 'happened in the last', () =>
        change.getByRole('button', { name: /^Never/ }).click(),
      )
      await expect(count(page)).toHaveText(`${300 - had} of 300`)
      await dropFilter()
    })
    await test.step('a yes, and a value that is missing', async () => {
      await filter('newsletter', 'is any of', () => change.getByRole('checkbox', { name: /^Yes/ }).check())
      await expect(count(page)).toHaveText(of(({ data }) => data.newsletter === true))
      await dropFilter()
      await filter('plan', 'has no value', () => Promise.resolve())
      await expect(count(page)).toHaveText(of(({ data }) => data.plan === undefined))
      await dropFilter()
    })
  })

  test('a read-only profile offers nothing that writes', async () => {
    const { app, page } = await shared()
    await setReadOnly(page, true)

    await screen(page, 'Contacts').click()
    await expect(row(page, 0)).toContainText('@')
    await expect(button(page, 'Add')).toHaveCount(0)
    await page.keyboard.press('n')
    await page.keyboard.press('c')
    await expect(dialog(page, 'Add a contact')).toHaveCount(0)
    await row(page, 0).click()
    await expect(panel(page)).toContainText('Data')
    for (const name of ['Add a field', 'Send to', 'Unsubscribe'])
      await expect(button(page, name)).toHaveCount(0)
    await button(page, 'More').click()
    await expect(page.getByRole('menuitem', { name: 'Copy as JSON' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await app.screenshot('read-only')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('>Add')
    await expect(page.getByRole('option', { name: /Add a profile/ })).toBeVisible()
    await expect(page.getByRole('option', { name: /Add a contact/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await screen(page, 'Events').click()
    await expect(button(page, 'Track event')).toBeDisabled()
    await setReadOnly(page, false)
  })

  test('all that match are exported as JSON, nested values whole', { tag: '@desktop' }, async () => {
    const { app, page, service } = await shared()
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await selection(page).getByRole('button', { name: 'Export' }).click()
    await page.getByRole('radio', { name: /^All \d+ fields/ }).check()
    await page.getByRole('radio', { name: /^JSON/ }).check()
    const file = path.join(app.dataFolder, 'people.json')
    await app.saveExport(file, () => button(page, 'Export 300').click())
    // The desktop names the file before its last byte is in it.
    await expect(dialog(page, 'Export contacts')).toHaveCount(0)
    const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>[]
    const held = await contactsOf(service)
    expect(written.map((one) => one.email).sort()).toEqual(held.map(({ email }) => email).sort())
    expect(JSON.stringify(written)).toContain('"vessel":{')
  })

  test(
    'a contact is added, changed and deleted, and an event tracked',
    { tag: ['@desktop', '@postgres'] },
    async () => {
      const { app, page, service } = await shared()
      const email = 'nina.hale@lamp-room.example'
      const held = async () => (await contactsOf(service)).find((one) => one.email === email)

      await test.step('add', async () => {
        await page.keyboard.press('n')
        await page.keyboard.press('c')
        const form = dialog(page, 'Add a contact')
        await form.getByLabel('Address').fill(email)
        await form.getByRole('button', { name: 'Add contact' }).click()
        await expect(panel(page)).toContainText(email)
        await expect(count(page)).toHaveText('301')
        expect(await held()).toBeDefined()
      })
      await test.step('edit its data', async () => {
        await button(page, 'Add a field').click()
        await page.getByLabel('Key', { exact: true }).fill('berth')
        await page.getByLabel('Value of berth').fill('12 north')
        await app.screenshot('edit-data')
        await page.keyboard.press('Enter')
        await expect(panel(page).getByRole('list', { name: 'Values' })).toContainText('12 north')
        await expect.poll(async () => (await held())?.data.berth).toBe('12 north')
      })
      await test.step('track an event', async () => {
        await screen(page, 'Events').click()
        await button(page, 'Track event').click()
        await page.getByLabel('Address').fill(email)
        await page.getByLabel('Event', { exact: true }).fill('moored')
        await page.getByRole('dialog').getByRole('button', { name: 'Track event' }).click()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(row(page, 0, 'Events')).toContainText('moored')
        await expect(row(page, 0, 'Events')).toContainText(email)
      })
      await test.step('delete', async () => {
        await screen(page, 'Contacts').click()
        await search(page).fill(email)
        await expect(row(page, 0)).toContainText(email)
        await row(page, 0).click()
        await button(page, 'More').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await button(page, 'Cancel').click()
        expect(await held()).toBeDefined()
        await button(page, 'More').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await button(page, 'Delete contact').click()
        await expect(page.getByText('No contact matches')).toBeVisible()
        await expect(panel(page)).toHaveCount(0)
        expect(await held()).toBeUndefined()
      })
      await test.step('all of it stands in Activity', async () => {
        await screen(page, 'Activity').click()
        await expect(page.getByRole('treegrid', { name: 'Activity' })).toContainText(email)
        await app.screenshot('activity-writes')
      })
    },
  )

  test('two profiles stand side by side, and one is removed by its name', { tag: '@desktop' }, async () => {
    const other = await startPrepared({ contacts: 40, dialect: 'deployed' })
    try {
      const { app, page } = await shared()
      await page.getByRole('button', { name: 'Profile Harbour Notes' }).click()
      await page.getByRole('menuitem', { name: 'Add a profile' }).click()
      await fillWelcome(page, other, { name: 'Lamp Room' })
      await button(page, 'Connect').click()
      await expect(page.getByRole('button', { name: 'Profile Lamp Room' })).toBeVisible()
      await screen(page, 'Contacts').click()
      await expect(count(page)).toHaveText('40')

      await page.getByRole('button', { name: 'Profile Lamp Room' }).click()
      await app.screenshot('profiles')
      await page.getByRole('menuitemradio', { name: 'Harbour Notes' }).click()
      await expect(page.getByRole('button', { name: 'Profile Harbour Notes' })).toBeVisible()
      await screen(page, 'Contacts').click()
      await expect(count(page)).toHaveText('300')

      await screen(page, 'Settings').click()
      await page
        .getByRole('list', { name: 'Profiles' })
        .getByRole('button', { name: /Lamp Room/ })
        .click()
      await page.getByRole('button', { name: 'Remove profile…' }).click()
      const asked = dialog(page, 'Remove the profile')
      const remove = asked.getByRole('button', { name: 'Remove the profile' })
      await asked.getByRole('textbox').fill('Lamp')
      await expect(remove).toBeDisabled()
      await asked.getByRole('textbox').fill('Lamp Room')
      await remove.click()
      await expect(page.getByRole('button', { name: /Lamp Room/ })).toHaveCount(0)
      await screen(page, 'Contacts').click()
      await expect(count(page)).toHaveText('300')
    } finally {
      await other.stop()
    }
  })
})

test.describe('consoles of their own', () => {
  test.beforeEach(async () => {
    service = await startPrepared({ contacts: people, dialect: 'deployed' })
  })
  test.afterEach(async () => {
    await service.stop()
  })

  test('filters, facets, columns and views narrow and keep a list', async ({ app }) => {
    const page = await openConnected(app, service, people)
    const all = await contactsOf(service)
    const add = dialog(page, 'Add a filter')
    const change = dialog(page, 'Change the filter')
    const of = (wanted: (contact: (typeof all)[number]) => boolean) => `${all.filter(wanted).length} of 300`

    await test.step('by subscribed', async () => {
      await page.keyboard.press('f')
      await add.getByRole('option', { name: /^Subscribed/ }).click()
      await change.getByRole('checkbox', { name: /^No/ }).check()
      await expect(count(page)).toHaveText(of(({ subscribed }) => !subscribed))
      await look(app, 'contacts-filter')
      await page.keyboard.press('Escape')
      await expect(count(page)).toHaveText('300')
      await pickField(page, 'Subscribed')
      await change.getByRole('checkbox', { name: /^No/ }).check()
      await page.keyboard.press('Enter')
      await expect(change).toHaveCount(0)
      await page.getByRole('button', { name: /^Remove the filter Subscribed/ }).click()
      await expect(count(page)).toHaveText('300')
    })
    await test.step('by a number of the data', async () => {
      await pickField(page, 'seats')
      await change.getByLabel('From').fill('5')
      await page.keyboard.press('Enter')
      await expect(count(page)).toHaveText(of(({ data }) => Number(data.seats ?? 0) >= 5))
    })
    const shown = await test.step('by a facet besides', async () => {
      await button(page, 'Facets').click()
      await dialog(page, 'Facets').getByRole('region', { name: 'plan' }).getByRole('button').first().click()
      const chosen = dialog(page, 'Facets').getByRole('button', { pressed: true }).first()
      const plan = (await chosen.locator('.truncate').innerText()).trim()
      const narrowed = of(({ data }) => Number(data.seats ?? 0) >= 5 && data.plan === plan)
      await expect(count(page)).toHaveText(narrowed)
      await page.keyboard.press('Escape')
      return narrowed
    })
    await test.step('another column', async () => {
      await button(page, 'Columns').click()
      const hidden = dialog(page, 'Columns').getByRole('list', { name: 'Columns not shown' })
      await hidden.getByRole('checkbox', { name: 'seats' }).click()
      await expect(grid(page).getByRole('columnheader', { name: 'seats' })).toBeVisible()
      await page.keyboard.press('Escape')
      await app.screenshot('filtered')
    })
    await test.step('saved as a view and chosen again', async () => {
      await page.getByRole('button', { name: 'View: All contacts' }).click()
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
      await dialog(page, 'Save as a view').getByLabel('Name').fill('Big boats')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'View: Big boats' }).click()
      await page.getByRole('menuitemradio', { name: 'All contacts' }).click()
      await expect(count(page)).toHaveText('300')
      await app.restart()
      await screen(app.page, 'Contacts').click()
      await app.page.getByRole('button', { name: /^View: / }).click()
      await app.page.getByRole('menuitemradio', { name: 'Big boats' }).click()
      await expect(count(app.page)).toHaveText(shown)
      await expect(grid(app.page).getByRole('columnheader', { name: 'seats' })).toBeVisible()
    })
    await test.step('a segment begins with it', async () => {
      const now = app.page
      await openSegments(now)
      await button(now, 'From a saved view').click()
      await now.getByRole('menuitem', { name: 'Big boats' }).click()
      await expect(now.getByRole('textbox', { name: 'Name' })).toHaveValue('Big boats')
      await expect(conditionCount(now)).toHaveText(shown.replace(/ of .*/, ''))
      await look(app, 'segment-from-view')
      await screen(now, 'Contacts').click()
      await dialog(now, 'Leave without saving?').getByRole('button', { name: 'Discard' }).click()
      await now.getByRole('button', { name: /^View: / }).click()
      await now.getByRole('menuitemradio', { name: 'Big boats' }).click()
      await expect(count(now)).toHaveText(shown)
    })
    await test.step('changed, kept under another name, and deleted', async () => {
      const now = app.page
      await search(now).fill('a')
      await now.getByRole('button', { name: 'View: Big boats, changed' }).click()
      await now.getByRole('menuitem', { name: 'Save to “Big boats”' }).click()
      await now.getByRole('button', { name: 'View: Big boats', exact: true }).click()
      await now.getByRole('menuitem', { name: 'Rename' }).click()
      await now.getByRole('dialog').getByLabel('Name').fill('Boats with an a')
      await now.keyboard.press('Enter')
      await now.getByRole('button', { name: 'View: Boats with an a' }).click()
      await now.getByRole('menuitem', { name: 'Delete the view' }).click()
      await now
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click()
      await now.getByRole('button', { name: 'View: All contacts' }).click()
      await expect(now.getByRole('menuitemradio')).toHaveCount(1)
    })
  })

  test('a production profile asks for the address before it deletes', async ({ app }) => {
    const page = await openConnected(app, service, people, { production: true })
    await expect(page.locator('.top-bar').getByText('Production')).toBeVisible()
    await row(page, 0).click()
    const email = (await row(page, 0).locator('[data-cell]').first().innerText()).trim()
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const asked = dialog(page, 'Delete this contact')
    const confirm = asked.getByRole('button', { name: 'Delete contact' })
    await expect(confirm).toBeDisabled()
    await asked.getByRole('textbox').fill('someone-else@lamp-room.example')
    await expect(confirm).toBeDisabled()
    await asked.getByRole('textbox').fill(email)
    await app.screenshot('delete-in-production')
    await confirm.click()
    await expect(count(page)).toHaveText('299')
    const answer = askService(service, `/contacts?search=${encodeURIComponent(email)}`)
    expect(JSON.stringify(await answer)).not.toContain(email)
  })
})
