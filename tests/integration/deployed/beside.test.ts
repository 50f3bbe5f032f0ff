import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileFor, settled, startCore, type TestCore } from '../../fixtures/core'
import { startDeployedService, type DeployedService } from '../../fixtures/deployed-service/start'
import { queueEmail } from '../../fixtures/deployed-service/mail/queue'
import { mailWith } from '../../fixtures/mails'

/** What a deployed service does beside the specified calls, asked for by the console. */

let service: DeployedService
let core: TestCore
let published = false
beforeEach(async () => {
  published = false
  service = await startDeployedService({ published: () => published })
  service.seed(4)
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await service.stop()
})

async function connect(): Promise<void> {
  await core.bridge.profiles.create(profileFor(service.url, service.secretKey))
  await settled(core.bridge)
}

/** Connected, with a domain that mail may come from. */
async function connectToSend(): Promise<void> {
  await connect()
  published = true
  const { id } = await core.bridge.domains.add({ domain: 'mail.harbournotes.app' })
  await core.bridge.domains.check({ id })
}
const person = (at: number) => {
  const found = service.state.contacts.all()[at]
  if (found === undefined) throw new Error('There are not so many')
  return found
}
const titles = async () => {
  const { entries } = await core.bridge.activity.page({ filter: {}, slice: { offset: 0, limit: 20 } })
  return entries.map(({ title }) => title)
}

it('checking a domain has the service look at it now', async () => {
  await connect()
  const { id } = await core.bridge.domains.add({ domain: 'mail.lamp-room.example' })
  expect((await core.bridge.domains.check({ id })).verified).toBe(false)
  published = true
  expect((await core.bridge.domains.check({ id })).verified).toBe(true)
})

it('reading a segment has the service count it now', async () => {
  await connect()
  const condition = {
    logic: 'AND' as const,
    groups: [{ filters: [{ field: 'subscribed', operator: 'equals' as const, value: true }] }],
  }
  const { id } = await core.bridge.segments.create({
    name: 'In',
    description: '',
    trackMembership: false,
    condition,
  })
  const segment = service.state.segments.get(id)
  if (segment) segment.memberCount = 1
  const counted = (await core.bridge.segments.refresh({ id })).members
  expect(counted).toBe(service.state.contacts.all().filter(({ subscribed }) => subscribed).length)
})

describe('the events of a contact', () => {
  it('are read whole, where the list of all events has only the newest', async () => {
    const { id } = person(0)
    for (let at = 0; at < 120; at++) service.addEvent({ name: `first_${at}`, contactId: id })
    for (let at = 0; at < 1200; at++) service.addEvent({ name: 'later', contactId: person(1).id })
    await connect()
    const events = async () =>
      (
        await core.bridge.events.page({
          query: { names: [], contactId: id, from: null, to: null, search: '' },
          slice: { offset: 0, limit: 500 },
        })
      ).count
    const before = await events()
    const brought = await core.bridge.events.readOfContact({ contactId: id })
    expect(brought).toEqual({ read: 120, added: 120 - before, whole: true })
    expect(await events()).toBe(120)
    expect(await core.bridge.events.readOfContact({ contactId: id })).toMatchObject({ added: 0 })
  })

  it('are refused in words by a service that does not have them by contact', async () => {
    await connect()
    service.faults = ({ path }) =>
      path.startsWith('/events/contact/') ? { do: 'answer', status: 404, body: { error: 'Not found' } } : null
    await expect(core.bridge.events.readOfContact({ contactId: person(0).id })).rejects.toMatchObject({
      data: { code: 'not_found' },
    })
  })
})

describe('a campaign', () => {
  const draft = () =>
    core.bridge.campaigns.create({
      name: 'Tides',
      description: '',
      mail: { ...mailWith('<p>Hello</p>'), type: 'HEADLESS' },
      audience: { kind: 'all' },
    })

  it('that is a draft is deleted, where its name was typed', async () => {
    await connectToSend()
    const { id } = await draft()
    await expect(core.bridge.campaigns.remove({ id, name: 'Tide' })).rejects.toMatchObject({
      data: { code: 'input_invalid' },
    })
    expect(service.state.campaigns.has(id)).toBe(true)
    await core.bridge.campaigns.remove({ id, name: 'Tides' })
    expect(service.state.campaigns.has(id)).toBe(false)
    await expect(core.bridge.campaigns.get({ id })).rejects.toMatchObject({ data: { code: 'not_found' } })
    expect(await titles()).toContain('Delete the campaign “Tides”')
  })

  it('whose audience cannot be read here is duplicated by the service', async () => {
    await connectToSend()
    const { id } = await draft()
    const campaign = service.state.campaigns.get(id)
    Object.assign(campaign!, { audienceType: 'SEGMENT', segmentId: null })
    expect((await core.bridge.campaigns.refresh({ id })).audience).toBeNull()
    const copy = await core.bridge.campaigns.duplicate({ id, name: 'Tides again' })
    expect(copy).toMatchObject({ name: 'Tides again', status: 'DRAFT' })
    expect(copy.id).not.toBe(id)
    expect(service.state.campaigns.get(copy.id)).toMatchObject({
      name: 'Tides again',
      audienceType: 'SEGMENT',
    })
  })

  it('is tested by members of the project alone, and the key is not blamed for it', async () => {
    await connectToSend()
    const { id } = await draft()
    const tested = (email: string) =>
      core.bridge.campaigns.test({ id, emails: [email], by: { kind: 'service' } })
    expect(await tested('operator@example.com')).toEqual({ sent: ['operator@example.com'], failed: [] })
    expect((await tested('person0@example.com')).failed).toMatchObject([
      {
        email: 'person0@example.com',
        problem: {
          code: 'forbidden',
          title: 'The service sends tests only to members of the project',
          action: expect.stringContaining('as somebody gets it'),
        },
      },
    ])
  })

  it('that was sent is not deleted', async () => {
    await connectToSend()
    const { id } = await draft()
    const campaign = service.state.campaigns.get(id)
    if (campaign) campaign.status = 'SENT'
    await core.bridge.campaigns.refresh({ id })
    await expect(core.bridge.campaigns.remove({ id, name: 'Tides' })).rejects.toMatchObject({
      data: { code: 'conflict' },
    })
    expect(service.state.campaigns.has(id)).toBe(true)
  })

  it('says whom its mails bounced from, with who that is in the copy', async () => {
    await connectToSend()
    const { id } = await draft()
    const campaign = service.state.campaigns.get(id)
    if (campaign) campaign.status = 'SENDING'
    for (let at = 0; at < 3; at++) {
      const email = queueEmail(service.state, person(at), {
        subject: 'a',
        body: 'a',
        from: 'a@mail.harbournotes.app',
        fromName: null,
        replyTo: null,
        type: 'HEADLESS',
        campaignId: id,
      })
      service.sendEmails()
      service.settleEmail(email.id, 'bounce')
    }
    const { rows, cursor } = await core.bridge.campaigns.recipients({ id, type: 'bounced', cursor: null })
    expect(rows.map(({ contactId, email }) => `${contactId} ${email}`)).toEqual(
      [2, 1, 0].map((at) => `${person(at).id} ${person(at).email}`),
    )
    expect(cursor).toBeNull()
    expect((await core.bridge.campaigns.recipients({ id, type: 'complained', cursor: null })).rows).toEqual(
      [],
    )
  })
})

it('a template says how many mails were sent with it', async () => {
  await connectToSend()
  const { id } = await core.bridge.templates.create({
    name: 'Welcome',
    subject: 'Hello',
    body: '<p>Hello</p>',
    type: 'TRANSACTIONAL',
    from: 'a@mail.harbournotes.app',
  })
  for (const at of [0, 1]) {
    queueEmail(service.state, person(at), {
      subject: 'a',
      body: 'a',
      from: 'a@mail.harbournotes.app',
      fromName: null,
      replyTo: null,
      type: 'TRANSACTIONAL',
      templateId: id,
    })
  }
  expect(await core.bridge.templates.mailsSent({ id })).toEqual({ count: 2 })
})

it('a sender whose domain may not send is said to be that, and the key is not blamed', async () => {
  await connect()
  const mail = {
    name: 'Hi',
    subject: 'Hi',
    body: '<p>Hi</p>',
    type: 'TRANSACTIONAL',
    from: 'a@other.example',
  } as const
  await expect(core.bridge.templates.create(mail)).rejects.toMatchObject({
    data: { title: 'The sender’s domain may not send yet', code: 'forbidden' },
  })
})

describe('the executions of a workflow', () => {
  async function workflow(): Promise<string> {
    const made = await core.bridge.workflows.create({
      name: 'Welcome',
      eventName: 'signed_up',
      description: '',
      allowReentry: false,
    })
    const { id, updatedAt } = await core.bridge.workflows.refresh({ id: made.id })
    await core.bridge.workflows.update({ id, changes: { enabled: true }, basis: null })
    expect(updatedAt).not.toBeNull()
    return id
  }
  const statuses = () => [...service.state.executions.values()].map(({ status }) => status)

  it('are started and cancelled by hand', async () => {
    await connect()
    const id = await workflow()
    service.state.workflows.get(id)
    await core.bridge.workflows.start({ id, contactId: person(0).id })
    expect(service.state.executions.size).toBe(1)
    await expect(core.bridge.workflows.start({ id, contactId: person(0).id })).rejects.toMatchObject({
      data: { code: 'conflict' },
    })
    const { rows } = await core.bridge.workflows.executions({
      id,
      statuses: null,
      step: null,
      slice: { offset: 0, limit: 10 },
    })
    expect(rows.map(({ email }) => email)).toEqual([person(0).email])
    expect(await core.bridge.workflows.cancel({ id, execution: rows[0]?.id ?? '' })).toEqual({ cancelled: 1 })
    expect(statuses()).toEqual(['CANCELLED'])
  })

  it('are all cancelled where the name of the workflow was typed', async () => {
    await connect()
    const id = await workflow()
    for (const at of [0, 1, 2]) await core.bridge.workflows.start({ id, contactId: person(at).id })
    for (const execution of service.state.executions.values()) execution.status = 'WAITING'
    await expect(core.bridge.workflows.cancel({ id, execution: null, name: 'Wel' })).rejects.toMatchObject({
      data: { code: 'input_invalid' },
    })
    expect(await core.bridge.workflows.cancel({ id, execution: null, name: 'Welcome' })).toEqual({
      cancelled: 3,
    })
    expect(statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  })
})
