import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmptyDatabase, engines, type RunningEngine } from '../../fixtures/engines'
import { readingCases, readingPeople } from '../../fixtures/deployed-reading'
import { type Population, populate } from './filter-population'

describe.each(engines)('a filter in the deployed reading, in $engine', ({ start }) => {
  let running: RunningEngine
  let database: EmptyDatabase
  let population: Population
  beforeAll(async () => {
    running = await start()
    database = await running.open()
    const people = readingPeople.map(({ name, createdAt, subscribed = true, data }) => ({
      email: `${name}@Example.com`,
      subscribed,
      data,
      createdAt: Date.parse(createdAt ?? '2026-11-20T08:00:00.000Z'),
      events: [],
    }))
    population = await populate(database.db, people, [], 'deployed')
  })
  afterAll(async () => {
    await database.close()
    await running.stop()
  })

  it.each(readingCases)('%s %s %j holds for: %s', async (field, operator, value, holdsFor) => {
    const filter = { field, operator, ...(value !== undefined && { value }) }
    const who = await population.audience.condition({ logic: 'AND', groups: [{ filters: [filter] }] })
    const found = await population.find(who)
    expect(found.map((email) => email.split('@')[0]).join(' ')).toBe(holdsFor)
  })
})
