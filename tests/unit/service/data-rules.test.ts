import { expect, it } from 'vitest'
import { dataText, mergeData, mergeOf, mergedText } from '../../../src-service/audience/data-rules'

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

const filled = (keys: number, more: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key${index}`, index])),
  ...more,
})

it('keeps 200 keys of a contact and 64 KB', () => {
  expect(dataText(filled(200))).toBe(JSON.stringify(filled(200)))
  expect(() => dataText(filled(201))).toThrow('The data would have 201 keys; 200 are the most.')
  expect(() => dataText({ long: 'x'.repeat(65 * 1024) })).toThrow('66 KB; 64 KB are the most.')
})

it('lets data that has outgrown the limits shrink, and grow no further', () => {
  const stored = JSON.stringify(filled(210))
  expect(mergedText(stored, { key0: null })).toBe(JSON.stringify(filled(210, { key0: undefined })))
  expect(() => mergedText(stored, { another: 1 })).toThrow('211 keys')
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
