import { describe, expect, it } from 'vitest'
import { compare, fieldsOf, fieldsOfChange, pick } from '../../../src-main/features/outbox/fields'
import { sameValue } from '../../../src-shared/same-value'
import { summaryOf } from '../../../src-main/features/outbox/words'
import { withoutSecrets } from '../../../src-main/cache/write-log'

const summary = (body: object) => summaryOf({ entry: { kind: 'contact.update' }, body, reason: null })

describe('values', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [null, undefined, true],
    [{ a: undefined }, {}, true],
    ['1', 1, false],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1, b: null }, false],
  ])('%j and %j: the same is %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })
})

describe('a queued edit against what the service holds now', () => {
  const before = { 'data.plan': 'free', subscribed: true }
  const mine = { 'data.plan': 'pro', subscribed: true }

  it('is clear where its fields are as they were', () => {
    expect(compare(before, { ...before, 'data.other': 1 }, mine)).toEqual({ kind: 'clear' })
  })

  it('is already done where the service holds what was to be written', () => {
    expect(compare(before, mine, mine)).toEqual({ kind: 'already' })
  })

  it('is a conflict, field by field, where they moved elsewhere', () => {
    expect(compare(before, { 'data.plan': 'team', subscribed: true }, mine)).toEqual({
      kind: 'conflict',
      conflict: [{ field: 'data.plan', before: 'free', theirs: 'team', mine: 'pro' }],
    })
  })

  it('takes an absent key and null for the same', () => {
    expect(compare({ 'data.x': null }, {}, { 'data.x': 'y' }).kind).toBe('clear')
  })

  it('of a deletion is a conflict where anything moved', () => {
    const seen = fieldsOf({ email: 'a@b.c', subscribed: true, data: { plan: 'free' } })
    expect(compare(seen, seen, null)).toEqual({ kind: 'clear' })
    expect(compare(seen, { ...seen, subscribed: false }, null).kind).toBe('conflict')
  })
})

it('names the fields of a change as the contract does', () => {
  expect(fieldsOfChange({ subscribed: false, data: { plan: null, 'a.b': 1 } })).toEqual({
    subscribed: false,
    'data.plan': null,
    'data.a.b': 1,
  })
  expect(pick({ 'data.plan': 'free' }, ['data.plan', 'data.none'])).toEqual({
    'data.plan': 'free',
    'data.none': null,
  })
})

describe('a change in words', () => {
  it.each([
    [{ data: { plan: 'pro' } }, 'Set plan to pro'],
    [{ subscribed: false, data: { company: null } }, 'Unsubscribe, remove company'],
    [{ subscribed: true }, 'Subscribe'],
    [{ data: { tags: ['a', 'b'] } }, 'Set tags to ["a","b"]'],
    [{}, 'Change nothing'],
  ])('%j', (change, words) => {
    expect(summary(change)).toBe(words)
  })

  it('does not repeat a long value whole', () => {
    expect(summary({ data: { note: 'x'.repeat(500) } }).length).toBeLessThan(70)
  })
})

it('leaves secrets out of what is logged', () => {
  const body = {
    email: 'a@b.c',
    data: { password: 'p', api_key: 'k', note: 'uses sk_live_1', list: ['pk_test_2'] },
  }
  expect(withoutSecrets(body)).toEqual({
    email: 'a@b.c',
    data: { password: '[secret]', api_key: '[secret]', note: 'uses [key]', list: ['[key]'] },
  })
})
