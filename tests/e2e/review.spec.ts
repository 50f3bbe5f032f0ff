import type { Page } from '@playwright/test'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { openAgain, openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { heldCampaign } from '../fixtures/on-campaigns'
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
  soundMail,
  side,
} from '../fixtures/on-review'
import { barriers, contactsOf, look, panel, row } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A campaign from a draft with faults to what became of it, reviewed over everybody who would get it. */
const people = 60
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService
let id: string

async function begin(app: App): Promise<void> {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dns: dns.address })
  id = await createDraft(service, name)
  app.env = { POSTROOM_DNS: dns.address }
  await openConnected(app, service, people, { changed: true })
}

async function end(): Promise<void> {
  await service.stop()
  await dns.stop()
}

const line = (page: Page, label: string | RegExp) =>
  side(page)
    .locator('dl > div', { has: page.locator('dt', { hasText: label }) })
    .locator('dd')
const frame = (page: Page) => page.frameLocator('iframe[title^="The mail"]:not([aria-hidden])')
/** Writes the HTML of the mail anew. */
const rewrite = async (page: Page, html: string) => {
  await page.getByRole('textbox', { name: 'HTML of the mail' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(html)
}

/** Whom a mail to everyone subscribed reaches, and who of them has no first name. */
async function expected() {
  const all = await contactsOf(service)
  const reached = all.filter(({ subscribed }) => subscribed)
  const nameless = reached.filter(({ data }) => typeof data.firstName !== 'string' || data.firstName === '')
  return { reached: reached.length, left: all.length - reached.length, nameless: nameless.length }
}

test(
  'a draft is reviewed, mended, signed, tried, sent with a hold, and watched',
  { tag: ['@desktop', '@postgres'] },
  async ({ app }) => {
    // The whole way of a campaign, with every page of it looked at.
    await begin(app)
    const { page } = app
    const { reached, left, nameless } = await expected()

    await test.step('its faults are counted over the people who would get it', async () => {
      await openReview(page, name)
      await expect(check(page, /^Unknown variable firstname/)).toContainText(String(reached))
      await expect(check(page, /^Link is a placeholder/)).toContainText('1')
      await expect(check(page, /^No firstName and no fallback/)).toContainText(String(nameless))
      await expect(line(page, 'Unsubscribed')).toHaveText(`−${left}`)
      await expect(line(page, 'Will get it')).toHaveText(String(reached))
      await expect(side(page)).toContainText('Two errors must go first.')
      await expect(side(page).getByRole('button', { name: 'Sign off' })).toBeDisabled()
    })
    await test.step('the mail is seen as somebody receives it, and asks nobody for its image', async () => {
      await expect(frame(page).getByText('Tide tables are in your log')).toBeVisible()
      await expect(frame(page).getByText('{{firstname}}')).toBeVisible()
      await expect(page.getByText('1 image not loaded.')).toBeVisible()
    })
    await test.step('the people of a check are shown, one by one', async () => {
      await check(page, /^No firstName and no fallback/).click()
      await look(app, 'campaign-review')
      await button(page, `Show ${nameless}`).click()
      await expect(panel(page).getByRole('grid')).toHaveAttribute('aria-rowcount', String(nameless + 1))
      expect.soft(await barriers(page)).toEqual([])
      await app.screenshot('campaign-review-people')
      await row(page, 0, 'No firstName and no fallback').click()
      await expect(panel(page).getByRole('button', { name: 'Add a field' })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(side(page)).toBeVisible()
      await expect(check(page, /^No firstName and no fallback/)).toBeFocused()
    })
    await test.step('a rule is switched off with a reason that stays', async () => {
      await check(page, /^DMARC policy is none/).click()
      await button(page, 'Switch off…').click()
      await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The policy follows in January')
      await dialog(page).getByRole('button', { name: 'Switch off' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expect(checks(page).getByRole('heading', { name: 'Off, 1' })).toBeVisible()
      await reviewed(page)
    })
    await test.step('its place is gone to, and the mail mended there', async () => {
      await check(page, /^Link is a placeholder/).click()
      await button(page, 'Go to line 8').click()
      await expect(page.getByRole('textbox', { name: 'HTML of the mail' })).toBeFocused()
      await rewrite(page, soundMail)
      await button(page, 'Save').click()
      await expect(button(page, 'Save')).toHaveCount(0)
    })
    await test.step('it is signed off', async () => {
      await campaignTab(page, /^Review/).click()
      await reviewed(page)
      await expect(checks(page).getByRole('heading', { name: /^Errors/ })).toHaveCount(0)
      await side(page).getByRole('button', { name: 'Sign off' }).click()
      await expect(side(page).getByText('Signed', { exact: true })).toBeVisible()
      await app.screenshot('campaign-review-signed')
    })
    await test.step('a change voids that', async () => {
      await campaignTab(page, /^Content/).click()
      await page.getByRole('textbox', { name: 'Subject' }).fill('Your tide tables')
      await button(page, 'Save').click()
      await expect(button(page, 'Save')).toHaveCount(0)
      await campaignTab(page, /^Review/).click()
      await reviewed(page)
      await expect(side(page).getByText('Void', { exact: true })).toBeVisible()
      await expect(button(page, /^Send to/)).toBeDisabled()
      await side(page).getByRole('button', { name: 'Sign off' }).click()
      await expect(side(page).getByText('Signed', { exact: true })).toBeVisible()
    })
    await test.step('a test goes to an address', async () => {
      await button(page, 'Send a test').click()
      await dialog(page).getByRole('textbox', { name: 'To' }).fill('proof@lamp-room.example')
      await dialog(page).getByRole('button', { name: 'Send the test' }).click()
      await expect(page.getByText('Test sent to proof@lamp-room.example.')).toBeVisible()
    })
    await test.step('it is held, and undone before anything leaves', async () => {
      await confirm(app, reached)
      await expect(page.getByText(`Held: “${name}” to ${reached} people`).first()).toBeVisible()
      await expect(page.locator('h1 + .tag')).toHaveText('Held')
      await look(app, 'campaign-review-held')
      await button(page, 'Undo').click()
      await expect(page.locator('h1 + .tag')).toHaveText('Draft')
      expect((await heldCampaign(service, id)).status).toBe('DRAFT')
    })
    await test.step('it is sent, and what became of it is told', async () => {
      await confirm(app, reached)
      await button(page, 'Send now').click()
      await expect(page.getByText(`Handed over: “${name}” to ${reached} people`).first()).toBeVisible()
      await campaignTab(page, /^After/).click()
      const sent = page.getByRole('row', { name: /^Sent/ })
      await expect(sent).toContainText(String(reached), { timeout: 60_000 })
      await app.screenshot('campaign-review-after')
    })
    await end()
  },
)

/** From the head of the campaign to the typed count. */
async function confirm({ page }: App, reached: number): Promise<void> {
  await button(page, `Send to ${reached}…`).click()
  await dialog(page).getByRole('textbox').fill(String(reached))
  await dialog(page)
    .getByRole('button', { name: `Send to ${reached}` })
    .click()
  await expect(dialog(page)).toHaveCount(0)
}

test.describe('a draft that stays as it is', () => {
  const shared = sharedApp(begin)
  test.afterAll(end)

  test('a review is walked through with the keys, and its address opens a check', async () => {
    const app = shared()
    const page = await openAgain(app, people)
    await openReview(page, name)
    const first = checks(page).locator('[data-check]').first()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await expect(checks(page).locator('[data-check]').nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(checks(page).locator('[data-check]').nth(1)).toHaveAttribute('aria-expanded', 'true')
    await page.reload()
    await reviewed(page)
    await expect(checks(page).locator('[aria-expanded="true"]')).toHaveCount(1)
  })

  test('the mail is shown as anybody, at each width, as text and dark', async () => {
    const app = shared()
    const page = await openAgain(app, people)
    await openReview(page, name)
    const [somebody] = (await contactsOf(service)).filter(({ data }) => typeof data.firstName === 'string')
    if (!somebody) throw new Error('Nobody in the sample has a first name.')
    await page.getByRole('button', { name: /^Shown as/ }).click()
    await page.getByRole('combobox', { name: 'Search contacts' }).fill(somebody.email)
    await expect(page.locator('[role="option"]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(frame(page).getByText(`Hello ${String(somebody.data.firstName)},`)).toBeVisible()
    await page.getByRole('radio', { name: 'Desktop' }).click()
    await page.getByRole('radio', { name: 'Text' }).click()
    await expect(page.getByRole('region', { name: 'The mail as text' })).toContainText(
      `Hello ${String(somebody.data.firstName)},`,
    )
    await page.getByRole('radio', { name: 'HTML' }).click()
    await button(page, 'Dark').click()
    await expect(page.getByText('This mail has no dark rules:')).toBeVisible()
    const turned = page.frameLocator('iframe[title="Dark, colours turned round"]:not([aria-hidden])')
    await expect(turned.locator('html')).toHaveCSS('filter', 'invert(1) hue-rotate(180deg)')
    await expect(page.getByRole('region', { name: 'In the list of a phone' })).toContainText('Subject 31')
    await app.screenshot('campaign-review-inverted')
    expect(await page.locator('iframe').first().getAttribute('sandbox')).toBe('')
  })

  test('where there is little room, the audience stands behind a button', async () => {
    const app = shared()
    const page = await openAgain(app, people)
    await openReview(page, name)
    const { reached } = await expected()
    await page.setViewportSize({ width: 1100, height: 720 })
    await expect(side(page)).toHaveCount(0)
    await button(page, `${reached} people, audience and sign-off`).click()
    await expect(panel(page)).toContainText(`Will get it${reached}`)
    expect.soft(await barriers(page)).toEqual([])
    await app.screenshot('campaign-review-narrow')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await page.setViewportSize({ width: 900, height: 700 })
    const part = (of: string) => page.getByRole('radio', { name: of, exact: true })
    await expect(checks(page)).toBeVisible()
    await part('Preview').click()
    await expect(checks(page)).toBeHidden()
    await page.getByRole('combobox', { name: 'Mail program' }).selectOption('In Outlook on Windows')
    await expect(frame(page).getByText('Hello').first()).toBeVisible()
    await app.screenshot('campaign-review-900')
    await part('Audience').click()
    await expect(side(page)).toContainText(`Will get it${reached}`)
    expect.soft(await barriers(page)).toEqual([])
    await app.screenshot('campaign-review-900-audience')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('offline, a review counts over the copy, and nothing is signed or sent', async () => {
    const app = shared()
    const page = await openAgain(app, people)
    await openReview(page, name)
    const { reached } = await expected()
    await service.stop()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
    await button(page, 'Run again').click()
    await reviewed(page)
    await expect(line(page, 'Will get it')).toHaveText(String(reached))
    await expect(side(page)).toContainText('Offline. Signing off needs the service.')
    await expect(button(page, 'Send a test')).toBeDisabled()
    expect.soft(await barriers(page)).toEqual([])
    await app.screenshot('campaign-review-offline')
  })
})
