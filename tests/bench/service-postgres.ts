import { createAudience } from '../../src-service/audience/audience'
import { machineClock } from '../../src-service/clock'
import { contactMatches } from '../../src-service/store/contact-matches'
import { prepareDatabase } from '../../src-service/store/postgres/migrations'
import { openPool } from '../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../src-service/store/postgres/postgres-database'
import { addProject } from '../../src-service/store/postgres/projects'
import { segmentStore } from '../../src-service/store/segments'
import { createStore, type Store } from '../../src-service/store/store'
import type { FilterCondition } from '../../src-shared/interface/filter'
import { importWork, noImportCounts } from '../../src-service/contacts/import-work'
import { startPostgres } from '../fixtures/postgres'
import { figure, quantile, size, spread, timed } from './cache/harness'
import { pgbench } from './service-parts/pgbench'
import { fill } from './service-parts/postgres-contacts'

// `npm run bench -- service-postgres [CONTACTS]`: the service's store over PostgreSQL, on a server of its own that writes to the
// disk what is committed: pages, a segment of three conditions, and writing beside the driver's own INSERT ... ON CONFLICT.

const bench = 'service-postgres'
const rounds = 5
const inFlight = 8

/** Calls a second. */
async function rate(
  calls: number,
  together: number,
  act: (index: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  await timed(calls, act, together)
  return (1000 * calls) / (performance.now() - start)
}

const condition: FilterCondition = {
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'data.seats', operator: 'greaterThan', value: 100 },
        { field: 'data.since', operator: 'greaterThan', value: '2023-01-01' },
      ],
    },
  ],
}

/** Rows a second of a file of 50,000 people, worked off as the service does it. */
async function imported(store: Store, plan: string): Promise<number> {
  const rows = Array.from({ length: 50_000 }, (_, at) => `file${at}@example.com,${plan},${at}`)
  const job = {
    seq: 1,
    input: ['email,plan,seats', ...rows].join('\n'),
    counts: JSON.stringify(noImportCounts),
  }
  const kept = {
    kind: 'import',
    state: 'active',
    request: '{}',
    total: 0,
    done: 0,
    place: null,
    failedReason: null,
  } as const
  const work = importWork(store.contactBatches)
  const start = performance.now()
  let progress = await work.begin({ ...kept, ...job })
  while (progress.done < progress.total)
    progress = await work.goOn({ ...kept, ...job, ...progress }, () => true)
  return (1000 * rows.length) / (performance.now() - start)
}

async function main(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await compare(await server.database())
  } finally {
    await server.stop()
  }
}

async function compare(url: string): Promise<void> {
  const pool = openPool({ url, connections: 16, lost: () => undefined })
  await prepareDatabase(pool)
  const project = await addProject(pool, 'bench', async () => undefined)
  figure(bench, 'rows a second that the database itself makes', await fill(pool, project, size), '1/s')
  const { rows } = await pool.query<{ size: number }>(`SELECT pg_total_relation_size('contact') AS size`)
  figure(bench, 'a contact on the disk', (rows[0]?.size ?? 0) / size, 'bytes')
  const db = postgresDatabase(pool, project)
  const store = createStore(db, machineClock)

  const page = (after: number) =>
    store.listContacts({
      ...{ limit: 100, sort: 'createdAt', dir: 'desc' },
      cursor: { list: 'contacts', sort: 'createdAt', dir: 'desc', after, total: size },
    })
  await timed(200, () => page(size))
  spread(bench, 'a page of 100', await timed(500, (index) => page(1 + ((index * 7919 * 101) % size))))
  const select = [
    `\\set after random(101, ${size})`,
    `SELECT seq, email, subscribed, data, created_at, updated_at FROM contact
      WHERE project = ${project} AND seq < :after ORDER BY seq DESC LIMIT 100;`.replaceAll(/\s+/g, ' '),
  ]
  const floor = await pgbench(url, { project, script: select, clients: 1 })
  figure(bench, 'the same of pgbench, mean', floor.latency, 'ms')
  const counted = await timed(5, () => store.listContacts({ limit: 100, sort: 'createdAt', dir: 'desc' }))
  figure(bench, 'the first page, with its count', quantile(counted, 0.5), 'ms')

  const matches = contactMatches(db)
  const segments = segmentStore(db)
  const audience = createAudience({ engine: db.engine, segments, matches, clock: machineClock })
  const [first = Number.NaN, ...later] = await timed(50, async () =>
    matches.count(await audience.condition(condition)),
  )
  figure(bench, 'a segment of three conditions, counted', first, 'ms')
  figure(bench, 'the same, kept', quantile(later, 0.5), 'ms')

  let made = 0
  const bare = async (): Promise<unknown> =>
    pool.query({
      name: 'bare',
      text: `INSERT INTO bare (email, subscribed, data, created_at, updated_at) VALUES ($1, 1, '{"plan":"pro"}', 0, 0)
        ON CONFLICT (email) DO UPDATE SET data = excluded.data`,
      values: [`bare${++made}@example.com`],
    })
  await pool.query(`CREATE TABLE bare (
    seq bigserial PRIMARY KEY, email text UNIQUE, subscribed bigint, data jsonb, created_at bigint, updated_at bigint)`)
  const ours = async (): Promise<unknown> =>
    store.contacts.upsert(`ours${++made}@example.com`, { data: { plan: 'pro' } })
  for (const together of [1, inFlight]) {
    const rates: [bare: number, ours: number][] = []
    for (let round = 0; round <= rounds; round++) {
      const both: [number, number] = [await rate(500, together, bare), await rate(500, together, ours)]
      if (round > 0) rates.push(both)
    }
    const [floor, own] = [0, 1].map((which) =>
      quantile(
        rates.map((each) => each[which] ?? 0),
        0.5,
      ),
    )
    figure(bench, `upserts, ${together} at a time`, own ?? 0, '1/s')
    figure(bench, `INSERT ... ON CONFLICT of the driver, ${together} at a time`, floor ?? 0, '1/s')
    const script = [
      '\\set n random(1, 2000000000)',
      `INSERT INTO bare (email, subscribed, data, created_at, updated_at) VALUES ('b' || :n, 1, '{"plan":"pro"}', 0, 0) ` +
        'ON CONFLICT (email) DO UPDATE SET data = excluded.data;',
    ]
    const { rate: ofPgbench } = await pgbench(url, { project, script, clients: together })
    figure(bench, `INSERT ... ON CONFLICT of pgbench, ${together} at a time`, ofPgbench, '1/s')
  }
  figure(bench, 'rows of a file imported, all new', await imported(store, 'new'), '1/s')
  figure(bench, 'rows of a file imported, all there and changed', await imported(store, 'changed'), '1/s')
  await pool.end()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
