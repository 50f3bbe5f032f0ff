import { describe, expect, it } from 'vitest'
import type { ListHealth } from '../../../../src-shared/bridge/verdicts'
import { verdictFilters } from '../../../../src-renderer/features/contacts/link-filters'
import { checkedBy } from '../../../../src-renderer/features/contacts/verdict-sources'
import { checkedWords, healthLines } from '../../../../src-renderer/features/overview/health-words'

const counts = {
  contacts: 1000,
  byClass: { accepts: 600, risky: 50, undeliverable: 100, unknown: 50 },
  expired: 0,
  notChecked: 200,
}
const none = { medianDays: null, soon: 0 }
const health = (more: Partial<ListHealth> = {}): ListHealth => ({
  ...counts,
  before: null,
  signs: [],
  domains: [],
  standing: { accepts: none, risky: none, undeliverable: none, unknown: none, expired: none, all: none },
  ages: [],
  trend: [],
  lastAt: 1,
  expiry: { known: 90, unknown: 30 },
  next: [],
  ...more,
})

describe('the head of list health', () => {
  it('says which share has a verdict that counts', () => {
    expect(checkedWords(health())).toBe('80 % of 1,000 checked')
    expect(checkedWords(health({ expired: 100, notChecked: 900, byClass: zero() }))).toBe(
      '0 % of 1,000 checked',
    )
    expect(checkedWords(health({ notChecked: 1, byClass: { ...zero(), accepts: 999 } }))).toBe(
      '99 % of 1,000 checked',
    )
  })
})

describe('the lines of list health', () => {
  const of = (given: ListHealth, key: string) => healthLines(given).find((line) => line.key === key)

  it('give classes as shares of those checked', () => {
    expect(of(health(), 'accepts')).toMatchObject({ contacts: 600, share: '75.0 %', title: 'Accepts mail' })
    expect(of(health(), 'notChecked')).toMatchObject({ contacts: 200, share: '–', of: null })
  })

  it('have one for expired verdicts where there are any', () => {
    expect(of(health(), 'expired')).toBeUndefined()
    expect(of(health({ expired: 3 }), 'expired')).toMatchObject({ contacts: 3 })
  })

  it('say what 30 days changed', () => {
    const before = { ...counts, byClass: { ...counts.byClass, undeliverable: 304 }, notChecked: 0 }
    expect(of(health({ before }), 'undeliverable')?.change).toBe(-204)
    expect(of(health({ before }), 'notChecked')?.change).toBe(200)
  })

  it('say nothing of 30 days where the ledger is younger', () => {
    expect(of(health(), 'accepts')?.change).toBeNull()
  })
})

describe('a link to contacts by verdict', () => {
  it('is filters by class and by subscription', () => {
    expect(verdictFilters('undeliverable', true)).toEqual([
      { field: 'verdict', operator: 'anyOf', values: ['undeliverable'] },
      { field: 'subscribed', operator: 'anyOf', values: [true] },
    ])
    expect(verdictFilters('expired', false)).toEqual([
      { field: 'verdict', operator: 'anyOf', values: ['void'] },
    ])
    expect(verdictFilters('never', false)).toEqual([{ field: 'verdict', operator: 'anyOf', values: [null] }])
    expect(verdictFilters('nonsense', true)).toEqual([])
  })
})

it('says who checked', () => {
  expect(checkedBy({ source: 'service', vendor: null })).toBe('Checked by the service')
  expect(checkedBy({ source: 'bought', vendor: 'ZeroBounce' })).toBe('Checked by ZeroBounce')
})

function zero(): ListHealth['byClass'] {
  return { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 }
}
