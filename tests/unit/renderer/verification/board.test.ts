import { describe, expect, it } from 'vitest'
import {
  boardOf,
  changeLines,
  movedWords,
  needsAsking,
} from '../../../../src-renderer/features/verification/rules/board'
import { blankHealth, rules } from './batch-samples'

const sign = (name: string) => ({
  sign: name,
  title: name,
  sentence: name,
  class: 'unknown' as const,
  usual: 'unknown' as const,
  addresses: 0,
})

describe('the board of signs', () => {
  it('has every class, and counts that add up to it', () => {
    const health = {
      ...blankHealth,
      byClass: { ...blankHealth.byClass, accepts: 379 },
      domains: [{ domain: 'fjordline-cargo.no', class: 'accepts' as const, contacts: 38 }],
    }
    const accepts = boardOf(rules, health).at(-1)
    const counted = accepts?.signs.reduce((sum, { contacts }) => sum + contacts, 0) ?? 0
    expect(boardOf(rules, health).map(({ of }) => of)).toEqual([
      'undeliverable',
      'unknown',
      'risky',
      'accepts',
    ])
    expect(counted + (accepts?.byDomain ?? 0)).toBe(accepts?.contacts)
    expect(accepts?.domains).toEqual(['fjordline-cargo.no'])
  })

  it('folds signs that nobody has where there are more than three', () => {
    const unknown = (names: string[]) => boardOf({ ...rules, signs: names.map(sign) }, blankHealth)[1]
    expect(unknown(['a', 'b', 'c'])?.folded).toHaveLength(0)
    expect(unknown(['a', 'b', 'c', 'd'])).toMatchObject({ signs: [], folded: { length: 4 } })
  })

  it('asks before over one in a hundred become undeliverable', () => {
    expect(needsAsking('undeliverable', 5, 400)).toBe(true)
    expect(needsAsking('undeliverable', 4, 400)).toBe(false)
    expect(needsAsking('risky', 400, 400)).toBe(false)
  })

  it('says how many became what', () => {
    const after = { ...blankHealth, byClass: { ...blankHealth.byClass, risky: 366 } }
    expect(movedWords('risky', blankHealth, after)).toBe('366 became risky')
  })

  it('lists what a person changed', () => {
    expect(changeLines(rules.signs, rules.domains)).toMatchObject([
      { title: 'Role address, such as info@', from: 'risky', to: 'accepts mail' },
      { title: 'fjordline-cargo.no', to: 'accepts mail' },
    ])
  })
})
