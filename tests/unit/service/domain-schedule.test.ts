import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src-service/domains/watch'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = 1000 * day

describe('a domain that is not verified', () => {
  const since = (ago: number) => ({ verified: false, refusals: 0, updatedAt: now - ago })

  it.each([
    ['just added', 0, minute],
    ['five minutes old', 5 * minute, minute],
    ['an hour old', hour, 6 * minute],
    ['a day old', day, 2.4 * hour],
    ['a month old', 30 * day, day],
  ])('%s is looked at again in time', (_what, ago, wait) => {
    expect(outcomeOf('missing', since(ago), now)).toEqual({ verified: false, refusals: 0, dueAt: now + wait })
  })

  it('is verified once its records are there, and then looked at daily', () => {
    expect(outcomeOf('published', since(hour), now)).toEqual({
      verified: true,
      refusals: 0,
      dueAt: now + day,
    })
  })

  it('is looked at again in five minutes when the DNS could not be asked', () => {
    expect(outcomeOf('unknown', since(day), now)).toEqual({
      verified: false,
      refusals: 0,
      dueAt: now + 5 * minute,
    })
  })
})

describe('a verified domain', () => {
  const missing = (refusals: number) => ({ verified: true, refusals, updatedAt: now - 90 * day })

  it('stays so while its records are missing twice in a row, looked at hourly', () => {
    expect(outcomeOf('missing', missing(0), now)).toEqual({ verified: true, refusals: 1, dueAt: now + hour })
    expect(outcomeOf('missing', missing(1), now)).toEqual({ verified: true, refusals: 2, dueAt: now + hour })
  })

  it('is not verified any more the third time', () => {
    expect(outcomeOf('missing', missing(2), now)).toEqual({
      verified: false,
      refusals: 0,
      dueAt: now + minute,
    })
  })

  it('begins to count anew once its records are back', () => {
    expect(outcomeOf('published', missing(2), now)).toEqual({ verified: true, refusals: 0, dueAt: now + day })
  })

  it('loses nothing while the DNS cannot be asked', () => {
    expect(outcomeOf('unknown', missing(2), now)).toEqual({
      verified: true,
      refusals: 2,
      dueAt: now + 5 * minute,
    })
  })
})
