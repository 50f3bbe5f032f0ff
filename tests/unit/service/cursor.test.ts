import { expect, it } from 'vitest'
import { type Cursor, decodeCursor, encodeCursor } from '../../../src-service/store/cursor'

it.each<Cursor>([
  { list: 'contacts', sort: 'createdAt', dir: 'desc', after: 12, total: 30 },
  { list: 'events', sort: 'email', dir: 'asc', after: 'ærø@example.com', total: 0 },
])('is read as it was written: $sort', (cursor) => {
  const text = encodeCursor(cursor)
  expect(text).toMatch(/^[\w-]+$/)
  expect(decodeCursor(text)).toEqual(cursor)
})

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  ['nothing', ''],
  ['no JSON', 'abc'],
  ['an object', text({})],
  ['no list', text([1, 'createdAt', 'asc', 1, 1])],
  ['another order', text(['contacts', 'name', 'asc', 1, 1])],
  ['an address where a row belongs', text(['contacts', 'createdAt', 'asc', 'a', 1])],
  ['a row where an address belongs', text(['contacts', 'email', 'asc', 1, 1])],
  ['a negative total', text(['contacts', 'createdAt', 'asc', 1, -1])],
  ['too little', text(['contacts', 'createdAt', 'asc'])],
])('refuses %s', (_what, given) => {
  expect(decodeCursor(given)).toBeNull()
})
