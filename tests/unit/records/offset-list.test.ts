import { expect, it } from 'vitest'
import { decodeOffsetList, shapeInWords } from '../../../src-shared/interface/offset-list'

const two = [{ id: 'a', name: 'A' }, { id: 7 }]
const items = [{ id: 'a', name: 'A' }, { id: '7' }]

it.each([
  [{ items: two, pageInfo: { hasNextPage: true } }, 'items', 'pageInfo', true, null],
  [{ items: two, totalCount: 9 }, 'items', 'totalCount', null, 9],
  [{ users: two, totalCount: 2 }, 'users', 'totalCount', null, 2],
  [{ people: two, took: 3 }, 'people', 'nothing', null, null],
  [{ items: two, pageInfo: { hasNextPage: false, totalCount: 2 } }, 'items', 'both', false, 2],
  [{ success: true, data: { items: two, totalCount: 2 } }, 'items', 'totalCount', null, 2],
  [{ data: two, totalCount: 2 }, 'data', 'totalCount', null, 2],
  [two, '', 'nothing', null, null],
])('reads %j', (body, name, tells, more, total) => {
  expect(decodeOffsetList(body, null)).toEqual({
    ok: true,
    value: { items, shape: { name, tells }, more, total },
  })
})

it('takes the list that was named among several', () => {
  const body = { tags: ['x'], deals: two, totalCount: 2 }
  expect(decodeOffsetList(body, 'deals')).toMatchObject({ ok: true, value: { shape: { name: 'deals' } } })
  expect(decodeOffsetList(body, null)).toEqual({
    ok: false,
    fault: 'it holds several lists (tags, deals), and it is not known which of them is meant',
  })
})

it.each([
  [{ items: [{ id: 'a' }, { name: 'B' }] }, null, 'record 2 has no usable id'],
  [{ items: two }, 'users', 'there is no list called users in it'],
  [two, 'users', 'there is no list called users in it'],
  [{ ok: true }, null, 'it holds no list'],
  ['text', null, 'it holds no list'],
])('says what is wrong with %j', (body, name, fault) => {
  expect(decodeOffsetList(body, name)).toEqual({ ok: false, fault })
})

it.each([
  ['{"name":"A","id":"a"}', '{"id":"a","name":"A"}'],
  ['{"2":true,"id":"a"}', '{"2":true,"id":"a"}'],
  ['{"id":7.5,"name":null}', '{"id":"7.5","name":null}'],
  ['{"id":"a","__proto__":{"b":1},"c":2}', '{"id":"a","c":2}'],
])('keeps the record %s with its id first, as text', (text, kept) => {
  const decoded = decodeOffsetList(JSON.parse(`[${text}]`), null)
  expect(JSON.stringify(decoded.ok && decoded.value.items[0])).toBe(kept)
})

it.each(['[[1]]', '["a"]', '[null]', '[{"id":""}]', '[{"id":true}]', '[{"id":null}]'])(
  'takes nothing of %j for a record',
  (text) => {
    expect(decodeOffsetList(JSON.parse(text), null)).toMatchObject({ ok: false })
  },
)

it('names a shape in words', () => {
  expect(shapeInWords({ name: 'users', tells: 'totalCount' })).toBe('users with totalCount')
  expect(shapeInWords({ name: 'users', tells: 'pageInfo' })).toBe('users with pageInfo')
  expect(shapeInWords({ name: 'users', tells: 'both' })).toBe('users with pageInfo and totalCount')
  expect(shapeInWords({ name: '', tells: 'nothing' })).toBe('a bare list')
})
