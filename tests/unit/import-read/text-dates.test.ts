import { shownNote } from '../../../src-main/features/imports/shown'
import { describe, expect, it } from 'vitest'
import { TextDates } from '../../../src-main/features/imports/read/workbook/text-dates'

/** What is read of cells in an order, and what is said of them. */
function read(cells: readonly string[], order?: 'dayFirst' | 'monthFirst') {
  const dates = new TextDates(order)
  const texts = cells.map((cell, at) => dates.read(cell, at + 2))
  return { texts, notes: dates.notes().map(shownNote) }
}

describe('dates of a sheet that are text', () => {
  it('stay as they are until somebody says their order, which is asked', () => {
    const { texts, notes } = read(['3/4/2026', '14.4.2026'])
    expect(texts).toEqual(['3/4/2026', '14.4.2026'])
    expect(notes).toMatchObject([{ code: 'text_dates', count: 2, line: 2 }])
    expect(notes[0]?.sentence).toContain('until you choose an order')
  })

  it('are read in the order that was said, with their times', () => {
    const cells = ['3/4/2026', '3-4-2026', '03.04.2026', '3/4/2026 9:05', '3/4/2026 17:20:01']
    const day = ['2026-04-03', '2026-04-03', '2026-04-03', '2026-04-03 09:05:00', '2026-04-03 17:20:01']
    expect(read(cells, 'dayFirst').texts).toEqual(day)
    expect(read(['3/4/2026', '3-4-2026'], 'monthFirst').texts).toEqual(['2026-03-04', '2026-03-04'])
    expect(read(cells, 'dayFirst').notes[0]?.sentence).toContain('3/4/2026 is taken as 3 April.')
  })

  it('stay text where they are impossible in it, and are counted', () => {
    const { texts, notes } = read(['31/4/2026', '4/15/2026', '14.4.2026', '3/4/2026'], 'monthFirst')
    expect(texts).toEqual(['31/4/2026', '2026-04-15', '14.4.2026', '2026-03-04'])
    expect(notes.map(({ code, count }) => [code, count])).toEqual([
      ['text_dates', 2],
      ['impossible_dates', 2],
    ])
  })

  it('are nothing but whole dates', () => {
    const cells = ['1/2', '3/4/26', 'due 3/4/2026', '3/4.2026', '2026-03-14', '192.168.1.2026', '']
    expect(read(cells, 'dayFirst')).toEqual({ texts: cells, notes: [] })
  })
})
