import { expect, it } from 'vitest'
import { mergeData, mergeOf } from '../../../src-service/audience/data-rules'

it.each([
  ['adds and replaces', { a: 1 }, { a: 2, b: [3] }, { a: 2, b: [3] }],
  ['deletes with null', { a: 1, b: 2 }, { a: null, c: null }, { b: 2 }],
  ['skips empty strings', { a: 1 }, { a: '', b: '' }, { a: 1 }],
  ['keeps 0 and false', {}, { a: 0, b: false }, { a: 0, b: false }],
  ['does not store a value for one call', { a: 1 }, { a: { value: 2, persistent: false } }, { a: 1 }],
  ['unwraps a value to be kept', {}, { a: { value: 2, persistent: true } }, { a: 2 }],
  ['applies the rules to what it unwraps', { a: 1 }, { a: { value: null, persistent: true } }, {}],
  ['leaves other objects with a value alone', {}, { a: { value: 2 } }, { a: { value: 2 } }],
  ['drops reserved keys', {}, { id: 1, email: 2, plunk_id: 3, manageUrl: 4, Id: 5 }, { Id: 5 }],
])('%s', (_rule, stored, said, merged) => {
  expect(mergeData(stored, said)).toEqual(merged)
})

it('takes __proto__ as a key like any other', () => {
  const merged = mergeData({}, JSON.parse('{"__proto__":{"polluted":1}}'))
  expect(Object.keys(merged)).toEqual(['__proto__'])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

it('changes neither argument', () => {
  const [stored, said] = [{ a: 1 }, { a: null }]
  mergeData(stored, said)
  expect([stored, said]).toEqual([{ a: 1 }, { a: null }])
})

it('tells what merging sets and deletes, whatever is stored', () => {
  const said = {
    a: 1,
    b: null,
    c: '',
    id: null,
    d: { value: null, persistent: true },
    e: { value: null, persistent: false },
  }
  expect(mergeOf(said)).toEqual({ set: '{"a":1}', gone: ['b', 'd'] })
})
