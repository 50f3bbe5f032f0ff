import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readingCases, readingPeople } from '../../fixtures/deployed-reading'
import { type Population, populate } from './filter-population'

describe('a filter over the contacts of the service, in the deployed reading', () => {
  let population: Population
  beforeAll(async () => {
    const people = readingPeople.map(({ name, createdAt, subscribed = true, data }) => ({
      email: `${name}@Example.com`,
      subscribed,
      data,
      createdAt: Date.parse(createdAt ?? '2026-11-20T08:00:00.000Z'),
      events: [],
    }))
    population = await populate(people, [], 'deployed')
  })
  afterAll(() => population.close())

  it.each(readingCases)('%s %s %j holds for: %s', async (field, operator, value, holdsFor) => {
    const filter = { field, operator, ...(value !== undefined && { value }) }
    const who = await population.audience.condition({ logic: 'AND', groups: [{ filters: [filter] }] })
    expect(
      population
        .find(who)
        .map((email) => email.split('@')[0])
        .join(' '),
    ).toBe(holdsFor)
  })
})
