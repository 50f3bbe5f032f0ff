import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { startMailServer, type MailServer } from '../fixtures/mail-server'
import {
  call,
  confirmSending,
  head,
  heldCampaign,
  holdBar,
  html,
  openCampaign,
  signOff,
  status,
  tab,
} from '../fixtures/on-campaigns'
import { dialog, rowWith } from '../fixtures/on-catalogue'
import { createDraft, senderZone, soundMail } from '../fixtures/on-review'
import { contactsOf, look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A sending that is stopped on its way: the mail server takes a few, and has the others wait. */
const people = 40
const taken = 5
const name = 'Tide tables, November'
const subject = 'Tide tables are in your log now'
let dns: DnsServer
let post: MailServer
let service: RunningService
let id: string

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  let left = taken
  post = await startMailServer({
    // 451: not now. Mail of others, such as the sample's workflows, is none of this.
    data: ({ source }) => (source.includes(subject) && left-- <= 0 ? 451 : undefined),
  })
  service = await startPrepared({ contacts: people, dns: dns.address, smtp: post.url })
  id = await createDraft(service, name, { subject, body: soundMail })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await service.stop()
  await post.stop()
  await dns.stop()
})

test('a sending is stopped in the middle, and what had gone is told', async ({ app }) => {
  const page = await openConnected(app, service, people, { changed: true })
  const reached = (await contactsOf(service)).filter(({ subscribed }) => subscribed).length
  await openCampaign(page, name)

  await test.step('it is on its way, and says how far', async () => {
    await signOff(page)
    await call(page, /^Send to/).click()
    await confirmSending(page)
    await holdBar(page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(page)).toContainText('Handed over')
    await holdBar(page).getByRole('button', { name: 'Close' }).click()
    await tab(page, 'After').click()
    await expect(page.getByRole('region', { name: 'Progress' })).toContainText(
      `${taken} of ${reached} mails left the service`,
      { timeout: 60_000 },
    )
    await expect(status(page)).toHaveText('Sending')
    await look(app, 'campaign-sending')
  })
  await test.step('its audience and review are those it was sent to and with', async () => {
    await tab(page, 'Audience').click()
    await expect(page.getByText(`It goes to ${reached} people`)).toBeVisible()
    await tab(page, 'Review').click()
    await expect(page.getByRole('region', { name: 'As it was sent' })).toContainText(`Recipients${reached}`)
    await look(app, 'campaign-review-sent')
    await tab(page, 'After').click()
  })
  await test.step('one click stops it', async () => {
    await call(page, 'Stop sending').click()
    await expect(page.getByText(/^Stopped at \d+$/)).toBeVisible()
  })
  await test.step('the page says what had left', async () => {
    await expect(status(page)).toHaveText('Cancelled')
    await expect(page.getByText(`Cancelled after ${taken} of ${reached} were sent.`)).toBeVisible()
    await expect(page.getByRole('row', { name: /^Sent/ })).toContainText(String(taken))
    await look(app, 'campaign-cancelled')
  })
  await test.step('so do the list and the record, and nobody else gets it', async () => {
    await screen(page, 'Campaigns').click()
    await expect(rowWith(page, 'Campaigns', name)).toContainText('Cancelled')
    expect(await heldCampaign(service, id)).toMatchObject({
      status: 'CANCELLED',
      sentCount: taken,
      totalRecipients: reached,
    })
    expect(post.received.filter(({ source }) => source.includes(subject))).toHaveLength(taken)
  })
  await test.step('it cannot be taken up again; a copy can', async () => {
    await openCampaign(page, name)
    await expect(call(page, /^Send to/)).toHaveCount(0)
    await expect(call(page, 'Stop sending')).toHaveCount(0)
    await call(page, 'Duplicate…').click()
    await dialog(page).getByRole('button', { name: 'Duplicate' }).click()
    await expect(head(page)).toContainText(`${name}, copy`)
    await expect(status(page)).toHaveText('Draft')
    await expect(html(page)).toContainText('Tide tables are in your log')
  })
})
