import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { call, confirmSending, holdBar, openCampaign, signOff, status, tab } from '../fixtures/on-campaigns'
import { button } from '../fixtures/on-import'
import {
  check,
  checks,
  createDraft,
  openReview,
  reviewed,
  senderZone,
  side,
  soundMail,
} from '../fixtures/on-review'
import { contactsOf, look } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Campaigns that nobody would get. */
const people = 40
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

/** Writes at the service itself, and answers what it says. */
async function write(method: string, route: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${route}`, {
    method,
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${route} was answered with ${answer.status}.`)
  return answer.json()
}

/** A segment of these people and a campaign to it; answers with the segment's id. */
async function campaignTo(emails: readonly string[]): Promise<string> {
  const { id } = (await write('POST', '/segments', { name: 'Lamp room', type: 'STATIC' })) as { id: string }
  if (emails.length > 0) await write('POST', `/segments/${id}/members`, { emails })
  await createDraft(service, name, { body: soundMail, audienceType: 'SEGMENT', segmentId: id })
  return id
}

test('a segment without members is told in words, and cannot be signed or sent', async ({ app }) => {
  await campaignTo([])
  const page = await openConnected(app, service, people, { changed: true })

  await test.step('the review says that nobody gets it, and why', async () => {
    await openReview(page, name)
    await check(page, /^Nobody will get it/).click()
    await expect(checks(page)).toContainText('Nobody in the copy is in this audience.')
    await expect(side(page)).toContainText('Nobody would get it. Change the audience.')
    await expect(side(page)).toContainText('One error must go first.')
    await expect(side(page).getByRole('button', { name: 'Sign off' })).toBeDisabled()
    await look(app, 'review-empty')
  })
  await test.step('sending is refused with the reason', async () => {
    const send = call(page, /^Send/).last()
    await expect(send).toBeDisabled()
    await expect(send).toHaveAttribute('aria-description', /Not signed off/)
  })
  await test.step('its audience is gone to and changed, and the error goes', async () => {
    await button(page, 'Go to the audience').click()
    await expect(
      page.getByText('Nobody in the copy is in this audience, or all of them are left out.'),
    ).toBeVisible()
    await page.getByRole('radio', { name: /^Everyone/ }).check()
    await button(page, 'Save').click()
    await expect(button(page, 'Save')).toHaveCount(0)
    await tab(page, 'Review').click()
    await reviewed(page)
    await expect(check(page, /^Nobody will get it/)).toHaveCount(0)
    await expect(side(page).getByRole('button', { name: 'Sign off' })).toBeEnabled()
  })
})

test('a segment of people who all left is told as that', async ({ app }) => {
  const gone = (await contactsOf(service)).filter(({ subscribed }) => !subscribed).slice(0, 2)
  expect(gone).toHaveLength(2)
  await campaignTo(gone.map(({ email }) => email))
  const page = await openConnected(app, service, people, { changed: true })
  await openReview(page, name)
  await check(page, /^Nobody will get it/).click()
  await expect(checks(page)).toContainText('All 2 of this audience are unsubscribed.')
})

test('an audience that empties after the sign-off is counted right before it leaves, and told in words', async ({
  app,
}) => {
  const [one] = (await contactsOf(service)).filter(({ subscribed }) => subscribed)
  const emails = [one?.email ?? '']
  const segment = await campaignTo(emails)
  const page = await openConnected(app, service, people, { changed: true })
  await openCampaign(page, name)
  await signOff(page)
  await write('DELETE', `/segments/${segment}/members`, { emails })

  await call(page, 'Send to 1…').click()
  await confirmSending(page)
  await holdBar(page).getByRole('button', { name: 'Send now' }).click()
  await expect(holdBar(page)).toContainText(`Not sent: “${name}” to 1 person`)
  await expect(holdBar(page)).toContainText(
    'Confirmed: 1 person. Now it would go to 0, by the service’s own count.',
  )
  await expect(status(page)).toHaveText('Draft')
  await look(app, 'campaign-refused')
})
