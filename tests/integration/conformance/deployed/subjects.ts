import { dialects } from '../../../../src-service/dialect/dialects'
import { expect, it, onTestFinished } from 'vitest'
import { projectId } from '../../../../src-service/dialect/deployed-record'
import { startDeployedService } from '../../../fixtures/deployed-service/start'
import type { Happening, Person } from '../../../fixtures/deployed-service/people'
import { startDnsServer, type Zone } from '../../../fixtures/dns-server'
import { testDatabase } from '../../../fixtures/service'
import { createServiceClock } from '../../../fixtures/service-clock'
import { type Asked, call, type Line, noon } from '../../deployed/stand-in/calls'
import { type OpenedInside, openInProcess } from '../../service/open'

/** A mail of a service, on its way or gone. */
export interface Mail {
  to: string
  subject: string | null
  failed: boolean
}

/** A service that deployed.md describes, with one project and example.com as its verified domain. Its time stands still. */
export interface Subject extends Asked {
  projectId: string
  /** The time, milliseconds since 1970. */
  now(): number
  /** Moves its time on by `ms`; what is due by then is done. */
  advance(ms: number): Promise<void>
  /** Puts one person in, as if they had always been there. */
  add(person: Person): Promise<{ id: string }>
  /** Puts so many people in, `person0@example.com` and on, each older than the one before, each third of plan pro. */
  seed(count: number, make?: (index: number) => Partial<Person>): Promise<{ id: string }[]>
  /** Puts an event in, which starts nothing. */
  addEvent(event: Happening & { createdAt: string }): Promise<void>
  /** Its mails, in the order in which they were queued; of those that are tests, the last. */
  mails(): Promise<Mail[]>
  /** Records of the oldest mails, so many of them, what came of them after they were sent. */
  settle(outcome: 'open' | 'bounce', count: number): Promise<void>
  disable(): Promise<void>
}

/** What the tables of deployed.md are held against: the embedded service, and the stand-in that the console is tested with. */
export interface Candidate {
  name: string
  /** Opens one for a test; `start`: its time, milliseconds since 1970. */
  open(start?: number): Promise<Subject>
}

/** Both, so that what one of them misunderstands shows in the other; over PostgreSQL, which the stand-in has not, the service alone. */
export const subjects: Candidate[] = [
  { name: 'the embedded service', open: openEmbedded },
  ...(testDatabase('') === null ? [{ name: 'the stand-in', open: openStandIn }] : []),
]

async function openStandIn(start = noon): Promise<Subject> {
  let now = start
  const service = await startDeployedService({ clock: () => now })
  onTestFinished(() => service.stop())
  const { url, secretKey, publicKey, state } = service
  return {
    ...{ url, secretKey, publicKey, projectId: service.projectId },
    now: () => now,
    async advance(ms) {
      now += ms
      service.runDue()
      // What that queued goes out after the next request.
      await call(service, 'GET /health')
    },
    add: async (person) => service.add(person),
    seed: async (count, make) => service.seed(count, make),
    addEvent: async (event) => void service.addEvent(event),
    mails: async () => [
      ...state.emails.all().map(({ to, subject, status }) => ({ to, subject, failed: status === 'FAILED' })),
      ...state.testMails.map(({ email, subject }) => ({ to: email, subject, failed: false })),
    ],
    async settle(outcome, count) {
      for (const { id } of state.emails.all().slice(0, count)) service.settleEmail(id, outcome)
    },
    disable: async () => {
      state.project.disabled = true
    },
  }
}

/** The DNS that the embedded service asks: what the tables look up, and nothing else. */
const zone: Zone = {
  'example.com': { A: ['192.0.2.1'], NS: ['ns.example.net'], MX: [[10, 'mx.example.net']] },
  'gamil.com': { A: ['192.0.2.1'], NS: ['ns.example.net'], MX: [[10, 'mx.example.net']] },
}

/** The embedded service, into whose database a test may look, with what is wished for. */
export async function openEmbedded(
  start = noon,
  wishes: Parameters<typeof openInProcess>[0] = {},
): Promise<Subject & Pick<OpenedInside, 'stored'>> {
  const dns = await startDnsServer(zone)
  const clock = createServiceClock(start)
  const service = await openInProcess({ ...wishes, dialect: 'deployed', dns: dns.address, clock })
  onTestFinished(async () => {
    await service.stop()
    await dns.stop()
  })
  const { stored, served, secretKey, publicKey } = service
  const { ids } = dialects.deployed
  await stored.change(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('example.com', 1, 'one two three', 0, 0)`,
  )
  const add = async ({ email, subscribed = true, data, ...times }: Person, now = clock.now()) => {
    const createdAt = times.createdAt === undefined ? now : Date.parse(times.createdAt)
    const updatedAt = times.updatedAt === undefined ? createdAt : Date.parse(times.updatedAt)
    const seq = await stored.value<number>(
      'INSERT INTO contact (email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING seq',
      ...[email, Number(subscribed), JSON.stringify(data ?? {}), createdAt, updatedAt],
    )
    return { id: ids.encode('contact', seq ?? 0) }
  }
  const addEvent: Subject['addEvent'] = async ({ contactId, name, createdAt }) => {
    await stored.change('INSERT INTO event_name (name) VALUES (?) ON CONFLICT (name) DO NOTHING', name)
    await stored.change(
      'INSERT INTO event (contact, name, created_at) SELECT ?, number, ? FROM event_name WHERE name = ?',
      ...[ids.decode('contact', contactId), Date.parse(createdAt), name],
    )
  }
  const settle: Subject['settle'] = async (outcome, count) => {
    const oldest = `seq IN (SELECT seq FROM message ORDER BY seq LIMIT ${count})`
    await stored.change(
      `UPDATE campaign SET ${outcome === 'open' ? 'opened' : 'bounced'}_count =
         (SELECT count(*) FROM message AS m WHERE m.campaign = campaign.seq AND m.${oldest})`,
    )
    if (outcome === 'bounce')
      return stored.change(`UPDATE message SET status = 'bounced', ended_at = ? WHERE ${oldest}`, clock.now())
    const createdAt = new Date(clock.now()).toISOString()
    for (const seq of await stored.values<number>(`SELECT contact FROM message WHERE ${oldest}`))
      await addEvent({ contactId: ids.encode('contact', seq), name: 'email.open', createdAt })
  }
  return {
    ...{ secretKey, publicKey, stored, settle, addEvent, projectId: projectId(ids) },
    send: service.request,
    now: clock.now,
    advance: clock.advance,
    add: (person) => add(person),
    seed: (count, make = () => ({})) =>
      served.transaction(async () => {
        const plans = ['free', 'pro', 'team']
        const made: { id: string }[] = []
        // The oldest comes first: a contact's number rises with its age.
        for (let index = count - 1; index >= 0; index--) {
          const data = { plan: plans[index % plans.length]! }
          const person = { email: `person${index}@example.com`, data, ...make(index) }
          made.unshift(await add(person, clock.now() - (index + 1) * 60_000))
        }
        return made
      }),
    async mails() {
      const rows = await stored.rows<{ to: string; subject: string | null; status: string }>(
        'SELECT address AS "to", subject, status FROM message ORDER BY seq',
      )
      return rows.map(({ to, subject, status }) => ({ to, subject, failed: status === 'failed' }))
    },
    disable: async () => void (await service.setDisabled(true)),
  }
}

/** Moves time, a little at a turn, until a path answers with this: mail takes turns of its own to leave. */
export async function becomes(service: Subject, path: string, expected: object): Promise<void> {
  const ask = async () => {
    await service.advance(100)
    return (await call(service, `GET ${path}`)).body
  }
  await expect.poll(ask).toMatchObject(expected)
}

/** Runs a table, a test a line, each against a service of its own that `prepare` fills. */
export function holds(
  { open }: Candidate,
  lines: Line[],
  prepare: (service: Subject) => unknown = () => undefined,
): void {
  for (const { says, asks, body, with: dress, answers } of lines) {
    it(says, async () => {
      const service = await open()
      await prepare(service)
      const { status, body: answered } = await call(service, asks, body, dress)
      expect({ status, body: answered }).toMatchObject(answers)
    })
  }
}
