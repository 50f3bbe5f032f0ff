import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { askBy, pickField } from '../fixtures/on-filters'
import { openAgain, openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import {
  barriers,
  contactsOf,
  count,
  grid,
  look,
  panel,
  row,
  screen,
  search,
  selection,
} from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 40
const sound = 'ann.hale@lamp-room.example'
const gone = 'bo.hale@no-such-place.example'
const desk = 'info@lamp-room.example'
let service: RunningService
let dns: DnsServer

async function begin(app: App): Promise<void> {
  dns = await startDnsServer({
    'lamp-room.example': { MX: [[10, 'mx.lamp-room.example']] },
    'mx.lamp-room.example': { A: ['192.0.2.1'] },
  })
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  for (const email of [sound, gone, desk]) {
    const answer = await fetch(`${service.url}/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, subscribed: true, data: {} }),
    })
    expect(answer.ok).toBe(true)
  }
  await openConnected(app, service, all, { changed: true })
}

async function end(): Promise<void> {
  await service.stop()
  await dns.stop()
}

const all = people + 3
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const verdict = (page: Page) => panel(page).getByRole('region', { name: 'Verdict' })
const health = (page: Page) => page.getByRole('region', { name: 'List health' })

/** Opens a contact beside the list of everybody. */
async function open(page: Page, email: string): Promise<void> {
  await search(page).fill(email)
  await expect(count(page)).toHaveText(`1 of ${all}`)
  // The search before found one, too.
  await expect(row(page, 0)).toContainText(email)
  await row(page, 0).click()
  await expect(panel(page)).toContainText(email)
}

/** Checks the open contact. */
async function checkNow(page: Page, found: string): Promise<void> {
  await verdict(page)
    .getByRole('button', { name: /^Check (now|again)/ })
    .click()
  await expect(verdict(page).locator('.now')).toContainText(found)
  await expect(verdict(page).getByRole('button', { name: 'Check again' })).toBeEnabled()
}

/** Checks three people, one of each of three classes. */
async function checkThree(page: Page): Promise<void> {
  for (const [email, found] of [
    [sound, 'Accepts mail'],
    [gone, 'Undeliverable'],
    [desk, 'Risky'],
  ] as const) {
    await open(page, email)
    await checkNow(page, found)
  }
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await search(page).fill('')
  await expect(count(page)).toHaveText(String(all))
}

test('a contact is checked at a click, and its history says what changed', async ({ app }) => {
  await begin(app)
  const { page } = app
  await open(page, sound)

  await test.step('nothing is known at first', async () => {
    await expect(verdict(page)).toContainText('Not checked')
    dns.mood = 'fails'
    await checkNow(page, 'Unknown')
    await expect(verdict(page)).toContainText('Its domain could not be looked up.')
  })
  await test.step('another check settles it, and the list follows', async () => {
    dns.mood = 'answers'
    // The service remembers for some seconds that it got no answer.
    await expect(async () => {
      await verdict(page).getByRole('button', { name: 'Check again' }).click()
      await expect(verdict(page).locator('.now')).toContainText('Accepts mail', { timeout: 2000 })
    }).toPass({ timeout: 60_000 })
    await verdict(page)
      .getByRole('button', { name: /^Checked / })
      .click()
    await expect(verdict(page)).toContainText('Checked by the service')
    await expect(row(page, 0)).toContainText('Accepts mail')
  })
  await test.step('every verdict stays, with the answers as they came', async () => {
    await button(page, /^Show \d+ verdicts$/).click()
    const history = verdict(page).getByRole('list', { name: 'Verdicts over time' }).locator('> li')
    await expect(history.first()).toContainText('Was unknown')
    await history.first().getByRole('button', { name: 'Show the answer' }).click()
    await expect(history.first()).toContainText('hasMxRecords')
    await expect(history.last()).toContainText('Unknown')
    await look(app, 'contact-verdict')
  })
  await test.step('without the service nobody is asked, and it is said', async () => {
    await service.kill()
    await button(page, 'Sync now').first().click()
    await expect(verdict(page)).toContainText('The service cannot be reached', { timeout: 60_000 })
    await expect(verdict(page).getByRole('button', { name: 'Check again' })).toBeDisabled()
    await expect(verdict(page).locator('.now')).toContainText('Accepts mail')
  })
  await end()
})

test('the Overview shows how the list became what it is, week by week', async ({ app }) => {
  await begin(app)
  const { page } = app
  const emails = (await contactsOf(service)).map(({ email }) => email).sort()
  const agoDays = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const results = ['valid', 'valid', 'valid', 'valid', 'invalid', 'risky']
  const file = path.join(app.dataFolder, 'bought.csv')
  const rows = emails.map(
    (email, index) => `${email},${results[index % 6] ?? ''},${agoDays(10 + ((index * 3) % 80))}`,
  )
  await writeFile(file, `${['email,status,checked', ...rows].join('\n')}\n`)
  const dialog = page.getByRole('dialog')
  await screen(page, 'Verification').click()
  await button(page, 'Import verdicts').first().click()
  await app.chooseFile(file, () => dialog.getByRole('button', { name: 'Choose a file' }).click())
  await dialog.getByRole('textbox', { name: 'Bought from' }).fill('ZeroBounce')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toContainText(new RegExp(`Imported\\s*${all}`), { timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Close' }).click()

  await screen(page, 'Overview').click()
  await expect(health(page)).toContainText(`100 % of ${all} checked`)
  await button(page, 'Show the weeks as a table').click()
  const weeks = health(page).getByRole('group', { name: 'Verdicts by week' }).getByRole('row')
  await expect(weeks.nth(1)).toContainText('Today')
  expect(await weeks.count()).toBeGreaterThan(8)
  await expect(weeks.last()).not.toHaveText(/\b0$/)
  await look(app, 'list-health-weeks')
  await end()
})

test.describe('one console', () => {
  const shared = sharedApp(begin)
  test.afterAll(end)

  test('the Overview says how clean the list is, and what to do next', async () => {
    const app = shared()
    const page = await openAgain(app, all)

    await test.step('before anything was checked', async () => {
      await screen(page, 'Overview').click()
      await expect(health(page)).toContainText('Nobody is checked yet')
      expect(await barriers(page)).toEqual([])
      await app.screenshot('health-nothing')
      await screen(page, 'Contacts').click()
    })
    await checkThree(page)
    await test.step('afterwards', async () => {
      await screen(page, 'Overview').click()
      await expect(health(page)).toContainText(`7 % of ${all} checked`)
      const line = (name: string) => health(page).getByRole('row', { name: new RegExp(`^${name}`) })
      await expect(line('Accepts mail')).toContainText('33.3 %')
      await expect(line('Not checked')).toContainText(String(people))
      await expect(health(page)).toContainText('Check the 40 never checked')
      await look(app, 'list-health')
    })
    await test.step('a step leads to the people it is about', async () => {
      await button(page, 'Review: Unsubscribe 1 undeliverable').click()
      await expect(count(page)).toHaveText(`1 of ${all}`)
      await expect(row(page, 0)).toContainText(gone)
      await expect(button(page, /^Remove the filter Verdict/)).toBeVisible()
    })
  })

  test('contacts are found, counted, sorted and exported by verdict', async () => {
    const app = shared()
    const page = await openAgain(app, all)
    await checkThree(page)

    await test.step('a facet counts the classes', async () => {
      await button(page, 'Facets').click()
      const facet = dialog(page, 'Facets').getByRole('region', { name: 'Verdict' })
      await expect(facet.getByRole('button')).toHaveText([
        `Not checked${people}`,
        'Accepts mail1',
        'Risky1',
        'Undeliverable1',
      ])
      await facet.getByRole('button', { name: 'Undeliverable' }).click()
      await expect(count(page)).toHaveText(`1 of ${all}`)
      await expect(row(page, 0)).toContainText(gone)
      await look(app, 'contacts-by-verdict')
      await page.keyboard.press('Escape')
      await button(page, /^Remove the filter Verdict/).click()
    })
    await test.step('so does a filter', async () => {
      const change = dialog(page, 'Change the filter')
      await pickField(page, 'Verdict')
      await askBy(page, 'is known')
      await change.getByRole('button', { name: 'Done' }).click()
      await expect(count(page)).toHaveText(`3 of ${all}`)
      await pickField(page, 'Checked')
      await askBy(page, 'is in the last')
      await change.getByLabel('How many').fill('1')
      await page.keyboard.press('Enter')
      await expect(count(page)).toHaveText(`3 of ${all}`)
    })
    await test.step('and the order of the classes', async () => {
      await grid(page)
        .getByRole('columnheader', { name: 'Verdict' })
        .getByRole('button', { name: 'Verdict', exact: true })
        .click()
      await expect(row(page, 0)).toContainText(sound)
      await expect(row(page, 2)).toContainText(gone)
    })
    await test.step('a file has both columns', async () => {
      await page.getByRole('checkbox', { name: 'Select all that match' }).click()
      await selection(page).getByRole('button', { name: 'Export' }).click()
      await page.getByRole('radio', { name: /^All \d+ fields/ }).check()
      await page.getByRole('radio', { name: /^JSON/ }).check()
      const file = path.join(app.dataFolder, 'checked.json')
      await app.saveExport(file, () => page.getByRole('button', { name: 'Export 3', exact: true }).click())
      await expect(dialog(page, 'Export contacts')).toHaveCount(0)
      const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>[]
      expect(written.map((one) => [one.email, one.verdict])).toEqual([
        [sound, 'accepts'],
        [desk, 'risky'],
        [gone, 'undeliverable'],
      ])
      for (const one of written) expect(String(one.checkedAt)).toMatch(/^\d{4}-\d\d-\d\dT/)
    })
  })
})
