import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { openMakingPool } from '../../src-service/store/postgres/pool'
import { findProject } from '../../src-service/store/postgres/projects'
import { type PostgresServer, startPostgres } from '../fixtures/postgres'
import { type RunningService, startService, testDatabaseVariable } from '../fixtures/service'
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

/** Seconds of processor time that a process and what it started have taken. */
function processorTime(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [String(pid), ...children.split(' ').filter(Boolean)].reduce((sum, each) => {
    const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)
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
  const first = await startService({ rate: 1_000_000 })
  const pool = openMakingPool(process.env[testDatabaseVariable])
  await fill(pool, (await findProject(pool, basename(first.data))) ?? 0, size)
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
    if (count > 1) services.push(await startService({ data: first.data, rate: 1_000_000 }))
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
  for (const service of services.reverse()) await service.stop()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
