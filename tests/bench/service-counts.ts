import type { Pool } from 'pg'
import { createAudience } from '../../src-service/audience/audience'
import { machineClock } from '../../src-service/clock'
import { recordLister } from '../../src-service/records/record-list'
import { contactMatches } from '../../src-service/store/contact-matches'
import { prepareDatabase } from '../../src-service/store/postgres/migrations'
import { openPool } from '../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../src-service/store/postgres/postgres-database'
import { addProject } from '../../src-service/store/postgres/projects'
import { segmentStore } from '../../src-service/store/segments'
import { statements } from '../../src-service/store/statements'
import { createStore } from '../../src-service/store/store'
import type { FilterCondition } from '../../src-shared/interface/filter'
import { processorTime } from './service-parts/processor'
import { startPostgres } from '../fixtures/postgres'
import { figure, quantile, size, spread, timed } from './cache/harness'
import { fill } from './service-parts/postgres-contacts'

// `npm run bench -- service-counts [CONTACTS]`: over PostgreSQL, what a count of a segment takes at first and once it is kept,
// what kept counts cost whoever writes, and pages at the top and at the end of as many members, events and records.

const bench = 'service-counts'
const keeping = [0, 1, 20]

/** Three conditions, `seats` of them different for each segment. */
const condition = (seats: number): FilterCondition => ({
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'data.seats', operator: 'greaterThan', value: seats },
        { field: 'data.since', operator: 'greaterThan', value: '2023-01-01' },
      ],
    },
  ],
})

/** The address of somebody who is there. */
function personAt(place: number): string {
  const number = 1 + ((place * 7919) % size)
  return `person${number}@firm${number % 5000}.example`
}

/** Fills lists with as many rows as there are contacts. */
async function fillLists(pool: Pool, project: number): Promise<void> {
  const client = await pool.connect()
  await client.query(`SET service.project = '${project}'`)
  for (const text of [
    'INSERT INTO event (contact, name, created_at) SELECT n, n % 2 + 1, n',
    `INSERT INTO record (position, type, fields, created_at, updated_at)
       SELECT n * 1024, 'record', '{"name":"Somebody","notes":"' || repeat('n', 150) || '"}', n, n`,
  ])
    await client.query(`${text} FROM generate_series(1, ${size}) AS n`)
  await client.query(`INSERT INTO event_name (number, name) VALUES (1, 'one'), (2, 'two')`)
  client.release(true)
  await pool.query('VACUUM ANALYZE event, record')
}

async function compare(server: { pid: number }, url: string): Promise<void> {
  const pool = openPool({ url, connections: 16, lost: () => undefined })
  await prepareDatabase(pool)
  const project = await addProject(pool, 'bench', async () => undefined)
  await fill(pool, project, size)
  await fillLists(pool, project)
  const db = postgresDatabase(pool, project)
  const store = createStore(db, machineClock)
  const matches = contactMatches(db, { revision: () => 0 })
  const audience = createAudience({
    engine: db.engine,
    segments: segmentStore(db),
    matches,
    clock: machineClock,
  })
  const count = async (seats: number) => matches.count(await audience.condition(condition(seats)))

  const records = recordLister(db, 'records')
  for (const [where, share] of [
    ['top', 0],
    ['end', 1],
  ] as const) {
    const skip = (of: number, at: number): number => Math.max(0, Math.floor(share * (of - 20_000))) + at * 97
    spread(bench, `100 records, ${where}`, await timed(150, (at) => records(skip(size, at), 100)))
    const who = await audience.condition(condition(100))
    const total = await matches.count(who)
    const page = (at: number) => matches.page(who, { limit: 100, skip: skip(total, at) })
    figure(bench, `100 members, ${where}, first time`, (await timed(1, page))[0] ?? 0, 'ms')
    spread(bench, `100 members, ${where}`, await timed(150, page))
  }
  spread(bench, '20 events with their total', await timed(50, () => store.events.list({ limit: 20 })))

  let made = 0
  const costs = new Map(keeping.map((each) => [each, { one: [] as number[], many: [] as number[] }]))
  for (let round = 0; round < 3; round++)
    for (const kept of keeping) {
      await statements(db).run<[]>('DELETE FROM condition_count')()
      const first = await timed(kept, count)
      if (round === 0 && kept === 1) figure(bench, 'a segment, counted', first[0] ?? 0, 'ms')
      const own = costs.get(kept)
      const spent = async (work: () => Promise<unknown>): Promise<number> => {
        const before = processorTime(server.pid)
        await work()
        return processorTime(server.pid) - before
      }
      const one = await spent(() =>
        timed(1000, (at) =>
          store.contacts.upsert(at % 2 ? `new${++made}@example.com` : personAt(made), {
            data: { seats: made },
          }),
        ),
      )
      own?.one.push(one)
      const many = await spent(() =>
        timed(20, () =>
          store.contactBatches.upsert(
            Array.from({ length: 500 }, () => ({
              email: `many${++made}@example.com`,
              data: { plan: 'pro', seats: made },
            })),
          ),
        ),
      )
      own?.many.push(many / 10)
      if (kept > 0 && round === 0) spread(bench, 'a segment, kept', await timed(200, () => count(0)))
    }
  for (const [kept, { one, many }] of costs) {
    figure(bench, `${kept} kept: core of the database for a contact written`, quantile(one, 0.5), 'ms')
    figure(bench, `${kept} kept: the same in an import of 500 rows a statement`, quantile(many, 0.5), 'ms')
  }
  await pool.end()
}

async function main(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await compare(server, await server.database())
  } finally {
    await server.stop()
  }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
