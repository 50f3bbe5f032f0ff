import type { Page } from '@playwright/test'
import { z } from 'zod'
import { eventSchema, type Event } from '../../src-shared/interface/event'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import {
  askService,
  contactsOf,
  count,
  grid,
  look,
  paletteChoice,
  panel,
  row,
  screen,
} from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 60
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const grouped = (number: number) => number.toLocaleString('en-US')
const eventsSchema = z.object({ events: z.array(eventSchema) })

/** Every event that the service holds now. */
async function eventsOf(): Promise<Event[]> {
  return eventsSchema.parse(await askService(service, '/events?limit=1000000')).events
}

/** Chooses a name of events that the list is narrowed to. */
async function chooseName(page: Page, option: RegExp): Promise<void> {
  await page.locator('.filter-bar .names').click()
  await page.locator('.n-base-select-option').filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
}

test(
  'events are narrowed by name, time and contact, and each filter is taken off by itself',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    const all = await eventsOf()
    const total = grouped(all.length)
    const of = (wanted: (event: Event) => boolean) => `${grouped(all.filter(wanted).length)} of ${total}`
    await screen(page, 'Events').click()
    await expect(count(page)).toHaveText(total, { timeout: 60_000 })
    const busiest = await test.step('by a contact, from their panel', async () => {
      const held = await contactsOf(service)
      const counted = held.map((one) => ({
        ...one,
        events: all.filter(({ contactId }) => contactId === one.id).length,
      }))
      const most = counted.sort((one, other) => other.events - one.events)[0]
      if (!most) throw new Error('The service is empty.')
      await page.keyboard.press('Control+k')
      await page.keyboard.type(most.email)
      await expect(paletteChoice(page)).toContainText(most.email)
      await page.keyboard.press('Enter')
      await expect(panel(page).getByText(`${grouped(most.events)}, newest first`)).toBeVisible()
      await panel(page).getByRole('link', { name: 'All on the Events screen' }).click()
      await expect(count(page)).toHaveText(of(({ contactId }) => contactId === most.id))
      await expect(button(page, `Contact is ${most.email}`)).toBeVisible()
      return most
    })
    const name = await test.step('by a name besides', async () => {
      const names = all.filter(({ contactId }) => contactId === busiest.id).map((event) => event.name)
      const first = names[0] ?? ''
      await chooseName(page, new RegExp(`^${first.replaceAll('.', '\\.')} `))
      await expect(count(page)).toHaveText(
        of((event) => event.contactId === busiest.id && event.name === first),
      )
      await look(app, 'events-filtered')
      return first
    })
    await test.step('of everybody again, the name stays', async () => {
      await button(page, `Remove the filter Contact is ${busiest.email}`).click()
      await expect(count(page)).toHaveText(of((event) => event.name === name))
    })
    await test.step('by the bar of the histogram that is clicked', async () => {
      const bars = page.getByRole('region', { name: 'Events over time' }).getByRole('button')
      const bar = bars.and(page.locator(':enabled')).first()
      const said = (await bar.getAttribute('aria-label')) ?? ''
      const [, label = '', figure = ''] = /^(.*): ([\d,]+) events?$/.exec(said) ?? []
      await bar.click()
      await expect(count(page)).toHaveText(`${figure} of ${total}`)
      await expect(button(page, `When is ${label}`)).toBeVisible()
      await button(page, `Remove the filter When is ${label}`).click()
      await expect(count(page)).toHaveText(of((event) => event.name === name))
    })
    await test.step('by a span of time', async () => {
      await page.getByLabel('Time span').selectOption('Last 30 days')
      const from = Date.now() - 30 * 86_400_000
      await expect(count(page)).toHaveText(
        of((event) => event.name === name && Date.parse(event.createdAt ?? '') >= from),
      )
    })
    await test.step('by text, until nothing matches', async () => {
      await page.getByRole('textbox', { name: 'Search events' }).fill('nothing-is-called-this')
      await expect(page.getByText('No event matches')).toBeVisible()
      await look(app, 'events-none')
      await button(page, 'Remove the filters').click()
      await expect(count(page)).toHaveText(total)
    })
  },
)

test('the list of events goes by the keyboard, and says what is not there', async ({ app }) => {
  const empty = await startPrepared({ contacts: 0, dialect: 'deployed' })
  try {
    const page = await openConnected(app, service, people)
    await screen(page, 'Events').click()
    await row(page, 0, 'Events').click()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await row(page, 0, 'Events').focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, 1, 'Events')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toContainText('Record')
    await page.keyboard.press('Escape')
    await expect(row(page, 1, 'Events')).toBeFocused()
    await page.keyboard.press('End')
    await expect.poll(() => grid(page, 'Events').locator(':focus').count()).toBe(1)
    await expect(row(page, 1, 'Events')).toHaveCount(0)

    await page.getByRole('button', { name: 'Profile Harbour Notes' }).click()
    await page.getByRole('menuitem', { name: 'Add a profile' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Empty')
    await page.getByLabel('Address', { exact: true }).fill(empty.url)
    await page.getByLabel('Secret key', { exact: true }).fill(empty.secretKey)
    await button(page, 'Connect').click()
    await screen(page, 'Contacts').click()
    await expect(page.getByText('No contacts yet')).toBeVisible()
    await look(app, 'contacts-empty')
    await screen(page, 'Events').click()
    await expect(page.getByText('No events yet')).toBeVisible()
    await look(app, 'events-empty')
    await screen(page, 'Overview').click()
    await expect(page.getByText('Nothing is copied yet')).toBeVisible()
    await look(app, 'overview-empty')
  } finally {
    await empty.stop()
  }
})
