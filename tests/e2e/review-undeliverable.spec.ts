import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { check, checks, createDraft, openReview, senderZone, side, soundMail } from '../fixtures/on-review'
import { contactsOf, look, panel, row } from '../fixtures/on-screen'
import { enterVerdicts } from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** What a review says of people whose addresses are known to take no mail. */
const people = 40
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  await createDraft(service, name, { body: soundMail })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

const reached = async () =>
  (await contactsOf(service)).filter(({ subscribed }) => subscribed).map(({ email }) => email)

test('undeliverable people are counted, shown, and projected as bounces', async ({ app }) => {
  const bad = 4
  const emails = await reached()
  const page = await openConnected(app, service, people, { changed: true })
  await enterVerdicts(app, emails, bad)
  // All that are undeliverable, one in two hundred of the others.
  const share = `${(((bad + (emails.length - bad) * 0.005) / emails.length) * 100).toFixed(1)} %`

  await test.step('they are counted among those who get it, and the bounces to expect are an error', async () => {
    await openReview(page, name)
    await expect(check(page, /^Undeliverable addresses/)).toContainText(String(bad))
    await expect(check(page, `Projected bounces ${share}`)).toBeVisible()
    await expect(side(page)).toContainText('Undeliverable among them')
    await expect(side(page).getByRole('button', { name: `Show ${bad}` })).toBeVisible()
    await expect(side(page)).toContainText(`${share} projected bounces`)
    await check(page, `Projected bounces ${share}`).click()
    await expect(checks(page)).toContainText('Providers block senders above 5 %.')
    await expect(side(page)).toContainText('One error must go first.')
    await look(app, 'review-undeliverable')
  })
  await test.step('they are shown, one by one, with their verdict', async () => {
    await side(page)
      .getByRole('button', { name: `Show ${bad}` })
      .click()
    const list = panel(page).getByRole('grid')
    await expect(list).toHaveAttribute('aria-rowcount', String(bad + 1))
    for (const email of emails.slice(0, bad)) await expect(list).toContainText(email)
    await row(page, 0, 'Undeliverable addresses').click()
    await expect(page.getByRole('complementary', { name: 'Contact' })).toContainText(
      'ZeroBounce answered “invalid”.',
    )
  })
})

test('where all that was checked takes mail, the projection passes', async ({ app }) => {
  const page = await openConnected(app, service, people, { changed: true })
  await enterVerdicts(app, await reached(), 0)
  await openReview(page, name)
  await expect(side(page)).toContainText('0.5 % projected bounces')
  await expect(check(page, /^Undeliverable addresses/)).toHaveCount(0)
  await expect(side(page).getByRole('button', { name: 'Sign off' })).toBeEnabled()
})
