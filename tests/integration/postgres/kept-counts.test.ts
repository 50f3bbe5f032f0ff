import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAudience } from '../../../src-service/audience/audience'
import { machineClock } from '../../../src-service/clock'
import { contactMatches } from '../../../src-service/store/contact-matches'
import { inOrder } from '../../../src-service/store/in-order'
import { prepareDatabase } from '../../../src-service/store/postgres/migrations'
import { openPool } from '../../../src-service/store/postgres/pool'
import { postgresDatabase } from '../../../src-service/store/postgres/postgres-database'
import { addProject } from '../../../src-service/store/postgres/projects'
import { segmentStore } from '../../../src-service/store/segments'
import { createStore } from '../../../src-service/store/store'
import { type ServiceDatabase, statements } from '../../../src-service/store/statements'
import type { Filter, FilterCondition } from '../../../src-shared/interface/filter'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { randomNumbers } from '../../fixtures/seeded'
import { until } from '../../fixtures/until'

const one = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })
const plans = ['free', 'pro', 'team', "o'clock", 'back\\slash', '?']
const conditions: readonly FilterCondition[] = [
  ...plans.map((value) => one({ field: 'data.plan', operator: 'equals', value })),
  one({ field: 'data.seats', operator: 'greaterThan', value: 20 }),
  one(
    { field: 'data.tags', operator: 'contains', value: 'a' },
    { field: 'subscribed', operator: 'equals', value: true },
  ),
  one({ field: 'data.plan', operator: 'notExists' }),
  one({ field: 'email', operator: 'contains', value: 'n1' }),
  {
    logic: 'OR',
    groups: [
      { filters: [{ field: 'data.since', operator: 'lessThan', value: '2024-06-01' }] },
      { filters: [{ field: 'createdAt', operator: 'greaterThan', value: '2020-01-01' }] },
    ],
  },
]

describe('counts of conditions that are kept', () => {
  let server: PostgresServer
  let pool: Pool
  let project: number
  let db: ServiceDatabase
  let made = 0
  beforeAll(async () => {
    server = await startPostgres()
    pool = openPool({ url: await server.database(), connections: 6, lost: () => undefined })
    await prepareDatabase(pool)
  })
  beforeEach(async () => {
    project = await addProject(pool, `kept ${made++}`, async () => undefined)
    db = postgresDatabase(pool, project)
  })
  afterAll(async () => {
    await pool.end()
    await server.stop()
  })

  /** What one process of the project counts: from its kept counts, and anew. */
  function counter(own: ServiceDatabase) {
    const kept = contactMatches(own, { keptFrom: 0 })
    const anew = contactMatches(own, { keptFrom: Number.POSITIVE_INFINITY })
    const audience = createAudience({
      engine: own.engine,
      segments: segmentStore(own),
      matches: kept,
      clock: machineClock,
    })
    return {
      kept: (condition: FilterCondition) => audience.condition(condition).then(kept.count),
      anew: (condition: FilterCondition) => audience.condition(condition).then(anew.count),
    }
  }
  const all = (count: (condition: FilterCondition) => Promise<number>) => inOrder(conditions, count)
  const keptRows = () =>
    statements(db).values<[], boolean>('SELECT is_ready FROM condition_count ORDER BY is_ready')()

  const insertMany = (of: ServiceDatabase) =>
    statements(of).run<[first: number, count: number]>(
      `INSERT INTO contact (email, subscribed, data, created_at, updated_at)
       SELECT 'n' || n || '@x.example', n % 3 / 2,
         CAST(CASE n % 5 WHEN 0 THEN '{}' WHEN 1 THEN '{"plan":"PRO","seats":' || n % 50 || '}'
           WHEN 2 THEN '{"plan":["team","x"],"tags":["A","b"]}' WHEN 3 THEN '{"plan":"free","since":"2024-0' || n % 9 + 1 || '-01"}'
           ELSE '{"plan":null,"seats":"30","tags":"cab"}' END AS jsonb), n * 1000, n * 1000
       FROM generate_series(CAST(? AS bigint), CAST(? AS bigint)) AS n`,
    )

  it('are what counting anew finds, after any writes, in every process', async () => {
    const random = randomNumbers(2611)
    const elsewhere = postgresDatabase(pool, project)
    const processes = [counter(db), counter(elsewhere)]
    const stores = [createStore(db, machineClock), createStore(elsewhere, machineClock)]
    let last = 400
    await insertMany(db)(1, last)
    const some = () => Array.from({ length: 1 + random(6) }, () => `n${1 + random(last)}@x.example`)
    const writes: ((at: number) => Promise<unknown>)[] = [
      async (at) =>
        stores[at]?.contacts.upsert(`${'nm'[random(2)]}${1 + random(last)}@x.example`, {
          data: { plan: plans[random(6)] },
        }),
      async (at) =>
        stores[at]?.contactBatches.upsert(
          some().map((email) => ({
            email,
            subscribed: random(2) === 1,
            data: { seats: random(40), plan: plans[random(6)] },
          })),
        ),
      async () => insertMany(elsewhere)(last + 1, (last += 1 + random(500))),
      async () =>
        statements(db).run<[number, number]>('DELETE FROM contact WHERE seq % ? = ?')(
          7 + random(90),
          random(7),
        ),
      async () =>
        statements(db).run<[number]>(
          `UPDATE contact SET data = '{"plan":"Team","since":"2024-03-01"}', subscribed = 1 - subscribed WHERE seq % ? = 1`,
        )(2 + random(50)),
      async () =>
        statements(db).run<[number]>(
          `UPDATE contact SET email = 'n1.' || seq || '@y.example', updated_at = 5 WHERE seq % ? = 2`,
        )(5 + random(50)),
      async () =>
        expect(
          db.transaction(async () => {
            await insertMany(db)(last + 1, last + 300)
            await statements(db).run<[]>(`DELETE FROM contact WHERE seq % 2 = 0`)()
            throw new Error('taken back')
          }),
        ).rejects.toThrow('taken back'),
      async () =>
        elsewhere.transaction(async () => {
          await statements(elsewhere).run<[]>(`DELETE FROM contact WHERE seq % 31 = 0`)()
          const within = elsewhere.transaction(async () => {
            await statements(elsewhere).run<[]>(`UPDATE contact SET data = '{}'`)()
            throw new Error('taken back')
          })
          await expect(within).rejects.toThrow('taken back')
        }),
    ]
    for (let step = 0; step < 60; step++) {
      await writes[random(writes.length)]?.(random(2))
      const { kept, anew } = processes[random(2)] ?? processes[0]!
      expect(await all(kept), `step ${step}`).toEqual(await all(anew))
    }
    expect(await keptRows()).toEqual(conditions.map(() => true))
  })

  it('begin while others write', async () => {
    await insertMany(db)(1, 2000)
    const writer = postgresDatabase(pool, project)
    let isOver = false
    const writing = (async () => {
      for (let first = 2001; !isOver; first += 5) {
        await insertMany(writer)(first, first + 4)
        await statements(writer).run<[number]>('DELETE FROM contact WHERE seq % 100 = ?')(first % 100)
      }
    })()
    const [first, second] = [counter(db), counter(writer)]
    await Promise.all([all(first.kept), all(second.kept)])
    isOver = true
    await writing
    expect(await all(first.kept)).toEqual(await all(first.anew))
    expect(await keptRows()).toEqual(conditions.map(() => true))
  })

  it('stay right when the database ends the connection of who writes', async () => {
    await insertMany(db)(1, 100)
    const { kept, anew } = counter(db)
    const before = await all(kept)
    const killed = db.transaction(async () => {
      await insertMany(db)(101, 900)
      await statements(db).value<[], unknown>('SELECT pg_sleep(3600)')()
    })
    const sleeping = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`
    void until(
      () => pool.query(sleeping),
      ({ rowCount }) => rowCount === 1,
    )
    await expect(killed).rejects.toThrow('terminating connection')
    expect(await all(kept)).toEqual(before)
    await insertMany(db)(101, 130)
    expect(await all(kept)).toEqual(await all(anew))
  })

  it('follow a statement that changes everybody', async () => {
    await insertMany(db)(1, 11_000)
    const { kept, anew } = counter(db)
    await all(kept)
    await insertMany(db)(11_001, 11_020)
    await statements(db).run<[]>(`UPDATE contact SET data = '{"plan":"pro"}'`)()
    expect(await all(kept)).toEqual(await all(anew))
    expect(await keptRows()).toEqual(conditions.map(() => true))
  })

  it('are let go of when nobody has asked for them for long', async () => {
    await insertMany(db)(1, 20)
    const { kept, anew } = counter(db)
    await all(kept)
    const [asked, ...others] = conditions
    await statements(db).run<[]>('UPDATE condition_count SET asked_on = CURRENT_DATE - 9')()
    expect(await kept(asked!)).toBe(await anew(asked!))
    await statements(db).value<[number], unknown>('SELECT compare_conditions(CAST(? AS integer))')(project)
    expect(await keptRows()).toEqual([true])
    expect(await inOrder(others, kept)).toEqual(await inOrder(others, anew))
  })

  it('hold nobody up who writes a contact that one of them cannot be asked of', async () => {
    await insertMany(db)(1, 20)
    const { kept, anew } = counter(db)
    await all(kept)
    await statements(db).run<[]>(`UPDATE condition_count SET condition = '1 / (c.seq - c.seq) > 0'`)()
    await insertMany(db)(21, 600)
    expect(await keptRows()).toEqual([])
    expect(await all(kept)).toEqual(await all(anew))
  })

  it('are of conditions that the row of a contact alone answers, at any time', async () => {
    await insertMany(db)(1, 20)
    const { kept } = counter(db)
    await kept(one({ field: 'updatedAt', operator: 'within', value: 3, unit: 'days' }))
    await kept(one({ field: 'opened', operator: 'triggered' }))
    const { seq } = await segmentStore(db).create(
      { name: 'A', description: null, type: 'STATIC', condition: null, trackMembership: false },
      0,
    )
    await contactMatches(db, { keptFrom: 0 }).count(
      (await createAudience({
        engine: db.engine,
        segments: segmentStore(db),
        matches: contactMatches(db),
        clock: machineClock,
      }).segment(seq)) ?? { where: 'true', values: [] },
    )
    expect(await keptRows()).toEqual([])
  })

  it('are looked up in the transaction that changes what they count', async () => {
    await insertMany(db)(1, 50)
    const { kept, anew } = counter(db)
    await db.transaction(async () => {
      await all(kept)
      await insertMany(db)(51, 90)
      expect(await all(kept)).toEqual(await all(anew))
    })
    await insertMany(db)(91, 99)
    expect(await all(kept)).toEqual(await all(anew))
  })
})
