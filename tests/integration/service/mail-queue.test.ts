import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import type { MailContent } from '../../../src-service/mail/message'
import { createQueue } from '../../../src-service/mail/queue'
import { type OpenedInside, openInProcess } from './open'

const content: MailContent = {
  kind: 'MARKETING',
  campaign: 7,
  subject: 'Hello',
  body: '<p>Hello {{name}}</p>',
  fromAddress: 'news@mail.example',
  fromName: null,
  replyTo: null,
  headers: { 'X-Made-By': 'a test' },
  attachments: [{ filename: 'a.txt', content: 'YQ==', contentType: null }],
  data: { once: 1 },
}
const everyone = { where: '1', values: [] }

describe('the mail queue', () => {
  let service: OpenedInside
  let queue: ReturnType<typeof createQueue>
  beforeEach(async () => {
    service = await openInProcess()
    queue = createQueue({ db: service.served, clock: machineClock })
  })
  afterEach(() => service.stop())

  const count = (sql: string, ...values: unknown[]) =>
    service.db
      .prepare<unknown[], number>(`SELECT count(*) FROM ${sql}`)
      .pluck()
      .get(...values)
  const people = (many: number, subscribed = 1) =>
    service.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO contact (email, subscribed, data, created_at, updated_at)
         SELECT 'p' || i || '-' || ? || '@queue.example', ?, '{}', 1, 1 FROM n`,
      )
      .run(many, subscribed, subscribed)

  it('gives each recipient a message of its own number, in order', async () => {
    const to = ['a@x.example', 'b@x.example'].map((address) => ({ contact: null, address, name: null }))
    const seqs = await queue.enqueue({ ...content, campaign: null }, to)
    const stored = service.db
      .prepare<[], [number, string]>('SELECT seq, address FROM message ORDER BY seq')
      .raw()
      .all()
    expect(stored).toEqual(seqs.map((seq, at) => [seq, to[at]?.address]))
  })

  it('gives every message a token that cannot be guessed', async () => {
    people(500)
    await queue.enqueueAudience(content, everyone)
    const tokens = service.db.prepare<[], string>('SELECT token FROM message').pluck().all()
    expect(new Set(tokens).size).toBe(500)
    expect(tokens.every((token) => /^[0-9a-f]{32}$/.test(token))).toBe(true)
  })

  it('adds the contacts of a condition and no others', async () => {
    people(3, 1)
    people(4, 0)
    expect(await queue.enqueueAudience(content, { where: 'c.subscribed = ?', values: [1] })).toBe(3)
    expect(count('message JOIN contact AS c ON c.seq = message.contact WHERE c.subscribed = 1')).toBe(3)
    expect(count('message')).toBe(3)
  })

  it('stores the content of a campaign once, however many slices its audience comes in', async () => {
    people(6)
    await queue.enqueueAudience(content, { where: 'c.seq <= ?', values: [3] })
    await queue.enqueueAudience(content, { where: 'c.seq > ?', values: [3] })
    expect([count('mail_content'), count('message')]).toEqual([1, 6])
  })

  it('stores nothing for an audience of nobody', async () => {
    expect(await queue.enqueueAudience(content, everyone)).toBe(0)
    expect(await queue.enqueue(content, [])).toEqual([])
    expect(count('mail_content')).toBe(0)
  })

  it('is undone with the transaction it was called in', async () => {
    people(2)
    const all = service.served.transaction(async () => {
      await queue.enqueueAudience(content, everyone)
      throw new Error('after all not')
    })
    await expect(all).rejects.toThrow('after all not')
    expect([count('mail_content'), count('message')]).toEqual([0, 0])
  })

  it('takes back what a campaign has not sent, and nothing of another', async () => {
    people(5)
    await queue.enqueueAudience(content, everyone)
    await queue.enqueueAudience({ ...content, campaign: 8 }, everyone)
    service.db.prepare("UPDATE message SET status = 'sent' WHERE campaign = 7 AND contact = 1").run()
    service.db.prepare("UPDATE message SET status = 'sending' WHERE campaign = 7 AND contact = 2").run()
    expect(await queue.cancelCampaign(7)).toBe(3)
    expect(count("message WHERE campaign = 8 AND status = 'queued'")).toBe(5)
    expect(count("message WHERE campaign = 7 AND status IN ('sent', 'sending')")).toBe(2)
  })

  it('keeps a content while something of it is left to send, and no longer', async () => {
    people(2)
    await queue.enqueueAudience(content, everyone)
    service.db.prepare("UPDATE message SET status = 'sending' WHERE contact = 1").run()
    await queue.cancelCampaign(7)
    expect(count('mail_content')).toBe(1)
    service.db.prepare("UPDATE message SET status = 'sent' WHERE contact = 1").run()
    await queue.cancelCampaign(7)
    expect(count('mail_content')).toBe(0)
  })
})

it('never gives a message a number that an event of the sample names', async () => {
  const service = await openInProcess({ contacts: 200 })
  const named = service.db.prepare<[], number>('SELECT max(email) FROM event').pluck().get()
  expect(named).toBeGreaterThan(0)
  const [seq] = await createQueue({ db: service.served, clock: machineClock }).enqueue(content, [
    { contact: null, address: 'a@x.example', name: null },
  ])
  expect(seq).toBeGreaterThan(named ?? 0)
  await service.stop()
})
