import { describe, expect, it } from 'vitest'
import type { DataField } from '../../../../src-shared/bridge/contacts'
import {
  dataColumnsBackwards,
  listColumns,
  moveColumn,
  resizeColumn,
  storedColumns,
  toggleColumn,
  type ColumnState,
} from '../../../../src-renderer/lists/grid/columns'
import { checkboxWidth } from '../../../../src-renderer/lists/list/column'
import { parseField } from '../../../../src-renderer/lists/grid/field-words'
import { defaultColumns, namingColumn } from '../../../../src-renderer/features/contacts/use-contact-grid'

const known: DataField[] = [
  { key: 'city', types: ['text'], count: 10, distinct: 5 },
  { key: 'name', types: ['text'], count: 10, distinct: 10 },
  { key: 'seats', types: ['number'], count: 10, distinct: 5 },
]
const fields = (states: ColumnState[]) => states.map(({ field }) => field)

describe('columns nobody has chosen', () => {
  it('are the address, the name, the subscription, the verdict and the time', () => {
    expect(fields(defaultColumns(known, false))).toEqual([
      'email',
      'data.name',
      'subscribed',
      'verdict',
      'createdAt',
    ])
  })

  it('are more on a wide window, the last event among them', () => {
    expect(fields(defaultColumns(known, true))).toEqual([
      'email',
      'data.name',
      'verdict',
      'data.city',
      'data.seats',
      'lastEvent',
      'createdAt',
    ])
  })

  it('are no wider than what facets and a panel leave of 1,920 pixels', () => {
    const texts: DataField[] = ['city', 'name', 'plan'].map((key) => ({
      key,
      types: ['text'],
      count: 10,
      distinct: 5,
    }))
    const drawn = listColumns(defaultColumns(texts, true), texts, 'email')
    expect(drawn).toHaveLength(7)
    expect(drawn.reduce((sum, { width }) => sum + width, checkboxWidth)).toBeLessThanOrEqual(1088)
  })

  it('leave from the last key to the first where there is no room', () => {
    expect(dataColumnsBackwards(defaultColumns(known, true))).toEqual([
      'data.seats',
      'data.city',
      'data.name',
    ])
  })

  it('do without a name where there is none', () => {
    expect(fields(defaultColumns([], false))).toEqual(['email', 'subscribed', 'verdict', 'createdAt'])
  })
})

describe('stored columns', () => {
  it('are taken as far as they can be read', () => {
    expect(
      storedColumns(
        [
          { field: 'data.city', width: 200 },
          { field: 'score', width: null },
        ],
        parseField,
      ),
    ).toEqual([{ field: 'data.city', width: 200 }])
  })

  it('are none where nothing can be read', () => {
    expect(storedColumns([], parseField)).toBeNull()
    expect(storedColumns(undefined, parseField)).toBeNull()
  })
})

describe('drawn columns', () => {
  it('sort by whatever a list is ordered by, which the last event is not', () => {
    const drawn = listColumns(defaultColumns(known, true), known, 'email')
    expect(drawn.filter(({ sortable }) => !sortable).map(({ key }) => key)).toEqual(['lastEvent'])
  })

  it('have numbers and times on the right', () => {
    const drawn = listColumns(defaultColumns(known, true), known, 'email')
    expect(drawn.filter(({ align }) => align === 'end').map(({ key }) => key)).toEqual([
      'data.seats',
      'createdAt',
    ])
  })

  it('let the address grow until it is given a width', () => {
    const states = defaultColumns(known, false)
    expect(listColumns(states, known, 'email')[0]?.grow).toBe(true)
    expect(listColumns(resizeColumn(states, 'email', 300), known, 'email')[0]).toMatchObject({
      grow: false,
      width: 300,
    })
  })
})

describe('the column that says why a row was found', () => {
  const states = defaultColumns(known, false)

  it('is that of the name, else the address, else the first', () => {
    expect(namingColumn(states)).toBe('data.name')
    expect(namingColumn(toggleColumn(states, 'data.name'))).toBe('email')
    expect(namingColumn([{ field: 'verdict', width: null }])).toBe('verdict')
  })

  it('says so in its head, and takes some of what is left, however narrow it was made', () => {
    const narrow = resizeColumn(states, 'data.name', 80)
    const drawn = listColumns(narrow, known, 'email', 'data.name')
    expect(drawn[1]).toMatchObject({ label: 'name', note: 'and why it was found', grow: true, width: 280 })
    expect(drawn.filter(({ note }) => note)).toHaveLength(1)
  })

  it('is as it was where nothing is searched for', () => {
    expect(listColumns(states, known, 'email')[1]).toMatchObject({ grow: false, width: 152 })
  })
})

describe('changing columns', () => {
  const states = defaultColumns(known, false)

  it('shows and hides a field', () => {
    const more = toggleColumn(states, 'data.city')
    expect(fields(more)).toContain('data.city')
    expect(fields(toggleColumn(more, 'data.city'))).not.toContain('data.city')
  })

  it('keeps the last column', () => {
    const one: ColumnState[] = [{ field: 'email', width: null }]
    expect(toggleColumn(one, 'email')).toEqual(one)
  })

  it('moves a field to another place, and not out of the list', () => {
    expect(fields(moveColumn(states, 'createdAt', 0))[0]).toBe('createdAt')
    expect(fields(moveColumn(states, 'email', 99)).at(-1)).toBe('email')
  })
})
