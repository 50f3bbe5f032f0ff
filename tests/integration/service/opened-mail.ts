import { inOrder } from '../../../src-service/store/in-order'
import { type DialectName, dialects } from '../../../src-service/dialect/dialects'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { ServiceClock } from '../../fixtures/service-clock'
import { openStored, type StoredRows, storedIn } from '../../fixtures/stored'
import { machineClock, type TimerClock } from '../../../src-service/clock'
import type { MailContent } from '../../../src-service/mail/message'
import { type CreatedQueue, createQueue } from '../../../src-service/mail/queue'
import { createPace } from '../../../src-service/mail/pace'
import { createMailService, type MailService } from '../../../src-service/mail/mail-service'
import type { ServiceContext } from '../../../src-service/service-context'
import { campaignProgress } from '../../../src-service/store/campaign-progress'
import type Database from 'better-sqlite3'
import { createStore } from '../../../src-service/store/store'
import { limits } from '../../../src-shared/interface/limits'

/** The mail service alone, on a real database: what fills the queue is the test. */
export interface OpenedMail {
  /** Its file, where it has one: for what is about the file. */
  db: Database.Database
  stored: StoredRows
  context: ServiceContext
  queue: CreatedQueue
  mail: MailService
  /** What was reported, in words. */
  reports: string[]
  /** The data folder. */
  folder: string
  /** Adds subscribed contacts. Returns their numbers. */
  people(...addresses: string[]): Promise<number[]>
  /** Adds a campaign that is being sent. Returns its number. */
  campaign(): Promise<number>
  /** A row of the campaign's counts. */
  counts(campaign: number): Promise<unknown>
  /** The messages there are, by address: one column of each. */
  column(name: string): Promise<Record<string, unknown>>
  /** The events about messages: name, address, message, data. */
  events(): Promise<{ name: string; email: string; message: number; data: unknown }[]>
  /** What is kept of a message, read as a mail program does. */
  kept(address: string): Promise<Email>
  stop(): Promise<void>
}

/** A content of no campaign. */
export const plain: MailContent = {
  kind: 'TRANSACTIONAL',
  campaign: null,
  subject: 'Hello {{email}}',
  body: '<p>Hello {{name}}</p>',
  fromAddress: 'desk@mail.example',
  fromName: null,
  replyTo: null,
  headers: {},
  attachments: [],
  data: {},
}

/** A recipient who is no contact. */
export const stranger = (address: string) => ({ contact: null, address, name: null })

/** Every contact. */
export const everyone = { where: 'true', values: [] }

/** Opens one in a folder of its own unless told. `stop` removes the folder unless `keeps`. */
export async function openMail(
  wishes: {
    clock?: TimerClock
    dialect?: DialectName
    smtp?: string
    mailsPerSecond?: number
    data?: string
    keeps?: boolean
  } = {},
): Promise<OpenedMail> {
  const { clock = machineClock, smtp = null, mailsPerSecond = limits.emailsPerSecond } = wishes
  const folder = wishes.data ?? mkdtempSync(join(tmpdir(), 'postroom-mail-'))
  const { db, served } = await openStored(folder, { contacts: 0 })
  const stored = storedIn(served)
  const reports: string[] = []
  const context: ServiceContext = {
    db: served,
    store: createStore(served, clock),
    dialect: dialects[wishes.dialect ?? 'reference'],
    clock,
    publicUrl: () => 'http://service.example',
    report: (what, error) => void reports.push(`${what}: ${error instanceof Error ? error.message : error}`),
  }
  const queue = createQueue(context)
  const mail = await createMailService(context, queue, campaignProgress(served, clock), {
    smtp,
    mailsPerSecond,
    pace: createPace(mailsPerSecond),
  })
  await mail.sending.endInterrupted()
  mail.sending.start(null)
  await mail.start()
  return {
    db,
    stored,
    context,
    queue,
    mail,
    reports,
    folder,
    people: async (...addresses) =>
      await inOrder(addresses, async (address) => (await context.store.contacts.upsert(address, {})).row.seq),
    async campaign() {
      const seq = await stored.value<number>(
        `INSERT INTO campaign (name, subject, body, from_address, type, status, audience_type, created_at, updated_at)
         VALUES ('News', 's', 'b', 'news@mail.example', 'MARKETING', 'SENDING', 'ALL', 1, 1) RETURNING seq`,
      )
      return seq ?? 0
    },
    async counts(campaign) {
      const [row] = await stored.rows(
        `SELECT status, sent_count AS sent, delivered_count AS delivered, bounced_count AS bounced,
             opened_count AS opened, clicked_count AS clicked, unsubscribed_count AS unsubscribed
           FROM campaign WHERE seq = ?`,
        campaign,
      )
      return row
    },
    async column(name) {
      const found = await stored.rows<{ address: string; value: unknown }>(
        `SELECT address, ${name} AS value FROM message ORDER BY seq`,
      )
      return Object.fromEntries(found.map(({ address, value }) => [address, value]))
    },
    async events() {
      const found = await stored.rows<{ name: string; email: string; message: number; data: string }>(
        `SELECT n.name, c.email, e.email AS message, e.data FROM event AS e
         JOIN event_name AS n ON n.number = e.name JOIN contact AS c ON c.seq = e.contact
         ORDER BY e.seq`,
      )
      return found.map((event) => ({ ...event, data: JSON.parse(event.data) }))
    },
    async kept(address) {
      const source = await stored.value<Buffer>('SELECT source FROM message WHERE address = ?', address)
      if (!source) throw new Error(`Nothing is kept for ${address}.`)
      return PostalMime.parse(source)
    },
    async stop() {
      await mail.stop()
      await served.close()
      if (wishes.keeps !== true) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Moves on until the queue is empty: what composing takes in real time does not count on this clock. */
export async function untilSent(opened: OpenedMail, clock: ServiceClock): Promise<void> {
  const left = () => opened.stored.count('message', `WHERE status IN ('queued', 'sending')`)
  const late = performance.now() + 20_000
  while ((await left()) !== 0) {
    if (performance.now() > late) throw new Error('The queue does not get empty.')
    await clock.advance(20)
  }
}
