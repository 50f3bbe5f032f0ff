import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../src-service/store/engine-sql'
import { statements } from '../../../src-service/store/statements'
import { type EmptyDatabase, engines, type RunningEngine } from '../../fixtures/engines'
import { filterCases } from '../../fixtures/filter-cases'
import { people, segments } from '../../fixtures/filter-people'
import { type Population, populate } from './filter-population'

describe.each(engines)('a filter over the contacts of the service, in $engine', ({ engine, start }) => {
  let running: RunningEngine
  let database: EmptyDatabase
  let population: Population
  beforeAll(async () => {
    running = await start()
    database = await running.open()
    population = await populate(database.db, people, segments)
  })
  afterAll(async () => {
    await database.close()
    await running.stop()
  })

  it.each(filterCases)('$name', async ({ condition, expected }) => {
    const { audience, find, translate } = population
    expect(await find(await audience.condition(translate(condition)))).toEqual(expected)
  })

  it('is the same asked of one contact', async () => {
    const { audience, translate } = population
    await statements(database.db).snapshot(async () => {
      for (const { name, condition, expected } of filterCases) {
        const found: string[] = []
        for (const [index, { email }] of people.entries()) {
          if (await audience.satisfies(index + 1, translate(condition))) found.push(email)
        }
        expect(found, name).toEqual(expected)
      }
    })()
  })

  it('holds for no contact that is not there', async () => {
    const everyone = { logic: 'AND' as const, groups: [{ filters: [] }] }
    expect(await population.audience.satisfies(1000, everyone)).toBe(false)
  })

  const only = (one: Engine) => it.each(engine === one ? [one] : [])

  only('sqlite')('asks for events by their index, a step for each contact, in %s', async () => {
    const { audience, explain } = population
    for (const operator of ['triggered', 'notTriggered'] as const) {
      const who = await audience.condition({
        logic: 'AND',
        groups: [{ filters: [{ field: 'login', operator }] }],
      })
      expect(await explain(who)).toContain('event_of_contact (name=? AND contact=?)')
    }
    const filter = { field: 'login', operator: 'triggeredWithin', value: 1, unit: 'days' } as const
    const who = await audience.condition({ logic: 'AND', groups: [{ filters: [filter] }] })
    expect(await explain(who)).toContain('event_of_contact (name=? AND contact=? AND created_at>?)')
  })

  only('postgres')('asks for an address by its index, walled off by project, in %s', async () => {
    const { audience, explain } = population
    const filter = { field: 'email', operator: 'equals', value: 'Bo@example.com' } as const
    const who = await audience.condition({ logic: 'AND', groups: [{ filters: [filter] }] })
    const plan = await database.db.transaction(async () => {
      // Nobody looks eight rows up by an index unless told to.
      await database.db.prepare('SET LOCAL enable_seqscan = off').run([])
      return explain(who)
    })
    expect(plan).toMatch(/contact_email on contact[^]*Index Cond: .*email_folded/)
  })
})
