import { saidText } from '../../../src-shared/messages/told'
import type { ImportColumn, ReadNote } from '../../../src-shared/bridge/import-file'
import type { Import, ImportDetail } from '../../../src-shared/bridge/imports'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { ImportHead, ImportRecord } from './store/import-record'
import { daysKept } from './refusals'

/** Milliseconds that rows are kept after anything last happened to their import. */
export const keptMs = daysKept * 86_400_000

/** An import as its list shows it. */
export function shownHead(head: ImportHead, work: Import['work'], jobs: Job[]): Import {
  const { id, name, bytes, createdAt, step, rows, problem, written, undone } = head
  const rowsUntil = head.rowsKept ? head.touchedAt + keptMs : null
  return {
    id,
    name: saidText(name),
    bytes,
    createdAt,
    step,
    rows,
    work,
    problem,
    written,
    undone,
    jobs,
    rowsUntil,
  }
}

/** An import with all that its steps show; what else was found, the contract leaves out. */
export function shownDetail(
  record: ImportRecord,
  work: Import['work'],
  jobs: Job[],
  more: Pick<ImportDetail, 'encodings' | 'estimate'>,
): ImportDetail {
  const { rememberedFrom: from, notes, columns } = record.findings
  const rememberedFrom = from && { ...from, name: saidText(from.name) }
  const found = {
    ...record.findings,
    rememberedFrom,
    notes: notes.map(shownNote),
    columns: columns.map(shownColumn),
  }
  return { ...shownHead(record, work, jobs), ...found, ...more }
}

/** A note of how a file was read, in the language that is spoken. */
export function shownNote({ title, sentence, ...rest }: ReadNote): ReadNote {
  return { ...rest, ...(title !== undefined && { title: saidText(title) }), sentence: saidText(sentence) }
}

/** A column with what is to be known of it, in the language that is spoken. */
export function shownColumn<T extends Pick<ImportColumn, 'note'>>(column: T): T {
  return { ...column, note: column.note && saidText(column.note) }
}
