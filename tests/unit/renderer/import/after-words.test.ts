import { describe, expect, it } from 'vitest'
import {
  canDiscard,
  columnWords,
  openWord,
  targetWords,
} from '../../../../src-renderer/features/imports/history/history-words'
import {
  canShowPeople,
  endWords,
  headline,
  keptWords,
  rejectCount,
  rowsToUndo,
  tookWords,
  undoFacts,
  undoHindrance,
  writtenLists,
} from '../../../../src-renderer/features/imports/after/after-words'
import { counts, detail, job } from './import-samples'

const written = { created: 1998, changed: 1174, failed: 15 }
const run = job({ state: 'finished', total: 5398, done: 5398, failed: 15, startedAt: 0, endedAt: 65_000 })
const here = { readOnly: false, offline: false }
const done = detail({ written, jobs: [run], rowsUntil: 1 })

describe('what a run came to', () => {
  it('is said in rows', () => {
    expect(headline(done)).toBe('3,172 rows were written')
    expect(headline(detail({ written: { created: 1, changed: 0, failed: 0 } }))).toBe('1 row was written')
    expect(headline(detail({ written: null }))).toBe('No row was written')
  })

  it('tells a cancelled run from one that sent every row', () => {
    expect(endWords(run)).toContain('What failed is below')
    expect(endWords({ ...run, failed: 0 })).toBe('Every row was sent.')
    expect(endWords({ ...run, state: 'cancelled', done: 3000 })).toContain('2,398 rows left')
  })

  it('took as long as it took', () => {
    expect(tookWords(run)).toBe('65 s')
    expect(tookWords({ startedAt: null, endedAt: null })).toBe('–')
  })
})

describe('undo', () => {
  it('is about rows that were written and neither reversed nor kept', () => {
    expect(rowsToUndo(done)).toBe(3172)
    expect(rowsToUndo({ written, undone: { reversed: 3000, kept: 100, failed: 72 } })).toBe(72)
  })

  it('can be had once nothing of the import is under way', () => {
    expect(undoHindrance(done, here)).toBe('')
    expect(undoHindrance({ ...done, jobs: [job()] }, here)).toContain('still running')
    expect(undoHindrance(done, { ...here, offline: true })).toContain('Offline')
    expect(undoHindrance(done, { ...here, readOnly: true })).toContain('read-only')
    expect(undoHindrance({ ...done, rowsUntil: null }, here)).toContain('removed')
    expect(undoHindrance({ ...done, undone: { reversed: 3172, kept: 0, failed: 0 } }, here)).toContain(
      'Nothing is left',
    )
  })

  it('says what it does to each kind, and what was done before', () => {
    const said = undoFacts({ written, undone: { reversed: 4, kept: 1, failed: 0 } }).map(({ value }) => value)
    expect(said.join(' ')).toContain('1,998, deleted')
    expect(said.join(' ')).toContain('4 reversed, 1 kept')
  })
})

describe('the rejects file', () => {
  it('holds what was not written and is not unchanged', () => {
    const rejected = counts.rows.duplicate + counts.rows.invalid + counts.rows.conflicting
    expect(rejectCount(detail({ counts, jobs: [] }))).toBe(rejected)
    expect(rejectCount(detail({ counts, jobs: [run] }))).toBe(rejected + 15)
  })

  it('can be had as long as the rows are kept', () => {
    expect(keptWords(Date.UTC(2027, 1, 19, 12))).toContain('19 Feb 2027')
    expect(keptWords(null)).toContain('removed')
  })
})

describe('the history', () => {
  it('discards only what never ran', () => {
    expect(canDiscard({ jobs: [job({ kind: 'verification' })] })).toBe(true)
    expect(canDiscard({ jobs: [run] })).toBe(false)
  })

  it('leads to where an import is', () => {
    expect(openWord({ jobs: [], work: null })).toBe('Continue')
    expect(openWord({ jobs: [job()], work: null })).toBe('Show the run')
    expect(openWord({ jobs: [run], work: null })).toBe('Show what was written')
  })

  it('says where a column went, and how', () => {
    const date = { type: 'date' as const, format: 'DD.MM.YYYY' }
    const birthday = {
      target: { kind: 'data' as const, key: 'birthday' },
      as: date,
      rule: 'fillBlanks' as const,
    }
    expect(targetWords(birthday)).toBe('data.birthday')
    expect(columnWords(birthday)).toBe('date DD.MM.YYYY, fill blanks')
    expect(columnWords({ ...birthday, target: { kind: 'leaveOut' } })).toBe('')
  })
})

it('offers the lists of an undo that have rows, beside that of all', () => {
  expect(writtenLists(null)).toMatchObject([{ key: 'written', count: 0 }])
  const rows = { ...counts.rows, written: 9, reversed: 6, kept: 3, notReversed: 0 }
  expect(writtenLists({ ...counts, rows }).map(({ label, count }) => [label, count])).toEqual([
    ['All', 9],
    ['Reversed', 6],
    ['Kept', 3],
  ])
})

it('leads to the people of an import once its run has ended and wrote somebody', () => {
  expect(canShowPeople(done)).toBe(true)
  expect(canShowPeople(detail({ written, jobs: [job({ state: 'running' })] }))).toBe(false)
  expect(canShowPeople(detail({ written: { created: 0, changed: 0, failed: 9 }, jobs: [run] }))).toBe(false)
  expect(canShowPeople(detail({ written: null, jobs: [] }))).toBe(false)
})
