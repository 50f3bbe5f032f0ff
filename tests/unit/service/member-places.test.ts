import { describe, expect, it } from 'vitest'
import { apart, memberPlaces } from '../../../src-service/store/member-places'

/** Places among `members` people whose numbers go down by two, of whom every question is noted. */
function placesOf(members: number) {
  const asked: unknown[] = []
  const find = memberPlaces(
    async ({ values }) => {
      asked.push(values[0])
      const count = Math.floor(members / apart)
      return Array.from({ length: count }, (_, at) => 2 * (members - (at + 1) * apart))
    },
    () => 1,
  )
  const from = (skip: number, who = 0) => find({ where: 'c.seq > ?', values: [who] }, { after: 1e9, skip })
  return { asked, from }
}

describe('where a page far down begins', () => {
  it('is at the last place before it that is known', async () => {
    const { from } = placesOf(20_000)
    expect(await from(7250)).toEqual({ after: 2 * 13_000, skip: 250 })
    expect(await from(99_999)).toEqual({ after: 0, skip: 79_999 })
  })

  it('is where it was to begin, if few are skipped or there are few', async () => {
    const { asked, from } = placesOf(900)
    expect(await from(4999)).toEqual({ after: 1e9, skip: 4999 })
    expect(asked).toEqual([])
    expect(await from(5000)).toEqual({ after: 1e9, skip: 5000 })
    expect(asked).toEqual([0])
  })

  it('is known of twenty conditions at a time, and asked for again of the one noted first', async () => {
    const { asked, from } = placesOf(20_000)
    const all = Array.from({ length: 21 }, (_, who) => who)
    for (const who of all) await from(6000, who)
    for (const who of all.slice(1)) await from(6000, who)
    expect(asked).toEqual(all)
    await from(6000, 0)
    expect(asked).toEqual([...all, 0])
  })
})
