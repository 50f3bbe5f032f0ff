import { saidText } from '../../../src-shared/messages/told'
import { describe, expect, it } from 'vitest'
import {
  classify,
  defaultRules,
  type ClassRules,
  type Sign,
} from '../../../src-main/features/verification/store/ledger/classes'

const rules = Object.entries(defaultRules)

describe('the table of classes', () => {
  it.each(rules)('%s is told in the voice of the product', (_, { title, sentence }) => {
    expect(title).toMatch(/^[A-Z][^.!]+$/)
    expect(saidText(sentence)).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${saidText(sentence)}`).not.toMatch(/please|oops|sorry|successfully|!|deliverable/i)
  })

  it('never calls an address undeliverable for what was not found out', () => {
    const certain = rules.filter(([, rule]) => rule.class === 'undeliverable').map(([sign]) => sign)
    expect(certain).toEqual(['syntax', 'refused', 'noDomain', 'noMailServer', 'boughtBad'])
  })

  it('promises no mailbox: accepting is the domain', () => {
    const accepting = rules.filter(([, rule]) => rule.class === 'accepts')
    for (const [, { sentence }] of accepting) expect(saidText(sentence)).toMatch(/domain/)
  })
})

describe('a class', () => {
  it.each<[Sign[], string]>([
    [['takesMail'], 'accepts'],
    [['takesMail', 'personal'], 'accepts'],
    [['takesMail', 'role'], 'risky'],
    [['takesMail', 'plus'], 'risky'],
    [['takesMail', 'alias'], 'risky'],
    [['takesMail', 'typo'], 'risky'],
    [['disposable'], 'risky'],
    [['noDomain', 'typo'], 'undeliverable'],
    [['role', 'noMailServer'], 'undeliverable'],
    [['lookupFailed', 'role', 'personal'], 'unknown'],
    [['serviceFailed', 'typo'], 'unknown'],
    [['refused', 'plus'], 'undeliverable'],
    [['syntax', 'disposable'], 'undeliverable'],
    [[], 'unknown'],
  ])('of %j is %s', (signs, expected) => {
    const observed = signs.map((sign) => ({ sign }))
    expect(classify(observed).class).toBe(expected)
    expect(classify([...observed].reverse())).toEqual(classify(observed))
  })

  it('gives its weightiest reason first, with what is said of this case', () => {
    const found = classify([
      { sign: 'role' },
      { sign: 'typo' },
      { sign: 'noDomain' },
      { sign: 'syntax', details: ['It has a space in it.'] },
    ])
    expect(found.signs).toEqual(['syntax', 'noDomain', 'typo', 'role'])
    expect(found.reasons.map(saidText)).toEqual([
      'This is not an address.',
      'It has a space in it.',
      'Its domain does not exist.',
      'Its domain looks misspelt.',
      'It names a desk or a team, not a person.',
    ])
  })

  it('says a reason once, whoever saw it', () => {
    expect(classify([{ sign: 'plus' }, { sign: 'takesMail' }, { sign: 'plus' }]).signs).toEqual([
      'plus',
      'takesMail',
    ])
  })

  it('follows a changed table', () => {
    const changed: ClassRules = { ...defaultRules, role: { ...defaultRules.role, class: 'accepts' } }
    expect(classify([{ sign: 'role' }, { sign: 'takesMail' }], changed).class).toBe('accepts')
    expect(classify([{ sign: 'role' }, { sign: 'plus' }, { sign: 'takesMail' }], changed)).toMatchObject({
      class: 'risky',
      signs: ['plus', 'role', 'takesMail'],
    })
  })
})
