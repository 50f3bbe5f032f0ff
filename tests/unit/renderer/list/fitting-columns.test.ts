import { describe, expect, it } from 'vitest'
import type { ListColumn } from '../../../../src-renderer/lists/list/column'
import { fittingColumns } from '../../../../src-renderer/lists/list/use-fitting-columns'

const columns: ListColumn[] = [
  { key: 'name', label: 'Name', width: 200, grow: true },
  { key: 'from', label: 'From', width: 100, leaves: 2 },
  { key: 'state', label: 'State', width: 220 },
  { key: 'changed', label: 'Changed', width: 80, leaves: 1 },
]
const at = (room: number, { sorted = null as string | null, selectable = false } = {}) =>
  fittingColumns(columns, { room, sorted, selectable }).map(({ key }) => key)

describe('the columns of a list that is too narrow for all', () => {
  it('are all of them where there is room, the very same', () => {
    expect(fittingColumns(columns, { room: 600, sorted: null, selectable: false })).toBe(columns)
  })

  it('leave one after the other until the rest fits, and stand in their order', () => {
    expect(at(599)).toEqual(['name', 'from', 'state'])
    expect(at(519)).toEqual(['name', 'state'])
  })

  it('stay where they may not leave: what is narrower still scrolls sideways', () => {
    expect(at(300)).toEqual(['name', 'state'])
  })

  it('count the checkboxes', () => {
    expect(at(600, { selectable: true })).toEqual(['name', 'from', 'state'])
  })

  it('never leave while the list is sorted by them', () => {
    expect(at(599, { sorted: 'changed' })).toEqual(['name', 'state', 'changed'])
  })
})
