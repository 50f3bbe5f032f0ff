import { describe, expect, it } from 'vitest'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import { growingColumn, usualColumns } from '../../../../src-renderer/features/records/record-fields'

const key = (name: string, type: DataField['types'][number] = 'text', count = 100): DataField => ({
  key: name,
  types: [type],
  count,
  distinct: 50,
})
const shown = (known: DataField[], wide = false) => usualColumns(known, wide).map(({ field }) => field)

describe('the columns of records before anybody chose any', () => {
  it('begin with the id and what says of whom a record is, and end with days and what is yes or no', () => {
    const known = [
      key('createdAt', 'date'),
      key('doNotCall', 'boolean'),
      key('owner'),
      key('name'),
      key('email'),
    ]
    expect(shown(known)).toEqual([
      'id',
      'data.name',
      'data.email',
      'data.owner',
      'data.createdAt',
      'data.doNotCall',
    ])
  })

  it('put what most records lack last, a name as well', () => {
    const known = [
      key('createdAt', 'date'),
      key('owner'),
      key('phone', 'text', 40),
      key('shipName', 'text', 10),
    ]
    expect(shown(known)).toEqual(['id', 'data.owner', 'data.createdAt', 'data.phone', 'data.shipName'])
  })

  it('hold nothing that no cell can show whole, and more of them on a wide window', () => {
    const known = Array.from({ length: 12 }, (_, at) => key(`survey${at}`))
    const nested = [key('berth', 'object'), key('crew', 'list')]
    expect(shown([...nested, ...known])).toHaveLength(6)
    expect(shown([...nested, ...known], true)).toHaveLength(9)
    expect(shown([...nested, ...known], true)).not.toContain('data.berth')
  })

  it('give what is left of the width to the first text', () => {
    const known = [key('tons', 'number'), key('name')]
    expect(growingColumn(usualColumns(known, false), known)).toBe('data.name')
    expect(growingColumn(usualColumns([], false), [])).toBe('id')
  })
})
