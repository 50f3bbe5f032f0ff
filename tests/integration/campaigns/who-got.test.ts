import { expect, it, vi } from 'vitest'
import { soon } from '../../fixtures/soon'
import { openPlanFixture } from '../plans/fixture'

// A console is started, and a sending is held.
vi.setConfig({ testTimeout: 120_000 })

const people = 40
const [bounced, delivered, opened, missed] = [6, 12, 9, 13]

/** A campaign that left, with what came of each of its mails, as the console has copied it. */
async function sentToAll() {
  const { core, service, campaignId } = await openPlanFixture(people, { sending: 'in steps' })
  await core.bridge.campaigns.hold({
    id: campaignId,
    scheduledFor: null,
    people,
    typed: String(people),
  })
  await core.bridge.campaigns.sendNow({ id: campaignId })
  await soon(() => expect(service.queueBatch()).toBe(true))
  service.sendEmails()
  const mails = service.state.emails.all().filter(({ campaignId: of }) => of === campaignId)
  expect(mails).toHaveLength(people)
  mails.forEach(({ id }, at) => {
    if (at < bounced) service.settleEmail(id, 'bounce')
    else if (at < people - missed) service.settleEmail(id, 'delivery')
    if (at >= bounced + delivered && at < people - missed) service.settleEmail(id, 'open')
  })
  await core.bridge.sync.start({ mode: 'full', resource: 'events' })
  await soon(async () => {
    const { steps } = await core.bridge.campaigns.reach({ id: campaignId })
    expect(steps).toEqual({ open: missed, delivered, opened, clicked: 0, bounced })
  })
  const emails = new Set(mails.slice(people - missed).map(({ to }) => to))
  return { core, service, campaignId, emails }
}

it('tells of each person what became of it, which adds up to what the service counts', async () => {
  const { core, service, campaignId, emails } = await sentToAll()
  const ask = { id: campaignId, search: '', slice: { offset: 0, limit: 100 } }
  const all = await core.bridge.campaigns.people({ ...ask, step: null })
  expect(all.count).toBe(people)
  const open = await core.bridge.campaigns.people({ ...ask, step: 'open' })
  expect(new Set(open.rows.map(({ email }) => email))).toEqual(emails)
  expect(service.state.campaigns.get(campaignId)).toMatchObject({
    sentCount: people,
    deliveredCount: delivered + opened,
    openedCount: opened,
    bouncedCount: bounced,
  })
})

it('makes a draft of the same mail for those alone from whom nothing came', async () => {
  const { core, service, campaignId, emails } = await sentToAll()
  const draft = await core.bridge.campaigns.writeToMissed({ id: campaignId })
  const sent = await core.bridge.campaigns.get({ id: campaignId })
  expect(draft).toMatchObject({ status: 'DRAFT', mail: sent.mail, audience: { kind: 'segment' } })
  const segment = draft.audience?.kind === 'segment' ? draft.audience.id : ''
  const members = service.state.members.get(segment) ?? new Map<string, unknown>()
  const written = [...members.keys()].map((id) => service.state.contacts.get(id)?.email)
  expect(new Set(written)).toEqual(emails)
})
