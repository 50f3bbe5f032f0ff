import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { campaignSchema, type Campaign } from '../../src-shared/interface/campaign'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import {
  call,
  confirmSending,
  head,
  holdBar,
  html,
  newCampaign,
  openCampaign,
  signOff,
  status,
  tab,
} from '../fixtures/on-campaigns'
import { dialog, rowWith } from '../fixtures/on-catalogue'
import { addEvent } from '../fixtures/on-segments'
import { askService, contactsOf, grid, look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Campaigns from the first word to what came of them, over the embedded service. */
const people = 40
const draft = 'What paying customers miss'
let dns: DnsServer
let service: RunningService

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer()
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  app.env = { POSTROOM_DNS: dns.address }
  await openConnected(app, service, people, { production: true })
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

const listSchema = z.object({ data: campaignSchema.array() })

/** The campaign of a name, as the service holds it. */
async function held(name: string): Promise<Campaign> {
  const { data } = listSchema.parse(await askService(service, '/campaigns?pageSize=100'))
  const found = data.find((one) => one.name === name)
  if (!found) throw new Error(`The service has no campaign ${name}.`)
  return found
}

test('a campaign is found, written, kept through a reload, and saved', async ({ app }) => {
  const { page } = app

  await test.step('the list narrows by status and by what is searched for', async () => {
    await screen(page, 'Campaigns').click()
    await expect(rowWith(page, 'Campaigns', draft)).toContainText('Draft')
    await look(app, 'campaigns')
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Scheduled' })
    await expect(grid(page, 'Campaigns').locator('[data-position]')).toHaveCount(1)
    await page.getByRole('textbox', { name: 'Search campaigns' }).fill('nothing is called this')
    await expect(page.getByText('No campaign matches')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filters' }).click()
    await expect(rowWith(page, 'Campaigns', draft)).toBeVisible()
  })
  await test.step('a new one begins with a name, a mail, a sender and an audience', async () => {
    await newCampaign(page, 'Tide tables, November', 'Tide tables are in your log')
    await expect(status(page)).toHaveText('Draft')
    await expect(html(page)).toContainText('Hello')
    expect((await held('Tide tables, November')).subject).toBe('Tide tables are in your log')
  })
  await test.step('what is not saved outlives a reload', async () => {
    await page.getByRole('textbox', { name: 'Subject' }).fill('Tide tables are in your log now')
    await expect(page.locator('.save-bar')).toContainText('Not saved')
    await expect(call(page, 'Send a test')).toBeDisabled()
    await look(app, 'campaign-content')
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(
      'Tide tables are in your log now',
    )
    await expect(page.locator('.save-bar')).toContainText('Not saved')
    expect((await held('Tide tables, November')).subject).toBe('Tide tables are in your log')
  })
  await test.step('and is saved', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.locator('.save-bar')).toBeHidden()
    await expect(page.locator('.tabs')).toContainText('Edited')
    expect((await held('Tide tables, November')).subject).toBe('Tide tables are in your log now')
  })
  await test.step('its audience is chosen and listed', async () => {
    const reached = (await contactsOf(service)).filter(({ subscribed }) => subscribed).length
    await tab(page, 'Audience').click()
    const everyone = page.getByRole('tab', { name: `Will get it ${reached}` })
    await expect(everyone).toBeVisible()
    await page.getByRole('radio', { name: /^A segment/ }).check()
    await page.getByRole('combobox', { name: 'Segment' }).selectOption({ index: 1 })
    await expect(everyone).toBeHidden()
    await look(app, 'campaign-audience')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(everyone).toBeVisible()
  })
  await test.step('chosen by an event, its people are listed by when they had it last', async () => {
    await page.getByRole('radio', { name: /^A condition/ }).check()
    await addEvent(page, 'login', 365)
    await expect(page.getByRole('columnheader', { name: 'login' })).toBeVisible()
    const times = page.getByRole('grid', { name: 'People who will get it' }).locator('time')
    await expect(times.first()).toBeVisible()
    const shown = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''))
    expect(shown).toEqual([...shown].sort().reverse())
    await page.getByRole('button', { name: 'Discard' }).click()
  })
  await test.step('Back leads through the tabs, and the palette finds it by name', async () => {
    await page.goBack()
    await expect(tab(page, 'Content')).toHaveAttribute('aria-current', 'page')
    await screen(page, 'Overview').click()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill('Tide tables, Nov')
    await page.getByRole('option', { name: /^Tide tables, November/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tide tables, November' })).toBeVisible()
  })
})

test('a sending is confirmed with its number, held, undone, and sent', async ({ app }) => {
  const { page } = app
  await openCampaign(page, draft)
  await signOff(page)

  await test.step('the confirmation says what happens, and asks for the number', async () => {
    await call(page, /^Send to/).click()
    await expect(dialog(page)).toContainText('Signed off')
    await expect(dialog(page)).toContainText('Left out')
    await expect(dialog(page).getByRole('button', { name: /^Send to/ })).toBeDisabled()
    await look(app, 'send-confirm')
    await dialog(page).getByRole('button', { name: 'What will be sent' }).click()
    await expect(dialog(page)).toContainText('/send')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
  await test.step('it is held over every screen, and undone with nothing sent', async () => {
    await call(page, /^Send to/).click()
    await confirmSending(page)
    await expect(holdBar(page)).toContainText(`Held: “${draft}”`)
    await expect(status(page)).toHaveText('Held')
    await look(app, 'send-hold')
    await screen(page, 'Contacts').click()
    await expect(holdBar(page)).toContainText('Nothing has left yet')
    await holdBar(page).getByRole('button', { name: 'Undo' }).click()
    await expect(holdBar(page)).toBeHidden()
    expect((await held(draft)).status).toBe('DRAFT')
  })
  await test.step('Ctrl+Z undoes it, too', async () => {
    await openCampaign(page, draft)
    await call(page, /^Send to/).click()
    await confirmSending(page)
    await expect(holdBar(page)).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(holdBar(page)).toBeHidden()
    expect((await held(draft)).status).toBe('DRAFT')
  })
  await test.step('without waiting it leaves, and what becomes of it is shown', async () => {
    await call(page, /^Send to/).click()
    await confirmSending(page)
    await holdBar(page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(page)).toContainText('Handed over')
    await holdBar(page).getByRole('button', { name: 'See how it stands' }).click()
    await holdBar(page).getByRole('button', { name: 'Close' }).click()
    await expect(holdBar(page)).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Funnel' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('row', { name: /^Sent/ })).toContainText(/[1-9]/)
    await expect(status(page)).toHaveText(/^(Sending|Sent)$/)
    await look(app, 'campaign-after')
  })
  await test.step('its figures are written to a file', async () => {
    await expect(status(page)).toHaveText('Sent', { timeout: 60_000 })
    const file = path.join(app.dataFolder, 'after.csv')
    await app.saveExport(file, async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: 'CSV' }).click()
    })
    expect(await readFile(file, 'utf8')).toContain(draft)
  })
})

test('a campaign is scheduled, cancelled and copied, and a test of it goes out', async ({ app }) => {
  const { page } = app
  await openCampaign(page, draft)

  await test.step('a test goes to one address, without a trace in its figures', async () => {
    await call(page, 'Send a test').click()
    await dialog(page).getByRole('textbox', { name: 'To' }).fill('desk@mail.harbournotes.app nobody')
    await expect(dialog(page)).toContainText('“nobody” is not an address.')
    await look(app, 'campaign-test')
    await dialog(page).getByRole('textbox', { name: 'To' }).fill('desk@harbour.example')
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(
      'The service sends tests only to members of the project',
    )
    await dialog(page).getByRole('textbox', { name: 'To' }).fill('desk@mail.harbournotes.app')
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(page.getByText('Test sent to desk@mail.harbournotes.app.')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
  })
  await signOff(page)
  await test.step('a time that has passed is refused; one ahead is confirmed as a sending is', async () => {
    await call(page, 'Schedule').click()
    await dialog(page).getByLabel('Day').fill('2020-01-01')
    await expect(dialog(page)).toContainText('This has passed')
    await expect(dialog(page).getByRole('button', { name: 'Go on…' })).toBeDisabled()
    await dialog(page).getByLabel('Day').fill('2099-06-01')
    await dialog(page).getByLabel('Time').fill('23:00')
    await expect(dialog(page)).toContainText('at night')
    await expect(dialog(page)).toContainText('UTC')
    await look(app, 'campaign-schedule')
    await dialog(page).getByRole('button', { name: 'Go on…' }).click()
    await confirmSending(page)
    await holdBar(page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(page)).toContainText('Scheduled')
    await holdBar(page).getByRole('button', { name: 'Close' }).click()
    await expect(status(page)).toHaveText('Scheduled')
  })
  await test.step('it is cancelled, and a draft again', async () => {
    await call(page, 'Cancel…').click()
    await dialog(page).getByRole('button', { name: 'Cancel the campaign' }).click()
    await expect(status(page)).toHaveText('Draft')
    expect((await held(draft)).status).toBe('DRAFT')
  })
  await test.step('and copied to go on with', async () => {
    await call(page, 'More of this campaign').click()
    await page.getByRole('menuitem', { name: 'Duplicate…' }).click()
    await dialog(page).getByRole('button', { name: 'Duplicate' }).click()
    await expect(head(page)).toContainText(`${draft}, copy`)
    await expect(status(page)).toHaveText('Draft')
    await expect(html(page)).toContainText('One question')
  })
})
