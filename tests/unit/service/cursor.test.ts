import { expect, it } from 'vitest'
import { type Cursor, decodeCursor, encodeCursor } from '../../../src-service/store/cursor'

it.each<Cursor>([
  { sort: 'createdAt', dir: 'desc', after: 12, total: 30 },
  { sort: 'email', dir: 'asc', after: 'ærø@example.com', total: 0 },
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
  ['another order', text(['name', 'asc', 1, 1])],
  ['an address where a row belongs', text(['createdAt', 'asc', 'a', 1])],
  ['a row where an address belongs', text(['email', 'asc', 1, 1])],
  ['a negative total', text(['createdAt', 'asc', 1, -1])],
  ['too little', text(['createdAt', 'asc'])],
])('refuses %s', (_what, given) => {
  expect(decodeCursor(given)).toBeNull()
})
