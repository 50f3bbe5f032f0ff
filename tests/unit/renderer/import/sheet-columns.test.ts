import { describe, expect, it } from 'vitest'
import { sheetColumns } from '../../../../src-renderer/features/imports/read/sheet-columns'

describe('the columns of a sheet', () => {
  const lettersOf = (columns: ReturnType<typeof sheetColumns>) =>
    columns.map((column) => (column.at === null ? `(${column.hidden})` : `${column.letters}${column.at}`))

  it('stand in its order, hidden ones in their places, and those side by side together', () => {
    const found = sheetColumns({ letters: ['B', 'Z', 'AB'], hidden: ['AA', 'A', 'D', 'C'] }, 3)
    expect(lettersOf(found)).toEqual(['(A)', 'B0', '(C to D)', 'Z1', '(AA)', 'AB2'])
  })

  it('end with hidden ones only where all that are read are shown', () => {
    const book = { letters: ['A', 'B'], hidden: ['C'] }
    expect(lettersOf(sheetColumns(book, 2))).toEqual(['A0', 'B1', '(C)'])
    expect(lettersOf(sheetColumns(book, 1))).toEqual(['A0'])
  })

  it('are all read where hidden ones are taken', () => {
    expect(lettersOf(sheetColumns({ letters: ['A', 'B'], hidden: ['B'] }, 2))).toEqual(['A0', 'B1'])
  })
})
