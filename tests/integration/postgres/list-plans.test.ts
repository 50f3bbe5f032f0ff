import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { whoGets } from '../../../src-service/campaigns/audience'
import { createAudience } from '../../../src-service/audience/audience'
import { recordLister } from '../../../src-service/records/record-list'
import { machineClock } from '../../../src-service/clock'
import { contactMatches } from '../../../src-service/store/contact-matches'
import { prepareDatabase } from '../../../src-service/store/postgres/migrations'
import { openPool } from '../../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../../src-service/store/postgres/postgres-database'
import { addProject } from '../../../src-service/store/postgres/projects'
import { statementText } from '../../../src-service/store/postgres/statement-text'
import { segmentStore } from '../../../src-service/store/segments'
import { segmentMembers } from '../../../src-service/store/segment-members'
import { type ServiceDatabase, type Statement, statements } from '../../../src-service/store/statements'
import { createStore } from '../../../src-service/store/store'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'

const rows = 30_000

/** Rows that a plan went through, of a table or an index of its: each time that it did. */
interface Read {
  relation: string
  rows: number
}

describe('long lists over PostgreSQL', () => {
  let server: PostgresServer
  let pool: Pool
  let project: number
  let db: ServiceDatabase
  let asked: { text: string; bound: readonly unknown[] }[] = []
  beforeAll(async () => {
    server = await startPostgres()
    pool = openPool({ url: await server.database(), connections: 4, lost: () => undefined })
    await prepareDatabase(pool)
    project = await addProject(pool, 'lists', async () => undefined)
    const plain = postgresDatabase(pool, project)
    const heard = <Row>(text: string, statement: Statement<Row>): Statement<Row> => ({
      ...statement,
      first: (bound) => (asked.push({ text, bound }), statement.first(bound)),
      all: (bound) => (asked.push({ text, bound }), statement.all(bound)),
    })
    db = {
      ...plain,
      prepare: <Row>(text: string) => heard(text, plain.prepare<Row>(text)),
      prepareValue: <Value>(text: string) => heard(text, plain.prepareValue<Value>(text)),
    }
    const fill = [
      `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
         SELECT n || '@x.example', n % 2, CAST('{}' AS jsonb), n, n`,
      'INSERT INTO event (contact, name, created_at) SELECT n, n % 2 + 1, n',
      `INSERT INTO record (position, type, fields, created_at, updated_at)
         SELECT n * 1024, CASE n % 2 WHEN 0 THEN 'company' ELSE 'record' END, '{}', n, n`,
      'INSERT INTO segment_member (segment, contact, added_at) SELECT 1 + n % 2, n, n % 100',
    ]
    for (const text of fill)
      await statements(plain).run<[]>(`${text} FROM generate_series(1, ${rows}) AS n`)()
    await statements(plain).run<[]>(
      "INSERT INTO event_name (number, name) SELECT n, CASE n WHEN 1 THEN 'one' ELSE 'two' END FROM generate_series(1, 2) AS n",
    )()
    await pool.query('ANALYZE contact, event, record, segment_member')
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
  })

  /** What is read of tables for a question, all its statements together. */
  async function readFor(ask: () => Promise<unknown>): Promise<Map<string, number>> {
    asked = []
    await ask()
    return readBy(asked, { pool, project })
  }

  async function readBy(
    questions: typeof asked,
    { pool: of, project: one }: { pool: Pool; project: number },
  ): Promise<Map<string, number>> {
    const client = await of.connect()
    await client.query(`SET service.project = '${one}'`)
    const read = new Map<string, number>()
    for (const { text, bound } of questions) {
      const statement = statementText(text)
      const values = statement.values(bound, one)
      const plan = await client.query<Record<'QUERY PLAN', string>>({
        text: `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`,
        values,
      })
      for (const each of readsOf(JSON.parse(plan.rows[0]?.['QUERY PLAN'] ?? '')))
        read.set(each.relation, (read.get(each.relation) ?? 0) + each.rows)
    }
    client.release()
    return read
  }

  it('tell how many events there are, and of one name, without counting them', async () => {
    const { events } = createStore(db, machineClock)
    for (const eventName of [undefined, 'two']) {
      const list = () => events.list({ limit: 20, ...(eventName && { eventName }) })
      expect((await list()).total).toBe(eventName ? rows / 2 : rows)
      const read = await readFor(list)
      expect(read.get('event')).toBeLessThan(100)
    }
  })

  it('tell how many members of a segment there are without counting them', async () => {
    const members = segmentMembers(db)
    expect(await members.count(1)).toBe(rows / 2)
    expect((await readFor(() => members.count(1))).get('segment_member')).toBeUndefined()
  })

  it.each([
    ['records', rows],
    ['companies', rows / 2],
  ] as const)('give the last page of %s by reading less than a block', async (list, total) => {
    const read = recordLister(db, list)
    const page = () => read(total - 20, 20)
    expect(await page()).toMatchObject({ total, rows: { length: 20 } })
    expect((await readFor(page)).get('record')).toBeLessThan(4200)
  })

  it('give a page of members far down from a place that was noted, whatever their condition', async () => {
    const matches = contactMatches(db, { revision: () => 0 })
    const who = { where: 'c.subscribed = ?', values: [1] }
    const page = (skip: number) => matches.page(who, { limit: 20, skip })
    const all = (await matches.page(who, { limit: rows })).rows.map(({ seq }) => seq)
    for (const skip of [0, 4999, 5000, 5999, 6000, 12_345, rows / 2 - 20, rows / 2 - 5, rows])
      expect((await page(skip)).rows.map(({ seq }) => seq)).toEqual(all.slice(skip, skip + 20))
    const read = await readFor(() => page(rows / 2 - 20))
    expect(read.get('contact')).toBeLessThan(rows / 2 + 3000)
    const first = await readFor(() => page(0))
    expect(read.get('contact')).toBeLessThan((first.get('contact') ?? 0) + 3000)
  })

  it('note places anew when somebody came or went', async () => {
    let revision = 0
    db.onChange({ contact: ['DELETE'] }, () => revision++)
    const matches = contactMatches(db, { revision: () => revision })
    const who = { where: 'c.seq <> ?', values: [-1] }
    const first = (skip: number) => matches.page(who, { limit: 1, skip }).then((page) => page.rows[0]?.seq)
    const before = await first(20_000)
    await statements(db).run<[number]>('DELETE FROM contact WHERE seq = ?')(before ?? 0)
    await expect.poll(() => first(20_000)).toBe((before ?? 0) - 1)
  })

  it('are counted by several workers at first, where a condition is asked of them', async () => {
    const matches = contactMatches(db, { keptFrom: 0 })
    const audience = createAudience({
      engine: db.engine,
      segments: segmentStore(db),
      matches,
      clock: machineClock,
    })
    const who = await audience.condition({
      logic: 'AND',
      groups: [{ filters: [{ field: 'data.plan', operator: 'notEquals', value: 'pro' }] }],
    })
    asked = []
    expect(await matches.count(who)).toBe((await contactMatches(db).page(who, { limit: 1 })).total)
    const counting = asked.find(({ text }) => text.includes('counted'))?.text ?? ''
    const client = await pool.connect()
    await client.query(
      `SET service.project = '${project}'; SET parallel_setup_cost = 0; SET min_parallel_table_scan_size = 0`,
    )
    const plan = await client.query(
      `EXPLAIN ${statementText(counting).text.replaceAll('$1', String(project))}`,
    )
    client.release(true)
    expect(JSON.stringify(plan.rows)).toContain('Parallel')
  })

  it('give members who came last without sorting them', async () => {
    const members = segmentMembers(db)
    const read = await readFor(() => members.lastCome(1, { limit: 20, skip: 40 }))
    expect(read.get('segment_member')).toBeLessThan(100)
    expect(read.get('contact')).toBeLessThan(100)
  })

  it('find whom a campaign is for of a segment that was just filled by reading each once', async () => {
    const fresh = openPool({ url: await server.database(), connections: 2, lost: () => undefined })
    onTestFinished(() => fresh.end())
    await prepareDatabase(fresh)
    const of = { pool: fresh, project: await addProject(fresh, 'fresh', async () => undefined) }
    const own = postgresDatabase(fresh, of.project)
    for (const text of [
      `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
         SELECT n || '@x.example', 1, CAST('{}' AS jsonb), n, n`,
      'INSERT INTO segment_member (segment, contact, added_at) SELECT 1, n, n',
      `INSERT INTO segment (seq, name, type, created_at, updated_at) SELECT n, 'All', 'STATIC', 1, 1`,
    ])
      await statements(own).run<[]>(`${text} FROM generate_series(1, 1000) AS n`)()
    const parts = { segments: segmentStore(own), matches: contactMatches(own) }
    const audience = createAudience({ ...parts, engine: own.engine, clock: machineClock })
    const to = { audienceType: 'SEGMENT', audienceCondition: null, segment: 1, type: 'MARKETING' } as const
    const { where, values } = await whoGets(to, { ...parts, audience })
    const read = await readBy([{ text: `SELECT c.seq FROM contact AS c WHERE ${where}`, bound: values }], of)
    expect(read.get('contact')).toBe(1000)
    expect(read.get('segment_member')).toBe(1000)
  })
})

/** What a plan and those within it read. */
function readsOf(plan: unknown): Read[] {
  if (Array.isArray(plan)) return plan.flatMap(readsOf)
  if (typeof plan !== 'object' || plan === null) return []
  const own: Record<string, unknown> = { ...plan }
  const within = [own['Plan'], own['Plans']].flatMap((inner) => (inner === undefined ? [] : readsOf(inner)))
  const relation = own['Relation Name']
  if (typeof relation !== 'string') return within
  const passed = Number(own['Actual Rows']) + Number(own['Rows Removed by Filter'] ?? 0)
  return [{ relation, rows: passed * Number(own['Actual Loops']) }, ...within]
}
