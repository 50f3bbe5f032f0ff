import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import type { MailContent } from '../../../src-service/mail/message'
import { createQueue } from '../../../src-service/mail/queue'
import { addContacts } from './campaign-setup'
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
const everyone = { where: 'true', values: [] }

describe('the mail queue', () => {
  let service: OpenedInside
  let queue: ReturnType<typeof createQueue>
  beforeEach(async () => {
    service = await openInProcess()
    queue = createQueue({ db: service.served, clock: machineClock })
  })
  afterEach(() => service.stop())

  const count: typeof service.stored.count = (table, more) => service.stored.count(table, more)
  const people = (many: number, subscribed = true) =>
    addContacts(service.stored, subscribed ? 'p' : 'un', many, { subscribed })
  /** The number of the contact that came as the `at`th. */
  const contact = (at: number) => `(SELECT seq FROM contact ORDER BY seq LIMIT 1 OFFSET ${at - 1})`

  it('gives each recipient a message of its own number, in order', async () => {
    const to = ['a@x.example', 'b@x.example'].map((address) => ({ contact: null, address, name: null }))
    const seqs = await queue.enqueue({ ...content, campaign: null }, to)
    const stored = await service.stored.rows('SELECT seq, address FROM message ORDER BY seq')
    expect(stored).toEqual(seqs.map((seq, at) => ({ seq, address: to[at]?.address })))
  })

  it('gives every message a token that cannot be guessed', async () => {
    await people(500)
    await queue.enqueueAudience(content, everyone)
    const tokens = await service.stored.values<string>('SELECT token FROM message')
    expect(new Set(tokens).size).toBe(500)
    expect(tokens.every((token) => /^[0-9a-f]{32}$/.test(token))).toBe(true)
  })

  it('adds the contacts of a condition and no others', async () => {
    await people(3)
    await people(4, false)
    expect(await queue.enqueueAudience(content, { where: 'c.subscribed = ?', values: [1] })).toBe(3)
    expect(await count('message', 'AS m JOIN contact AS c ON c.seq = m.contact WHERE c.subscribed = 1')).toBe(
      3,
    )
    expect(await count('message')).toBe(3)
  })

  it('stores the content of a campaign once, however many slices its audience comes in', async () => {
    await people(6)
    await queue.enqueueAudience(content, { where: `c.seq <= ${contact(3)}`, values: [] })
    await queue.enqueueAudience(content, { where: `c.seq > ${contact(3)}`, values: [] })
    expect([await count('mail_content'), await count('message')]).toEqual([1, 6])
  })

  it('stores nothing for an audience of nobody', async () => {
    expect(await queue.enqueueAudience(content, everyone)).toBe(0)
    expect(await queue.enqueue(content, [])).toEqual([])
    expect(await count('mail_content')).toBe(0)
  })

  it('is undone with the transaction it was called in', async () => {
    await people(2)
    const all = service.served.transaction(async () => {
      await queue.enqueueAudience(content, everyone)
      throw new Error('after all not')
    })
    await expect(all).rejects.toThrow('after all not')
    expect([await count('mail_content'), await count('message')]).toEqual([0, 0])
  })

  it('takes back what a campaign has not sent, and nothing of another', async () => {
    await people(5)
    await queue.enqueueAudience(content, everyone)
    await queue.enqueueAudience({ ...content, campaign: 8 }, everyone)
    await service.stored.change(
      `UPDATE message SET status = 'sent' WHERE campaign = 7 AND contact = ${contact(1)}`,
    )
    await service.stored.change(
      `UPDATE message SET status = 'sending' WHERE campaign = 7 AND contact = ${contact(2)}`,
    )
    expect(await queue.cancelCampaign(7)).toBe(3)
    expect(await count('message', "WHERE campaign = 8 AND status = 'queued'")).toBe(5)
    expect(await count('message', "WHERE campaign = 7 AND status IN ('sent', 'sending')")).toBe(2)
  })

  it('keeps a content while something of it is left to send, and no longer', async () => {
    await people(2)
    await queue.enqueueAudience(content, everyone)
    await service.stored.change(`UPDATE message SET status = 'sending' WHERE contact = ${contact(1)}`)
    await queue.cancelCampaign(7)
    expect(await count('mail_content')).toBe(1)
    await service.stored.change(`UPDATE message SET status = 'sent' WHERE contact = ${contact(1)}`)
    await queue.cancelCampaign(7)
    expect(await count('mail_content')).toBe(0)
  })
})

it('never gives a message a number that an event of the sample names', async () => {
  const service = await openInProcess({ contacts: 200 })
  const named = await service.stored.value<number>('SELECT max(email) FROM event')
  expect(named).toBeGreaterThan(0)
  const [seq] = await createQueue({ db: service.served, clock: machineClock }).enqueue(content, [
    { contact: null, address: 'a@x.example', name: null },
  ])
  expect(seq).toBeGreaterThan(named ?? 0)
  await service.stop()
})
