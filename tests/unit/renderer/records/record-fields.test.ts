import { describe, expect, it } from 'vitest'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import {
  fittingWidths,
  growingColumn,
  recordName,
  usualColumns,
} from '../../../../src-renderer/features/records/record-fields'

const key = (name: string, type: DataField['types'][number] = 'text', count = 100): DataField => ({
  key: name,
  types: [type],
  count,
  distinct: 50,
})
const shown = (known: DataField[], wide = false) => usualColumns(known, wide).map(({ field }) => field)

describe('the columns of records before anybody chose any', () => {
  it('begin with the name and the address, and end with what is yes or no and the change', () => {
    const known = [
      key('createdAt', 'date'),
      key('doNotCall', 'boolean'),
      key('owner'),
      key('name'),
      key('email'),
    ]
    expect(shown(known)).toEqual(['name', 'data.email', 'data.owner', 'data.doNotCall', 'changedAt'])
  })

  it('put what most records lack last', () => {
    const known = [
      key('createdAt', 'date'),
      key('owner'),
      key('phone', 'text', 40),
      key('shipName', 'text', 10),
    ]
    expect(shown(known)).toEqual(['name', 'data.owner', 'data.phone', 'data.shipName', 'changedAt'])
  })

  it('hold nothing that no cell can show whole, and more of them on a wide window', () => {
    const known = Array.from({ length: 12 }, (_, at) => key(`survey${at}`))
    const nested = [key('berth', 'object'), key('crew', 'list')]
    expect(shown([...nested, ...known])).toHaveLength(6)
    expect(shown([...nested, ...known], true)).toHaveLength(9)
    expect(shown([...nested, ...known], true)).not.toContain('data.berth')
  })

  it('give what is left of the width to the name, or else to the first text', () => {
    const known = [key('tons', 'number'), key('name')]
    expect(growingColumn(usualColumns(known, false), known)).toBe('name')
    const chosen = (['data.tons', 'data.name'] as const).map((field) => ({ field, width: null }))
    expect(growingColumn(chosen, known)).toBe('data.name')
    expect(growingColumn([{ field: 'id', width: null }], [])).toBe('id')
  })
})

describe('the name of a record', () => {
  const record = { id: 'rec_1', data: { name: ' ', title: 'Skipper', company: 'Wharf & Sons', note: 'late' } }

  it('is the first filled of name, title, company and address, else the id', () => {
    expect(recordName(record, null)).toBe('Skipper')
    expect(recordName({ id: 'rec_2', data: { tons: 3 } }, null)).toBe('rec_2')
  })

  it('is what was chosen where that is filled', () => {
    expect(recordName(record, 'data.note')).toBe('late')
    expect(recordName(record, 'data.missing')).toBe('Skipper')
    expect(recordName(record, 'id')).toBe('rec_1')
  })
})

it('fits columns to the longest of what stands in them, or to their key', () => {
  const rows = ['in', 'a rather long stage'].map((stage) => ({
    id: stage,
    data: { stage, seatsTaken: 3 },
    changedAt: 1,
    news: null,
  }))
  const widths = fittingWidths(rows)
  expect(widths.get('data.stage')).toBeGreaterThan(widths.get('data.seatsTaken') ?? 0)
  expect(widths.get('data.seatsTaken')).toBeGreaterThan(72)
})
