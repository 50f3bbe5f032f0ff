import { expect, it } from 'vitest'
import { ColumnKinds, columnsOf, proposeMapping } from '../../../src-main/features/records/mapping'
import type { DataField } from '../../../src-shared/bridge/contacts'

const field = (key: string, types: DataField['types'] = ['text']): DataField => ({
  key,
  types,
  count: 3,
  distinct: 3,
})
const row = (data: Record<string, unknown>) => ({ id: 'r', data, changedAt: 1, news: null })

it('proposes the field that holds addresses, whatever it is called, and leaves out what a contact cannot hold', () => {
  const fields = [field('mail'), field('name'), field('owner', ['object']), field('createdAt', ['date'])]
  const rows = [row({ mail: 'a@b.example', name: 'A' }), row({ mail: 'c@d.example' })]
  expect(proposeMapping(fields, rows)).toEqual({
    email: 'data.mail',
    subscribed: null,
    data: [{ field: 'data.name', key: 'name' }],
  })
})

it('prefers the field called email where several hold addresses', () => {
  const rows = [row({ backup: 'a@b.example', email: 'c@d.example' })]
  expect(proposeMapping([field('backup'), field('email')], rows)?.email).toBe('data.email')
})

it('proposes nothing where no field holds addresses', () => {
  expect(proposeMapping([field('name')], [row({ name: 'A' })])).toBeNull()
})

it('reads a column as numbers or yes and no only where all of its cells are', () => {
  const columns = columnsOf({
    email: 'data.email',
    subscribed: null,
    data: ['seats', 'vip', 'mixed', 'nested', 'empty'].map((key) => ({ field: `data.${key}` as const, key })),
  })
  const kinds = new ColumnKinds(columns)
  kinds.note(['a@b.example', 1, true, 1, { a: 1 }, null])
  kinds.note(['c@d.example', null, false, 'two', undefined, undefined])
  expect(columns.map((_, at) => kinds.typeOf(at).type)).toEqual([
    'text',
    'number',
    'boolean',
    'text',
    'text',
    'text',
  ])
})
