import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { openMakingPool } from '../../src-service/store/postgres/pool'
import { findProject } from '../../src-service/store/postgres/projects'
import { type PostgresServer, startPostgres } from '../fixtures/postgres'
import { type MailServer, startMailServer } from '../fixtures/mail-server'
import { editStored, type RunningService, startService, testDatabaseVariable } from '../fixtures/service'
import { until } from '../fixtures/until'
import { processorTime } from './service-parts/processor'
import { figure, quantile, size } from './cache/harness'
import { type Asked, run } from './service-parts/load'
import { fill } from './service-parts/postgres-contacts'

// `npm run bench -- service-processes [CONTACTS]`: requests a second that one, two and three processes of the service answer over
// one PostgreSQL, all on this machine, and the processor time that one of them takes of the service and of the database. With
// that time, and not with the rates, it is reckoned what more machines would do.

const bench = 'service-processes'
const rounds = 3
const connections = 6
const requests = 1500
const mailed = 420

const made = z.looseObject({ id: z.string() })

async function ask({ url, secretKey }: RunningService, path: string, body: unknown): Promise<unknown> {
  const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Makes those whom campaigns go to. Gives their segment. */
async function makeAudience(first: RunningService): Promise<string> {
  editStored(
    first.data,
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, '', 1, 1)`,
    'mail.example',
  )
  const condition = {
    logic: 'AND',
    groups: [{ filters: [{ field: 'data.mailed', operator: 'equals', value: true }] }],
  }
  for (let at = 0; at < mailed; at++)
    await ask(first, '/contacts', {
      email: `mail${at}@x.example`,
      subscribed: true,
      data: { mailed: true },
    })
  return made.parse(await ask(first, '/segments', { name: 'Mailed', condition })).id
}

/** Sends a campaign to them. Gives how many mails left in a second. */
async function sendCampaign(first: RunningService, segmentId: string, mails: MailServer): Promise<number> {
  const news = { name: 'News', subject: 'News', body: '<p>Hello {{email}}</p>', from: 'desk@mail.example' }
  const { id } = made.parse(await ask(first, '/campaigns', { ...news, audienceType: 'SEGMENT', segmentId }))
  const before = mails.received.length
  await ask(first, `/campaigns/${id}/send`, {})
  // It is queued first.
  await until(
    () => mails.received.length,
    (count) => count > before,
  )
  const start = performance.now()
  await until(
    () => mails.received.length,
    (count) => count >= before + mailed,
  )
  return (1000 * (mailed - 1)) / (performance.now() - start)
}

/**
 * Sends a campaign to so many, and says what a mail takes of either: more of them than leave in a second, so that what a
 * process does while nothing leaves counts too.
 */
async function measureMails(
  services: readonly RunningService[],
  server: number,
  mails: MailServer,
  segment: string,
): Promise<void> {
  const [first] = services
  if (!first) return
  const sizeOf = async (): Promise<number> => {
    const pool = openMakingPool(process.env[testDatabaseVariable] ?? '')
    const { rows } = await pool.query<{ size: number }>('SELECT pg_database_size(current_database()) AS size')
    await pool.end()
    return rows[0]?.size ?? 0
  }
  const sizeBefore = await sizeOf()
  const used = () => services.reduce((sum, { pid }) => sum + processorTime(pid), 0)
  const [before, beforeDatabase] = [used(), processorTime(server)]
  const rate = await sendCampaign(first, segment, mails)
  figure(bench, 'a mail, on the disk', ((await sizeOf()) - sizeBefore) / mailed, 'bytes')
  const status = readFileSync(`/proc/${first.pid}/status`, 'utf8')
  figure(bench, 'memory of a process', Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024, 'MB')
  figure(bench, 'mails a second', rate, '1/s')
  figure(bench, 'a mail, of the service', (1000 * (used() - before)) / mailed, 'ms of a core')
  figure(
    bench,
    'a mail, of the database',
    (1000 * (processorTime(server) - beforeDatabase)) / mailed,
    'ms of a core',
  )
}

/** How many mails one, two and three processes send in a second where nothing holds them back. */
async function measureFastest(data: string, mails: MailServer, segment: string): Promise<void> {
  const services: RunningService[] = []
  for (let count = 1; count <= 3; count++) {
    services.push(await startService({ data, rate: 1_000_000, smtp: mails.url, mailsPerSecond: 1000 }))
    const [first] = services
    if (!first) return
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) rates.push(await sendCampaign(first, segment, mails))
    figure(bench, `mails a second at most, ${count} processes`, quantile(rates, 0.5), '1/s')
  }
  for (const service of services) await service.stop()
}

interface Measured {
  rate: number
  /** Milliseconds of processor time of one request. */
  ofService: number
  ofDatabase: number
}

/** Asks all of them at once, each over connections of its own. */
async function measure(
  services: readonly RunningService[],
  server: number,
  asked: Omit<Asked, 'port' | 'key'>,
): Promise<Measured> {
  const used = () =>
    [services.reduce((sum, { pid }) => sum + processorTime(pid), 0), processorTime(server)] as const
  const before = used()
  const start = performance.now()
  const each = Math.ceil(requests / services.length)
  await Promise.all(
    services.map(({ url, secretKey: key }) =>
      run({ ...asked, key, port: Number(new URL(url).port) }, each, Math.ceil(connections / services.length)),
    ),
  )
  const done = each * services.length
  const [service = 0, database = 0] = used().map(
    (seconds, which) => (1000 * (seconds - (before[which] ?? 0))) / done,
  )
  return { rate: (1000 * done) / (performance.now() - start), ofService: service, ofDatabase: database }
}

async function main(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await compare(server)
  } finally {
    await server.stop()
  }
}

async function compare(server: PostgresServer): Promise<void> {
  process.env[testDatabaseVariable] = await server.database()
  const mails = await startMailServer({})
  const data = mkdtempSync(join(tmpdir(), 'postroom-bench-processes-'))
  const first = await startService({ data, rate: 1_000_000, smtp: mails.url })
  const pool = openMakingPool(process.env[testDatabaseVariable])
  await fill(pool, (await findProject(pool, basename(data))) ?? 0, size)
  await pool.end()
  let made = 0
  const body = (): string =>
    JSON.stringify({ email: `new${++made}@example.com`, data: { plan: 'pro', seats: made } })
  const again = (): string =>
    JSON.stringify({
      email: `person${1 + (++made % size)}@firm${(1 + (made % size)) % 5000}.example`,
      data: { seats: made },
    })
  const event = (): string =>
    JSON.stringify({
      email: `person${1 + (++made % size)}@firm${(1 + (made % size)) % 5000}.example`,
      event: 'seen',
      subscribed: true,
    })
  const kinds = {
    'GET /contacts?limit=100': { method: 'GET', path: '/contacts?limit=100' },
    'POST /contacts, new': { method: 'POST', path: '/contacts', body },
    'POST /contacts, changed': { method: 'POST', path: '/contacts', body: again },
    'POST /v1/track': { method: 'POST', path: '/v1/track', body: event },
  } as const
  const services = [first]
  for (let count = 1; count <= 3; count++) {
    if (count > 1) services.push(await startService({ data, rate: 1_000_000, smtp: mails.url }))
    for (const [name, asked] of Object.entries(kinds)) {
      await measure(services, server.pid, asked)
      const all: Measured[] = []
      for (let round = 0; round < rounds; round++) all.push(await measure(services, server.pid, asked))
      const median = (what: keyof Measured) =>
        quantile(
          all.map((each) => each[what]),
          0.5,
        )
      figure(bench, `${name}, ${count} processes`, median('rate'), '1/s')
      figure(bench, `${name}, ${count} processes, of the service`, median('ofService'), 'ms of a core')
      figure(bench, `${name}, ${count} processes, of the database`, median('ofDatabase'), 'ms of a core')
    }
  }
  const segment = await makeAudience(first)
  await measureMails(services, server.pid, mails, segment)
  for (const service of services.reverse()) await service.stop()
  await measureFastest(data, mails, segment)
  rmSync(data, { recursive: true })
  await mails.stop()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
