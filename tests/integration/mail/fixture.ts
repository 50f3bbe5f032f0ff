import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import type { Cache } from '../../../src-main/cache/store'
import { createServiceClient } from '../../../src-main/core/client/service'
import { systemClock } from '../../../src-main/core/clock'
import { openMails, type Mails, type MailTools } from '../../../src-main/features/mail/mails'
import { historyOf } from '../../../src-main/features/mail/history'
import { problem } from '../../../src-main/core/problems'
import type { Outgoing, SentQuery } from '../../../src-shared/bridge/send'
import { keptCacheWorker } from '../../fixtures/kept-worker'
import { createFakeClock, type FakeClock } from '../../fixtures/fake-clock'
import { json, startMisbehavingServer, type MisbehavingServer } from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { temporaryFolder } from '../cache/support'

/** Mails over a real copy and real HTTP, with a clock for the age of keys. */
export interface Fixture {
  server: MisbehavingServer
  cache: Cache
  clock: FakeClock
  mails: Mails
  folder: string
  online: boolean
  log(): string
  /** What was sent, the newest first. */
  history(query?: Partial<SentQuery>): ReturnType<typeof historyOf>
  /** Requests that would send a mail. */
  sends(): MisbehavingServer['requests']
  /** Closes the mails as quitting does, and opens them again. */
  restart(): Promise<void>
  /** Attaches a file of these bytes. */
  attach(name: string, content: Buffer | string): Promise<string>
}

/** An answer of a service that took a mail. */
export function taken(email = 'msg_1', contact = 'cnt_1') {
  const emails = [{ contact: { id: contact, email: 'ada@example.com' }, email }]
  return json({ success: true, data: { emails, timestamp: '2026-01-01T00:00:00.000Z' } })
}

/** A query that asks for all. */
const everything: SentQuery = { search: '', state: null, templateId: null, since: null }

/** A mail that says everything itself. */
export const outgoing: Outgoing = {
  to: ['ada@example.com'],
  templateId: null,
  subject: 'Your invoice',
  body: '<p>Secret body</p>',
  from: 'team@example.com',
  fromName: null,
  replyTo: null,
  data: {},
  people: {},
  subscribed: null,
  headers: {},
  attachments: [],
}

/** A mail with its variables filled in from values alone. */
function filled(mail: { subject: string; body: string }, data: Record<string, unknown>) {
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''))
  return { subject: fill(mail.subject), body: fill(mail.body) }
}

/** Opens a fixture whose service takes every mail. */
export async function openFixture(): Promise<Fixture> {
  const server = await startMisbehavingServer({
    answer: ({ path }) => (path === '/v1/send' ? taken() : json({ error: 'nothing' }, { status: 404 })),
  })
  onTestFinished(() => server.close())
  const recorded = createRecordedLog()
  const folder = temporaryFolder()
  const cache = await openCache({
    location: { folder, key: null },
    worker: keptCacheWorker,
    log: recorded.log,
  })
  onTestFinished(() => cache.close())
  const client = createServiceClient({
    address: server.url,
    secretKey: 'sk_test_0123456789abcdef',
    clock: systemClock,
    version: '0',
    backgroundShare: 1,
    log: recorded.log,
    limits: { answerMs: 3000 },
  })
  onTestFinished(() => client.close())
  const clock = createFakeClock()
  // Mails go out one after the other with pauses: here these pass by themselves.
  clock.sleep = () => Promise.resolve()
  const refuse = () => {
    if (!fixture.online) throw problem('offline')
  }
  const fill: MailTools['fill'] = (mail, as) =>
    Promise.resolve(as.kind === 'values' ? filled(mail, as.data) : mail)
  const openThem = () => openMails({ cache, clock, log: recorded.log, access: { client }, refuse, fill })
  const fixture: Fixture = {
    server,
    cache,
    clock,
    mails: await openThem(),
    history: (query = {}) =>
      historyOf(cache, { query: { ...everything, ...query }, slice: { offset: 0, limit: 10 } }),
    folder,
    online: true,
    log: () => recorded.text(),
    sends: () => server.requests.filter(({ path }) => path === '/v1/send'),
    async restart() {
      await fixture.mails.close()
      fixture.mails = await openThem()
    },
    async attach(name, content) {
      const path = join(folder, name)
      await writeFile(path, content)
      return (await fixture.mails.attachments.addFile({ path, name, uploaded: false })).attachmentId
    },
  }
  onTestFinished(() => fixture.mails.close())
  return fixture
}
