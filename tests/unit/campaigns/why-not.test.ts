import { describe, expect, it } from 'vitest'
import { type MissedFacts, unsubscribedAt, whyNot } from '../../../src-main/features/campaigns/why-not'

const facts = (of: Partial<MissedFacts> = {}): MissedFacts => ({
  at: 100,
  hasLeft: true,
  isCancelled: false,
  cameAt: 5,
  unsubscribed: null,
  reviewed: null,
  leftOut: false,
  inside: true,
  ...of,
})
const why = (of: Partial<MissedFacts>) => whyNot(facts(of)).why

describe('why somebody did not get a campaign', () => {
  it('is that it was cancelled, whoever was meant', () => {
    expect(why({ isCancelled: true, hasLeft: false, inside: false, cameAt: 500 })).toBe('cancelled')
  })

  it('is that they came later, and when', () => {
    expect(whyNot(facts({ cameAt: 101, inside: false }))).toEqual({ why: 'notYet', since: 101 })
  })

  it('is that they were unsubscribed then, and since when', () => {
    const of = { unsubscribed: { since: 40 }, reviewed: false }
    expect(whyNot(facts(of))).toEqual({ why: 'unsubscribed', since: 40 })
  })

  it('is what its last review counted, before what is so now', () => {
    expect(why({ reviewed: false, inside: true })).toBe('outside')
    expect(why({ reviewed: true, inside: false, leftOut: true })).toBe('noEvent')
  })

  it('is that they were left out for their verdict', () => {
    expect(why({ leftOut: true })).toBe('leftOut')
    expect(why({ leftOut: true, reviewed: false })).toBe('leftOut')
  })

  it('is what is known now where no review is kept', () => {
    expect(why({ inside: false })).toBe('outsideNow')
    expect(why({ inside: true })).toBe('noEvent')
  })

  it('is that it was stopped on the way, of those who were to get it', () => {
    expect(why({ isCancelled: true, inside: true })).toBe('cancelled')
    expect(why({ isCancelled: true, reviewed: true })).toBe('cancelled')
    expect(why({ isCancelled: true, reviewed: false })).toBe('outside')
  })
})

describe('whether somebody was subscribed then', () => {
  const left = { at: 50, subscribed: false }
  const back = { at: 80, subscribed: true }

  it('is what the last change before says', () => {
    expect(unsubscribedAt(60, [back, left], true)).toEqual({ since: 50 })
    expect(unsubscribedAt(90, [back, left], true)).toBeNull()
  })

  it('is the opposite of the first change after, where none is known before', () => {
    expect(unsubscribedAt(40, [left], false)).toBeNull()
    expect(unsubscribedAt(70, [back], true)).toEqual({ since: null })
  })

  it('is as it is now where no change is known', () => {
    expect(unsubscribedAt(40, [], true)).toBeNull()
    expect(unsubscribedAt(40, [], false)).toEqual({ since: null })
  })
})
