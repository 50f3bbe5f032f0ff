import { describe, expect, it } from 'vitest'
import { dateOf, valueType } from '../../../../src-renderer/kit/form/value-type'
import { dataWords, isNear } from '../../../../src-renderer/lists/grid/data-words'
import { contactName } from '../../../../src-renderer/features/contacts/contact-words'
import {
  addedData,
  addRow,
  rowFault,
  rowValue,
  type EditRow,
} from '../../../../src-renderer/kit/form/data-edit'

const row = (id: number, key: string, type: EditRow['type'], text: string): EditRow => ({
  id,
  key,
  type,
  text,
})
const rows = [
  row(0, 'plan', 'text', 'free'),
  row(1, 'seats', 'number', '12'),
  row(2, 'vip', 'boolean', 'true'),
]

describe('values in words', () => {
  it('show nested values by their keys', () => {
    expect(dataWords({ name: 'Ada', length: 3 })).toBe('{ name, length }')
    expect(dataWords(['a', { b: 1 }])).toBe('[ a, { … } ]')
  })

  it('show dates as days, and text that only looks like one as it is', () => {
    expect(dataWords('2026-11-20')).toBe('20 Nov 2026')
    expect(dataWords('2026-11')).toBe('2026-11')
    expect(dateOf('2026-13-45')).toBeNull()
  })

  it('show nothing as an en dash', () => {
    expect(dataWords(null)).toBe('–')
    expect(dataWords('')).toBe('–')
  })
})

describe('the name of a contact', () => {
  it('is what it calls itself', () => {
    expect(contactName({ data: { name: '佐藤 美咲', firstName: '美咲' } })).toBe('佐藤 美咲')
    expect(contactName({ data: { firstName: 'Ada', lastName: 'Byron' } })).toBe('Ada Byron')
    expect(contactName({ data: { name: ' ', company: 'Quay' } })).toBeNull()
  })
})

describe('adding data', () => {
  it('takes each value by its type', () => {
    expect(addedData(rows)).toEqual({ plan: 'free', seats: 12, vip: true })
  })

  it('adds a key with the type it was given', () => {
    const added = addRow(rows).map((one) =>
      one.key === '' ? { ...one, key: 'berth', type: 'number' as const, text: '7' } : one,
    )
    expect(addedData(added)).toMatchObject({ berth: 7 })
  })

  it('leaves out what has a fault', () => {
    expect(addedData([row(0, 'seats', 'number', 'twelve')])).toEqual({})
  })
})

describe('faults', () => {
  const fresh = (change: Partial<EditRow>) => {
    const all = addRow(rows).map((one) => (one.key === '' ? { ...one, ...change } : one))
    return rowFault(all.at(-1)!, all)
  }

  it('refuse a key that is there already', () => {
    expect(fresh({ key: 'plan', text: 'x' })).toBe('This key already exists.')
  })

  it('refuse a key that the service keeps for itself', () => {
    expect(fresh({ key: 'unsubscribeUrl', text: 'x' })).toContain('keeps unsubscribeUrl for itself')
  })

  it('refuse a value that is none of its type', () => {
    expect(rowValue({ type: 'number', text: 'twelve' })).toHaveProperty('fault')
    expect(rowValue({ type: 'date', text: '20.11.2026' })).toHaveProperty('fault')
    expect(rowValue({ type: 'json', text: '{name: 1}' })).toHaveProperty('fault')
  })

  it('refuse empty text, which the service would skip', () => {
    expect(rowValue({ type: 'text', text: '  ' })).toHaveProperty('fault')
  })
})

it('tells the type of a value', () => {
  expect([1, true, 'a', '2026-11-20T10:00:00Z', [], {}, null].map(valueType)).toEqual([
    'number',
    'boolean',
    'text',
    'date',
    'list',
    'object',
    'text',
  ])
})

it('takes no notice of a new row that nothing was entered in', () => {
  const all = addRow(rows)
  expect(rowFault(all.at(-1)!, all)).toBeNull()
  expect(addedData(all)).toEqual(addedData(rows))
})

it('says how far a date is only while that says more than the day', () => {
  const day = 86_400_000
  expect(isNear(0, 30 * day)).toBe(true)
  expect(isNear(40 * day, 0)).toBe(false)
})
