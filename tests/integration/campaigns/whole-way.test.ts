import { afterEach, expect, it, vi } from 'vitest'
import { signedOff } from '../../fixtures/signed-off'
import { profileFor, settled, startCore, stateOf, type TestCore } from '../../fixtures/core'
import { problemOf } from '../../fixtures/problem-of'
import { startKeptService } from '../../fixtures/kept-service'
import type { RunningService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { sendMail } from '../../fixtures/send-mail'
import { aDraft } from './drafts'

// A service and a core are started, and a campaign is sent.
vi.setConfig({ testTimeout: 60_000 })

let core: TestCore
let service: RunningService
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function open(dialect: 'reference' | 'envelope' | 'deployed') {
  service = await startKeptService({ contacts: 40, dialect })
  const id = await aDraft(service)
  core = await startCore()
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await until(
    async () => stateOf(await core.bridge.sync.state(), 'campaigns').asOf,
    (asOf) => asOf !== null,
  )
  await settled(core.bridge)
  return id
}

const page = { query: { search: 'News of' }, slice: { offset: 0, limit: 10 } } as const

it.each(['reference', 'envelope', 'deployed'] as const)(
  'reviews, tests, holds and sends a campaign of %s, and reads what became of it',
  async (dialect) => {
    const id = await open(dialect)
    const { bridge } = core
    expect(await bridge.campaigns.page(page)).toMatchObject({ count: 1, rows: [{ id, status: 'DRAFT' }] })
    const { mail, basis } = await bridge.campaigns.get({ id })
    const changed = await bridge.campaigns.update({
      id,
      changes: { mail: { ...mail, subject: 'News' } },
      basis,
    })
    expect(changed).toMatchObject({ mail: { subject: 'News' }, status: 'DRAFT' })
    // A deployed service sends tests to who has an address at a domain of the project alone.
    const emails = ['ada@mail.harbournotes.app']
    expect(await bridge.campaigns.test({ id, emails, by: { kind: 'service' } })).toEqual({
      sent: emails,
      failed: [],
    })
    const as = { kind: 'values', email: 'ada@example.com', data: { firstName: 'Ada' } } as const
    expect(await bridge.campaigns.test({ id, emails, by: { kind: 'rendered', as } })).toEqual({
      sent: emails,
      failed: [],
    })
    const people = await signedOff(bridge, id)
    const wanted = { id, scheduledFor: null, people, typed: people.toLocaleString('en') }
    await bridge.campaigns.hold(wanted)
    await bridge.campaigns.undo({ id })
    expect(await bridge.campaigns.refresh({ id })).toMatchObject({ status: 'DRAFT' })
    await bridge.campaigns.hold(wanted)
    expect(await bridge.campaigns.sendNow({ id })).toMatchObject({ state: 'sent', people })
    const results = await until(
      () => bridge.campaigns.results({ id, refresh: true }),
      ({ status }) => status === 'SENT',
    )
    expect(results.funnel).toMatchObject({ recipients: people, sent: people })
    expect(await problemOf(bridge.campaigns.hold(wanted))).toMatchObject({ code: 'conflict' })
  },
)

it.each(['reference', 'envelope', 'deployed'] as const)('sends a mail through %s', async (dialect) => {
  const id = await open(dialect)
  const { bridge } = core
  const { mail } = await bridge.campaigns.get({ id })
  const hold = await sendMail(bridge, {
    to: ['ada@example.com', 'bob@example.com'],
    templateId: null,
    subject: 'Hello {{name}}',
    body: '<p>Hello {{name}}</p>',
    from: mail.from,
    fromName: 'News',
    replyTo: null,
    data: { name: 'Ada' },
    subscribed: null,
    attachments: [],
  })
  expect(hold).toMatchObject({ state: 'sent', people: 2, taken: 2 })
  const { mails } = await bridge.send.history({ slice: { offset: 0, limit: 5 } })
  expect(mails.map(({ subject }) => subject)).toEqual(['Hello Ada', 'Hello Ada'])
  const contactId = mails[1]?.contactId ?? ''
  expect(await bridge.contacts.get({ id: contactId })).toMatchObject({
    email: 'ada@example.com',
    subscribed: false,
  })
})

it('schedules a campaign, and cancels it', async () => {
  const id = await open('deployed')
  const { bridge } = core
  const people = await signedOff(bridge, id)
  const scheduledFor = Date.now() + 86_400_000
  await bridge.campaigns.hold({ id, scheduledFor, people, typed: String(people) })
  expect(await bridge.campaigns.sendNow({ id })).toMatchObject({ state: 'sent', scheduledFor })
  expect(await bridge.campaigns.get({ id })).toMatchObject({ status: 'SCHEDULED', scheduledFor })
  expect(await bridge.campaigns.cancel({ id })).toMatchObject({
    // Nothing was sent yet, so that it is a draft again.
    status: 'DRAFT',
  })
})

it('holds for as long as Settings says, and drops what is held when the profile is left', async () => {
  const id = await open('reference')
  const { bridge } = core
  await bridge.settings.update({ holdSeconds: 5 })
  expect(await bridge.settings.update({ dismissed: ['one'] })).toMatchObject({ holdSeconds: 5 })
  const people = await signedOff(bridge, id)
  const held = await bridge.campaigns.hold({ id, scheduledFor: null, people, typed: String(people) })
  expect(held).toMatchObject({ state: 'held', seconds: 5 })
  await core.quit()
  const headers = { authorization: `Bearer ${service.secretKey}` }
  const found = await (await fetch(`${service.url}/campaigns/${id}`, { headers })).json()
  expect(found).toMatchObject({ status: 'DRAFT' })
})
