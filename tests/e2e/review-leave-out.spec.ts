import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type App } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { dialog } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import {
  campaignTab,
  check,
  checks,
  createDraft,
  openReview,
  reviewed,
  senderZone,
  side,
  soundMail,
} from '../fixtures/on-review'
import { barriers, contactsOf, look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import { outboxCookie, type RunningService } from '../fixtures/service'

/** Undeliverable people are left out of a draft, at the service too, and written to after all. */
const people = 40
const bad = 4
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService
let emails: string[]

// Verdicts are entered and a campaign is reviewed before anything is tried, and one is sent.

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  await createDraft(service, name, { body: soundMail })
  emails = (await contactsOf(service)).filter(({ subscribed }) => subscribed).map(({ email }) => email)
  app.env = { POSTROOM_DNS: dns.address }
  await openConnected(app, service, people, { changed: true })
  await enterVerdicts(app)
  await openReview(app.page, name)
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

/** Enters verdicts of a file: the first addresses take no mail, the others do. */
async function enterVerdicts(app: App): Promise<void> {
  const { page } = app
  const file = path.join(app.dataFolder, 'bought.csv')
  const rows = emails.map((email, at) => `${email},${at < bad ? 'invalid' : 'valid'}`)
  await writeFile(file, ['Email Address,ZB Status', ...rows, ''].join('\n'))
  await screen(page, 'Verification').click()
  await button(page, 'Import verdicts').first().click()
  await app.chooseFile(file, () => dialog(page).getByRole('button', { name: 'Choose a file' }).click())
  const choose = (label: string) => dialog(page).getByRole('combobox', { name: label })
  await choose('Column with the result').selectOption({ label: 'ZB Status' })
  await dialog(page).getByRole('textbox', { name: 'Bought from' }).fill('ZeroBounce')
  await choose('What valid means').selectOption({ label: 'Accepts mail' })
  await choose('What invalid means').selectOption({ label: 'Undeliverable' })
  await dialog(page).getByRole('button', { name: 'Import' }).click()
  await expect(dialog(page)).toContainText(new RegExp(`Imported\\s*${emails.length}`), { timeout: 60_000 })
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** A figure of the audience. */
const figure = (page: Page, label: string) =>
  side(page)
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()

/** Asks for it beside the figure, and confirms. */
async function leaveOut(page: Page): Promise<void> {
  await side(page).getByRole('button', { name: 'Leave them out' }).click()
  await dialog(page)
    .getByRole('button', { name: `Leave ${bad} people out` })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(figure(page, 'Undeliverable')).toHaveText(`−${bad}`)
  await reviewed(page)
}

test('undeliverable people are left out, and the campaign goes to everybody else', async ({ app }) => {
  const { page } = app
  const reached = emails.length - bad

  await test.step('before it is done, it says what it will do', async () => {
    await expect(figure(page, 'Will get it')).toHaveText(String(emails.length))
    await check(page, /^Undeliverable addresses/).click()
    await checks(page).getByRole('button', { name: 'Leave them out' }).click()
    await expect(dialog(page)).toContainText(`with all ${bad} people of the copy`)
    await look(app, 'review-leave-out')
    await dialog(page).getByRole('button', { name: 'Keep them in' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('the figures count them apart, and the bounces to expect are few', async () => {
    await leaveOut(page)
    await expect(figure(page, 'Everyone')).toHaveText(String(people))
    await expect(figure(page, 'Will get it')).toHaveText(String(reached))
    await expect(side(page)).toContainText('0.5 % projected bounces')
    await look(app, 'review-left-out')
  })
  await test.step('the service has a segment of them', async () => {
    await screen(page, 'Segments').click()
    await page.getByRole('textbox', { name: 'Search segments' }).fill('by Postroom')
    const found = page
      .getByRole('grid', { name: 'Segments' })
      .getByRole('row', { name: /Undeliverable, by Postroom/ })
    await expect(found).toContainText(String(bad))
  })
  await test.step('it is sent to everybody else alone', async () => {
    await openReview(page, name)
    await side(page).getByRole('button', { name: 'Sign off' }).click()
    await expect(side(page).getByText('Signed', { exact: true })).toBeVisible()
    await button(page, `Send to ${reached}…`).click()
    await expect(dialog(page)).toContainText(`${bad} undeliverable`)
    await dialog(page).getByRole('textbox').fill(String(reached))
    await dialog(page)
      .getByRole('button', { name: `Send to ${reached}` })
      .click()
    await button(page, 'Send now').click()
    await campaignTab(page, /^After/).click()
    await expect(page.getByRole('row', { name: /^Sent/ })).toContainText(String(reached), { timeout: 60_000 })
    // The service counts a mail before its outbox lists it.
    const written = async () => {
      const outbox = await (await fetch(`${service.url}/outbox`, { headers: outboxCookie(service) })).text()
      return emails.filter((email) => outbox.includes(`>${email}</a>`))
    }
    await expect.poll(written, { timeout: 60_000 }).toEqual(emails.slice(bad))
  })
})

test('they are written to after all, which voids a sign-off, and nothing is done offline', async ({
  app,
}) => {
  const { page } = app
  await leaveOut(page)
  await side(page).getByRole('button', { name: 'Sign off' }).click()
  await expect(side(page).getByText('Signed', { exact: true })).toBeVisible()

  await test.step('the audience is again what it was', async () => {
    await button(page, 'Write to the undeliverable after all').click()
    await expect(figure(page, 'Will get it')).toHaveText(String(emails.length))
    await expect(side(page).getByText('Void', { exact: true })).toBeVisible()
  })
  await test.step('without the service it is refused in words', async () => {
    await reviewed(page)
    await service.kill()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
    await side(page).getByRole('button', { name: 'Leave them out' }).click()
    await expect(dialog(page)).toContainText('Nothing answers at this address.')
    await expect(dialog(page).getByRole('button', { name: `Leave ${bad} people out` })).toBeDisabled()
    expect.soft(await barriers(page)).toEqual([])
    await app.screenshot('review-leave-out-offline')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
  })
})
