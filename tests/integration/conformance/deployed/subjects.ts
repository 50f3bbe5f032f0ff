import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../src-service/clock'
import { projectId } from '../../../../src-service/dialect/deployed-record'
import { dialects } from '../../../../src-service/dialect/dialect'
import { startDeployedService } from '../../../fixtures/deployed-service/start'
import type { Person } from '../../../fixtures/deployed-service/people'
import { startDnsServer, type Zone } from '../../../fixtures/dns-server'
import { call, type Line, noon, type TestClock } from '../../deployed/stand-in/calls'
import { openInProcess } from '../../service/open'

/** A service that deployed.md describes, with one project and example.com as its verified domain. */
export interface Subject {
  secretKey: string
  publicKey: string
  projectId: string
  url?: string
  send?: (path: string, init: RequestInit) => Promise<Response>
  /** Puts one person in, as if they had always been there. */
  add(person: Person): { id: string }
  /** Puts so many people in, `person0@example.com` and on, each older than the one before. */
  seed(count: number, make?: (index: number) => Partial<Person>): { id: string }[]
  disable(): void
}

/** What the tables of deployed.md are held against: the embedded service, and the stand-in that the console is tested with. */
export interface Candidate {
  name: string
  open(clock?: TestClock): Promise<Subject>
}

/** Both, so that what one of them misunderstands shows in the other. */
export const subjects: Candidate[] = [
  { name: 'the embedded service', open: openEmbedded },
  { name: 'the stand-in', open: openStandIn },
]

async function openStandIn(clock: TestClock = { now: noon }): Promise<Subject> {
  const service = await startDeployedService({ clock: () => clock.now })
  onTestFinished(() => service.stop())
  const { url, secretKey, publicKey } = service
  return {
    ...{ url, secretKey, publicKey, projectId: service.projectId },
    add: (person) => service.add(person),
    seed: (count, make) => service.seed(count, make),
    disable: () => {
      service.state.project.disabled = true
    },
  }
}

/** The DNS that the embedded service asks: what the tables look up, and nothing else. */
const zone: Zone = {
  'example.com': { A: ['192.0.2.1'], NS: ['ns.example.net'], MX: [[10, 'mx.example.net']] },
  'gamil.com': { A: ['192.0.2.1'], NS: ['ns.example.net'], MX: [[10, 'mx.example.net']] },
}

async function openEmbedded(clock: TestClock = { now: noon }): Promise<Subject> {
  const dns = await startDnsServer(zone)
  const service = openInProcess({
    dialect: 'deployed',
    dns: dns.address,
    clock: { now: () => clock.now, after: systemClock.after },
  })
  onTestFinished(async () => {
    await service.stop()
    await dns.stop()
  })
  const { db, secretKey, publicKey } = service
  const { ids } = dialects.deployed
  db.prepare(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('example.com', 1, 'one two three', 0, 0)`,
  ).run()
  const insert = db
    .prepare<[string, number, string, number, number], number>(
      'INSERT INTO contact (email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?) RETURNING seq',
    )
    .pluck()
  const add = ({ email, subscribed = true, data = null }: Person, at = clock.now): { id: string } => {
    const seq = insert.get(email, Number(subscribed), JSON.stringify(data ?? {}), at, at) ?? 0
    return { id: ids.encode('contact', seq) }
  }
  return {
    ...{ secretKey, publicKey, projectId: projectId(ids) },
    send: async (path, init) => service.send(path, init),
    add: (person) => add(person),
    seed(count, make = () => ({})) {
      const plans = ['free', 'pro', 'team']
      // The oldest comes first: a contact's number rises with its age.
      const made = Array.from({ length: count }, (_, back) => {
        const index = count - 1 - back
        const data = { plan: plans[index % plans.length]! }
        const person = { email: `person${index}@example.com`, data, ...make(index) }
        return add(person, clock.now - (index + 1) * 60_000)
      })
      return made.reverse()
    },
    disable: () => service.setDisabled(true),
  }
}

/** Runs a table, a test a line, each against a service of its own that `prepare` fills. */
export function holds(
  { open }: Candidate,
  lines: Line[],
  prepare: (service: Subject) => void | Promise<void> = () => undefined,
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
