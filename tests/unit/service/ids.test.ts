import { describe, expect, it } from 'vitest'
import { type IdKind, type Ids, prefixedIds, uuidIds } from '../../../src-service/dialect/ids'

const kinds: IdKind[] = [
  'contact',
  'event',
  'email',
  'domain',
  'template',
  'campaign',
  'segment',
  'workflow',
  'step',
  'execution',
  'record',
  'user',
  'project',
  'job',
  'transition',
  'stepExecution',
]
const rows = [1, 2, 3, 1000, 999_999, 2 ** 25 - 1, 2 ** 25, 2 ** 32, 2 ** 50 - 1]

describe.each<[string, Ids]>([
  ['prefixed ids', prefixedIds],
  ['UUIDs', uuidIds],
])('%s', (_form, ids) => {
  it.each(kinds)('stand for the row they were made of: %s', (kind) => {
    for (const seq of rows) expect(ids.decode(kind, ids.encode(kind, seq))).toBe(seq)
  })

  it('differ for a hundred thousand rows', () => {
    const all = new Set(Array.from({ length: 100_000 }, (_, at) => ids.encode('event', at + 1)))
    expect(all.size).toBe(100_000)
  })

  it('differ between kinds', () => {
    expect(new Set(kinds.map((kind) => ids.encode(kind, 1).slice(-10))).size).toBe(kinds.length)
  })

  it('do not show the order of the rows', () => {
    const some = Array.from({ length: 100 }, (_, at) => ids.encode('contact', at + 1))
    expect([...some].sort()).not.toEqual(some)
  })

  it.each([
    '',
    'x',
    'cnt_',
    'cnt_000000000',
    'cnt_00000000000',
    'cnt_000000000U',
    'CNT_0000000000',
    '../etc',
  ])('are not %j', (text) => {
    expect(ids.decode('contact', text)).toBeNull()
  })
})

it('a UUID has the shape of version 4', () => {
  for (const seq of rows) {
    expect(uuidIds.encode('contact', seq)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  }
})

it('a UUID that was not made here stands for nothing', () => {
  expect(uuidIds.decode('contact', '123e4567-e89b-42d3-a456-426614174000')).toBeNull()
})
