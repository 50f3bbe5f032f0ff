import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asProblem } from '../../../src-main/core/problems'
import { connect } from '../../../src-main/core/database/database'
import { cacheFiles } from '../../../src-main/core/database/location'
import { hang, html, json, refuse, reset } from '../../fixtures/misbehaving-server'
import { openFixture, outgoing, taken, type Fixture } from './fixture'

const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => asProblem(error).problem,
  )
const hour = 3_600_000

/** How many bodies the copy keeps. */
function bodies({ folder }: Fixture): number {
  const db = connect(cacheFiles(folder).database, null)
  try {
    return db.prepare<[], number>('SELECT count(*) FROM sent_mail_body').pluck().get() ?? -1
  } finally {
    db.close()
  }
}

function reused(
  originalStatusCode?: number | null,
  where: 'beside the code' | 'in its details' = 'beside the code',
) {
  const said = originalStatusCode === undefined ? {} : { originalStatusCode }
  const error = {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'Used',
    statusCode: 409,
    ...(where === 'beside the code'
      ? said
      : { details: { key: 'k', originalRequest: 'POST /v1/send', ...said } }),
  }
  return json({ success: false, error }, { status: 409 })
}

it('sends one request a recipient, each with a key of its own, and keeps nothing of the body', async () => {
  const fixture = await openFixture()
  const to = ['ada@example.com', 'bob@example.com', 'ADA@example.com']
  const mails = await fixture.mails.send({ ...outgoing, to })
  expect(mails).toMatchObject([
    { to: 'ada@example.com', subject: 'Your invoice', state: 'sent', emailId: 'msg_1', contactId: 'cnt_1' },
    { to: 'bob@example.com', state: 'sent' },
  ])
  expect(fixture.sends().map(({ body }) => JSON.parse(body).to)).toEqual([
    'ada@example.com',
    'bob@example.com',
  ])
  expect(new Set(fixture.sends().map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  expect(bodies(fixture)).toBe(0)
  expect(await fixture.history()).toMatchObject({
    count: 2,
    mails: [{ to: 'bob@example.com' }, { to: 'ada@example.com' }],
  })
})

it('says in the request only what was written', async () => {
  const fixture = await openFixture()
  await fixture.mails.send({
    ...outgoing,
    templateId: 'tpl_1',
    subject: null,
    body: null,
    from: null,
    fromName: 'Team',
    replyTo: 'help@example.com',
    data: { plan: 'pro' },
    subscribed: true,
  })
  expect(JSON.parse(fixture.sends()[0]?.body ?? '')).toEqual({
    to: 'ada@example.com',
    template: 'tpl_1',
    name: 'Team',
    reply: 'help@example.com',
    subscribed: true,
    data: { plan: 'pro' },
  })
})

it('is in the activity log without its body, and in no other', async () => {
  const fixture = await openFixture()
  await fixture.mails.send({ ...outgoing, data: { resetLink: 'https://example.com/very-secret' } })
  const filter = { kind: 'write', outcome: 'done', search: '' } as const
  const { entries } = await fixture.cache.activity.page({ filter, slice: { offset: 0, limit: 5 } })
  expect(entries).toMatchObject([{ title: 'Send “Your invoice” to ada@example.com', path: '/v1/send' }])
  const whole = JSON.stringify(await fixture.cache.activity.get(entries[0]?.id ?? 0))
  expect(whole + fixture.log()).not.toMatch(/Secret body|very-secret/)
})

describe('a mail is not sent', () => {
  it.each([
    ['without a subject', { subject: null }, 'subject'],
    ['without a body', { body: ' ' }, 'body'],
    ['without a sender', { from: null }, 'from'],
    ['from what is no address', { from: 'team' }, 'from'],
    ['to what is no address', { to: ['ada@example.com', 'bob'] }, 'to.1'],
    ['with an answer address that is none', { replyTo: 'x' }, 'replyTo'],
    ['with a subject of two lines', { subject: 'a\nBcc: b@example.com' }, 'subject'],
  ])('%s', async (_what, change, field) => {
    const fixture = await openFixture()
    const found = await problemOf(fixture.mails.send({ ...outgoing, ...change }))
    expect(found).toMatchObject({ code: 'input_invalid' })
    expect(found?.fields?.map((each) => each.field)).toContain(field)
    expect(fixture.sends()).toHaveLength(0)
  })

  it('while offline, and does not wait', async () => {
    const fixture = await openFixture()
    fixture.online = false
    expect(await problemOf(fixture.mails.send(outgoing))).toMatchObject({ code: 'offline' })
    expect((await fixture.history()).count).toBe(0)
  })
})

describe('what the service refuses', () => {
  it('is refused for one recipient and not for the next', async () => {
    const fixture = await openFixture()
    fixture.server.answer(({ body }) => (body.includes('bad@') ? refuse(422, 'VALIDATION_ERROR') : taken()))
    const mails = await fixture.mails.send({ ...outgoing, to: ['bad@example.com', 'ada@example.com'] })
    expect(mails).toMatchObject([
      { state: 'refused', problem: { code: 'invalid_request' } },
      { state: 'sent' },
    ])
    expect(bodies(fixture)).toBe(0)
  })

  it.each([
    [401, 'INVALID_API_KEY', 'key_refused'],
    [402, 'BILLING_LIMIT_EXCEEDED', 'billing_limit'],
    [403, 'FORBIDDEN', 'forbidden'],
  ])('is not tried with the others where it is %i', async (status, said, code) => {
    const fixture = await openFixture()
    fixture.server.answer(() => refuse(status, said))
    const mails = await fixture.mails.send({ ...outgoing, to: ['ada@example.com', 'bob@example.com'] })
    expect(mails).toMatchObject([
      { state: 'refused', problem: { code } },
      { state: 'refused', problem: { code } },
    ])
    expect(fixture.sends()).toHaveLength(1)
  })
})

describe('without an answer', () => {
  it.each([
    ['a reset', reset()],
    ['nothing in time', hang()],
    ['a failure inside', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['a web page', html()],
  ])('is unknown after %s, once, and keeps what was sent', async (_what, reply) => {
    const fixture = await openFixture()
    fixture.server.answer(() => reply)
    expect(await fixture.mails.send(outgoing)).toMatchObject([
      { state: 'unknown', problem: { code: 'outcome_unknown' } },
    ])
    expect(fixture.sends()).toHaveLength(1)
    expect(bodies(fixture)).toBe(1)
  })

  async function unknown(): Promise<{ fixture: Fixture; id: number }> {
    const fixture = await openFixture()
    fixture.server.next(reset())
    const attachments = [await fixture.attach('invoice.pdf', Buffer.from([0, 1, 2, 255]))]
    const [mail] = await fixture.mails.send({ ...outgoing, attachments })
    return { fixture, id: mail?.id ?? 0 }
  }

  it('asks with the same bytes and the same key, attachments and all (C23)', async () => {
    const { fixture, id } = await unknown()
    expect(await fixture.mails.settle(id, 'ask')).toMatchObject({ state: 'sent', problem: null })
    const [first, second] = fixture.sends()
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(bodies(fixture)).toBe(0)
  })

  it.each([
    ['it was carried out', 200, 'sent'],
    ['the service is still at it', null, 'unknown'],
    ['it failed then', 500, 'unknown'],
    ['the service does not say', undefined, 'unknown'],
  ])('reads of a key that was seen that %s', async (_what, original, state) => {
    const { fixture, id } = await unknown()
    fixture.server.next(reused(original))
    expect(await fixture.mails.settle(id, 'ask')).toMatchObject({ state })
    expect(bodies(fixture)).toBe(state === 'sent' ? 0 : 1)
  })

  it.each([
    [200, 'sent'],
    [null, 'unknown'],
    [502, 'unknown'],
  ])('reads it from the details of the refusal, too: %s', async (original, state) => {
    const { fixture, id } = await unknown()
    fixture.server.next(reused(original, 'in its details'))
    expect(await fixture.mails.settle(id, 'ask')).toMatchObject({ state })
  })

  it('is refused where the service says of the same key that it never will', async () => {
    const { fixture, id } = await unknown()
    fixture.server.next(refuse(409, 'CONFLICT'))
    expect(await fixture.mails.settle(id, 'ask')).toMatchObject({
      state: 'refused',
      problem: { code: 'conflict' },
    })
  })

  it.each([23 * hour, -24 * hour])('is not asked about %d ms later by the clock (C25)', async (ms) => {
    const { fixture, id } = await unknown()
    fixture.clock.jump(ms)
    expect(await problemOf(fixture.mails.settle(id, 'ask'))).toMatchObject({ code: 'conflict' })
    expect(fixture.sends()).toHaveLength(1)
  })

  it.each([
    ['sent', 'sent'],
    ['notSent', 'refused'],
  ] as const)('is settled by a person who says %s', async (how, state) => {
    const { fixture, id } = await unknown()
    expect(await fixture.mails.settle(id, how)).toMatchObject({ state })
    expect(bodies(fixture)).toBe(0)
    expect(await problemOf(fixture.mails.settle(id, 'ask'))).toMatchObject({ code: 'conflict' })
    expect(fixture.sends()).toHaveLength(1)
  })
})

it('after a restart, what had left is unknown, and what had not is not sent', async () => {
  const fixture = await openFixture()
  const facts = { template: null, from: null, filled: null, files: 0, bytes: 0 }
  const about = { subject: 'Hi', name: null, data: null, facts }
  const to = [
    { email: 'ada@example.com', key: 'key-1', ...about },
    { email: 'bob@example.com', key: 'key-2', ...about },
  ]
  const [ada] = await fixture.cache.sentMails.add({
    to,
    templateId: null,
    rest: '{"data":{}}',
    now: fixture.clock.now(),
    hold: null,
  })
  await fixture.cache.sentMails.leave({ id: ada?.id ?? 0, now: fixture.clock.now() })
  await fixture.restart()
  const { mails } = await fixture.history()
  expect(mails).toMatchObject([
    { to: 'bob@example.com', state: 'refused', problem: { title: 'It was not sent' } },
    { to: 'ada@example.com', state: 'unknown', problem: { code: 'outcome_unknown' } },
  ])
  expect(fixture.sends()).toHaveLength(0)
  expect(await fixture.mails.settle(ada?.id ?? 0, 'ask')).toMatchObject({ state: 'sent' })
  expect(fixture.sends()[0]).toMatchObject({
    body: '{"to":"ada@example.com","data":{}}',
    headers: { 'idempotency-key': 'key-1' },
  })
})

describe('attachments', () => {
  it('go along in base64, whole, with their type', async () => {
    const fixture = await openFixture()
    const content = Buffer.from(Array.from({ length: 1_000_001 }, (_, at) => at % 251))
    const attachments = [await fixture.attach('Plan.PDF', content), await fixture.attach('notes', 'ä')]
    await fixture.mails.send({ ...outgoing, attachments })
    const sent = JSON.parse(fixture.sends()[0]?.body ?? '').attachments
    expect(sent).toMatchObject([
      { filename: 'Plan.PDF', contentType: 'application/pdf' },
      { filename: 'notes', contentType: 'application/octet-stream' },
    ])
    expect(Buffer.from(sent[0].content, 'base64').equals(content)).toBe(true)
    expect(Buffer.from(sent[1].content, 'base64').toString()).toBe('ä')
  })

  it('are refused beyond 10 files or 10 MB', async () => {
    const fixture = await openFixture()
    const large = Buffer.alloc(6 * 1024 * 1024)
    const two = [await fixture.attach('a.bin', large), await fixture.attach('b.bin', large)]
    expect(await problemOf(fixture.mails.send({ ...outgoing, attachments: two }))).toMatchObject({
      code: 'input_invalid',
    })
    expect(await problemOf(fixture.attach('c.bin', Buffer.alloc(10 * 1024 * 1024 + 1)))).toMatchObject({
      title: 'c.bin is too large',
    })
    expect(fixture.sends()).toHaveLength(0)
  })

  it('are not sent where the file is another one by now, or was taken off', async () => {
    const fixture = await openFixture()
    const id = await fixture.attach('a.txt', 'one')
    await writeFile(join(fixture.folder, 'a.txt'), 'another')
    expect(await problemOf(fixture.mails.send({ ...outgoing, attachments: [id] }))).toMatchObject({
      title: 'a.txt has changed',
    })
    await fixture.mails.attachments.letGo(id)
    expect(await problemOf(fixture.mails.send({ ...outgoing, attachments: [id] }))).toMatchObject({
      title: 'A file is no longer attached',
    })
    expect(fixture.sends()).toHaveLength(0)
  })

  it('that were uploaded are removed when they are let go, and when the profile is left', async () => {
    const fixture = await openFixture()
    const [one, two] = [join(fixture.folder, 'one'), join(fixture.folder, 'two')]
    await writeFile(one, '1')
    await writeFile(two, '2')
    const { attachmentId } = await fixture.mails.attachments.addFile({
      path: one,
      name: 'one',
      uploaded: true,
    })
    await fixture.mails.attachments.addFile({ path: two, name: 'two', uploaded: true })
    await fixture.mails.attachments.letGo(attachmentId)
    expect([existsSync(one), existsSync(two)]).toEqual([false, true])
    await fixture.mails.close()
    expect(existsSync(two)).toBe(false)
  })
})
