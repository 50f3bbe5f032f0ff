import { describe, expect, it } from 'vitest'
import { dateOf, valueType } from '../../../../src-renderer/kit/form/value-type'
import { dataWords, isNear } from '../../../../src-renderer/lists/grid/data-words'
import { contactName } from '../../../../src-renderer/features/contacts/contact-words'
import {
  addRow,
  changedData,
  dataChanges,
  editRows,
  rowFault,
  rowValue,
  type EditRow,
} from '../../../../src-renderer/kit/form/data-edit'

const data = { plan: 'free', seats: 12, vip: true, ends: '2026-11-20', vessel: { name: 'Ada' }, gone: null }

function edit(change: (row: EditRow) => Partial<EditRow> | null): EditRow[] {
  return editRows(data).map((row) => ({ ...row, ...change(row) }))
}

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

describe('editing data', () => {
  it('takes each value by its type', () => {
    expect(editRows(data).map(({ key, type }) => [key, type])).toEqual([
      ['ends', 'date'],
      ['gone', 'text'],
      ['plan', 'text'],
      ['seats', 'number'],
      ['vessel', 'json'],
      ['vip', 'boolean'],
    ])
  })

  it('changes nothing until something is changed', () => {
    const rows = editRows(data)
    expect(dataChanges(rows)).toEqual([])
    expect(rows.every((row) => rowFault(row, rows) === null)).toBe(true)
  })

  it('says what was and what becomes', () => {
    const rows = edit((row) => (row.key === 'plan' ? { text: 'pro' } : null))
    expect(dataChanges(rows)).toEqual([{ key: 'plan', before: 'free', after: 'pro' }])
  })

  it('sends null for a key that goes', () => {
    const rows = edit((row) => (row.key === 'seats' ? { removed: true } : null))
    expect(changedData(dataChanges(rows))).toEqual({ seats: null })
  })

  it('adds a key with the type it was given', () => {
    const rows = addRow(editRows(data))
    const added = rows.map((row) =>
      row.key === '' ? { ...row, key: 'berth', type: 'number' as const, text: '7' } : row,
    )
    expect(changedData(dataChanges(added))).toEqual({ berth: 7 })
  })

  it('forgets a new key that is removed again', () => {
    const rows = addRow([]).map((row) => ({ ...row, key: 'berth', text: '7', removed: true }))
    expect(dataChanges(rows)).toEqual([])
  })

  it('changes a type without changing the text', () => {
    const rows = edit((row) => (row.key === 'seats' ? { type: 'text' } : null))
    expect(dataChanges(rows)).toEqual([{ key: 'seats', before: 12, after: '12' }])
  })
})

describe('faults', () => {
  const fresh = (change: Partial<EditRow>) => {
    const rows = addRow(editRows(data)).map((row) =>
      row.before === undefined && row.key === '' ? { ...row, ...change } : row,
    )
    const row = rows.at(-1)!
    return rowFault(row, rows)
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

  it('do not stop a key that never had a value', () => {
    const rows = editRows({ gone: null })
    expect(rowFault(rows[0]!, rows)).toBeNull()
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
  const rows = addRow(editRows(data))
  expect(rowFault(rows.at(-1)!, rows)).toBeNull()
  expect(dataChanges(rows)).toEqual([])
})

it('says how far a date is only while that says more than the day', () => {
  const day = 86_400_000
  expect(isNear(0, 30 * day)).toBe(true)
  expect(isNear(40 * day, 0)).toBe(false)
})
