import type { ImportColumn } from '../../../../src-shared/bridge/import-file'
import type {
  ImportCell,
  ImportDetail,
  ImportRow,
  RowCounts,
  RowFilter,
} from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'

/** A column that goes to a key of its own name, as text. */
export function column(index: number, name: string, change: Partial<ImportColumn> = {}): ImportColumn {
  return {
    index,
    name,
    target: { kind: 'data', key: name },
    as: { type: 'text' },
    rule: 'overwrite',
    samples: [],
    looked: 3,
    filled: 3,
    note: null,
    ...change,
  }
}

/** The file of these tests: an address, two keys, and one that is left out. */
export const columns: ImportColumn[] = [
  column(0, 'E-mail', { target: { kind: 'email' } }),
  column(1, 'firstName'),
  column(2, 'plan'),
  column(3, 'id', { target: { kind: 'leaveOut' } }),
]

/** A cell that is as it was in the file; a row says in which column. */
export function cell(text: string, change: Partial<ImportCell> = {}): ImportCell {
  return { column: 0, text, repairedFrom: null, before: null, fault: null, remark: null, ...change }
}

/** A row of that file. */
export function importRow(
  row: number,
  email: string | ImportCell,
  change: Partial<ImportRow> = {},
): ImportRow {
  return {
    row,
    line: row + 1,
    class: 'new',
    repaired: false,
    leftOut: false,
    held: false,
    cells: [typeof email === 'string' ? cell(email) : email, cell('Hana'), cell('free'), cell('1')].map(
      (each, index) => ({ ...each, column: index }),
    ),
    reason: null,
    code: null,
    suggestion: null,
    contactId: null,
    verdict: null,
    outcome: null,
    undo: null,
    ...change,
  }
}

const noRows: Record<RowFilter, number> = {
  all: 0,
  allButUnchanged: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  duplicate: 0,
  invalid: 0,
  conflicting: 0,
  repaired: 0,
  leftOut: 0,
  held: 0,
  stayUnsubscribed: 0,
  doubtfulLetters: 0,
  role: 0,
  written: 0,
  failed: 0,
  reversed: 0,
  kept: 0,
  notReversed: 0,
}

/** Counts as look/import-check.png has them. */
export const counts: RowCounts = {
  rows: {
    ...noRows,
    all: 14_760,
    allButUnchanged: 5556,
    new: 3412,
    changed: 1986,
    unchanged: 9204,
    duplicate: 61,
    invalid: 74,
    conflicting: 23,
  },
  toWrite: 5398,
  stayUnsubscribed: 29,
  trimmed: 412,
  lowered: 96,
  byHand: 12,
  typos: [{ from: 'gmial.com', to: 'gmail.com', count: 17 }],
  typoCount: 17,
  verdicts: { accepts: 0, risky: 0, undeliverable: 0, unknown: 0 },
}

/** A job of an import. */
export function job(change: Partial<Job> = {}): Job {
  return {
    id: 4,
    kind: 'import',
    state: 'running',
    title: 'Import spring-fair.csv',
    importId: 7,
    total: 100,
    done: 60,
    failed: 0,
    createdAt: 0,
    startedAt: 0,
    endedAt: null,
    rate: null,
    secondsLeft: null,
    problem: null,
    ...change,
  }
}

const reading = { encoding: 'utf-8', delimiter: ';', quote: '"' as const, header: true }

/** An import that was checked. */
export function detail(change: Partial<ImportDetail> = {}): ImportDetail {
  return {
    id: 7,
    name: 'spring-fair.csv',
    bytes: 1_240_000,
    createdAt: 0,
    step: 'check',
    rows: 14_760,
    work: null,
    problem: null,
    written: null,
    undone: null,
    jobs: [],
    rowsUntil: null,
    reading,
    detected: reading,
    encodings: ['utf-8', 'windows-1252'],
    workbook: null,
    notes: [],
    columns,
    remembered: false,
    rememberedFrom: null,
    counts,
    rules: {
      verify: 'new',
      byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'import' },
      resubscribe: false,
      writeConflicting: false,
    },
    estimate: null,
    leftAt: null,
    ...change,
  }
}
