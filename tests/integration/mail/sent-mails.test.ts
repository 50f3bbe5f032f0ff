import { expect, it } from 'vitest'
import { migrations } from '../../../src-main/cache/schema/first'
import { connect, openDatabase } from '../../../src-main/core/database/database'
import { cacheFiles } from '../../../src-main/core/database/location'
import { asSent, latelyTo } from '../../../src-main/features/mail/history'
import { openStore, temporaryFolder } from '../cache/support'
import { openFixture, outgoing } from './fixture'
import { json, reset } from '../../fixtures/misbehaving-server'

const day = 24 * 3_600_000
const filled = { of: 2, filled: 1, fellBack: 1 }

it('sends to each what is theirs over what is for all, and keeps none of it', async () => {
  const fixture = await openFixture()
  await fixture.mails.send({
    ...outgoing,
    subject: 'Berth {{berth}}',
    to: ['ada@example.com', 'Bob@example.com'],
    data: { berth: { value: 'A 1', persistent: false } },
    people: {
      'bob@example.com': { name: 'Bob', data: { berth: { value: 'B 2', persistent: false } }, filled },
    },
  })
  expect(fixture.sends().map(({ body }) => JSON.parse(body).data.berth.value)).toEqual(['A 1', 'B 2'])
  const { mails } = await fixture.history()
  expect(mails).toMatchObject([
    { name: 'Bob', subject: 'Berth B 2', facts: { filled, from: 'team@example.com' }, tries: 1, kept: false },
    { name: null, subject: 'Berth A 1' },
  ])
  const db = connect(cacheFiles(fixture.folder).database, null)
  expect(db.prepare('SELECT count(*) FROM sent_mail WHERE data IS NOT NULL').pluck().get()).toBe(0)
  db.close()
})

it('asks with the same bytes where each had values of their own', async () => {
  const fixture = await openFixture()
  fixture.server.next(reset())
  const people = { 'ada@example.com': { name: null, data: { berth: 'B 2' }, filled: null } }
  const [mail] = await fixture.mails.send({ ...outgoing, people })
  expect(await asSent(fixture.cache, mail?.id ?? 0)).toMatchObject({
    mail: { subject: 'Your invoice', body: '<p>Secret body</p>' },
    as: { email: 'ada@example.com', data: { berth: 'B 2' } },
  })
  const settled = await fixture.mails.settle(mail?.id ?? 0, 'ask')
  expect(settled).toMatchObject({ state: 'sent', tries: 2, kept: false })
  const [first, second] = fixture.sends()
  expect(second?.body).toBe(first?.body)
  expect(await asSent(fixture.cache, mail?.id ?? 0)).toBeNull()
})

it('is found by words of person, subject and ids, and by what was answered', async () => {
  const fixture = await openFixture()
  const people = { 'ada@example.com': { name: 'Ada Lovelace', data: {}, filled: null } }
  await fixture.mails.send({ ...outgoing, people })
  fixture.server.next(reset())
  await fixture.mails.send({ ...outgoing, to: ['bob@example.com'], subject: '100% yours' })
  const found = async (query: object) => (await fixture.history(query)).mails.map(({ to }) => to)
  expect(await found({ search: 'lovelace invoice' })).toEqual(['ada@example.com'])
  expect(await found({ search: 'msg_1' })).toEqual(['ada@example.com'])
  expect(await found({ search: '100%' })).toEqual(['bob@example.com'])
  expect(await found({ search: '0% y' })).toEqual(['bob@example.com'])
  expect(await found({ state: 'sent' })).toEqual(['ada@example.com'])
  expect(await fixture.history({ state: 'unknown' })).toMatchObject({ count: 1, total: 2, unanswered: 1 })
})

it('says what became of a mail by the events of the copy', async () => {
  const fixture = await openFixture()
  fixture.server.answer(({ path }) =>
    path === '/v1/send'
      ? json({
          success: true,
          data: {
            emails: [{ contact: { id: 'cnt_1', email: 'ada@example.com' }, email: 'msg_1' }],
            timestamp: '2026-01-01T00:00:00.000Z',
          },
        })
      : json({ id: 'cnt_1', email: 'ada@example.com', subscribed: true, data: {} }),
  )
  await fixture.mails.send(outgoing)
  const at = (minutes: number) => new Date(fixture.clock.now() + minutes * 60_000).toISOString()
  for (const [index, name] of ['email.sent', 'email.delivery', 'email.open'].entries())
    await fixture.cache.events.upsert({
      id: `evt_${index}`,
      name,
      contactId: 'cnt_1',
      createdAt: at(index),
      emailId: 'msg_1',
      data: { subject: 'Your invoice' },
    })
  const [mail] = (await fixture.history()).mails
  expect(mail?.outcome).toMatchObject({
    deliveredAt: fixture.clock.now() + 60_000,
    clickedAt: null,
    failed: null,
  })
  // What is known from here stands once, though events tell of it too.
  expect(await latelyTo(fixture, ['ADA@example.com'])).toMatchObject([
    { title: 'Your invoice', id: mail?.id },
  ])
})

it('tells what somebody got lately, from here and from elsewhere, of the last 30 days', async () => {
  const fixture = await openFixture()
  await fixture.mails.send({ ...outgoing, templateId: 'tpl' })
  fixture.clock.jump(29 * day)
  await fixture.cache.contacts.upsert({ id: 'cnt_9', email: 'ada@example.com', subscribed: true, data: {} })
  await fixture.cache.events.upsert({
    id: 'evt_9',
    name: 'email.sent',
    contactId: 'cnt_9',
    createdAt: new Date(fixture.clock.now()).toISOString(),
    data: { subject: 'Workshop dates' },
  })
  expect(await latelyTo(fixture, ['ada@example.com', 'bob@example.com'])).toMatchObject([
    { title: 'Workshop dates', id: null },
    { title: 'Your invoice', templateId: 'tpl' },
  ])
  fixture.clock.jump(2 * day)
  expect(await latelyTo(fixture, ['ada@example.com'])).toMatchObject([{ title: 'Workshop dates' }])
})

it('is kept from a copy of the version before', () => {
  const folder = temporaryFolder()
  const older = openDatabase(
    { folder, key: null },
    migrations.filter(({ number }) => number < 170),
  )
  older.exec(`INSERT INTO sent_mail (recipient, subject, state, at, has_left, idempotency_key)
    VALUES ('ada@example.com', 'Hi', 'unknown', 5, 1, 'key-1')`)
  older.close()
  const query = { search: '', state: null, templateId: null, since: null }
  const { mails } = openStore({ folder }).store.sentMails.page({ query, slice: { offset: 0, limit: 5 } })
  expect(mails).toMatchObject([
    { to: 'ada@example.com', state: 'unknown', tries: 1, facts: null, leftAt: null },
  ])
})
