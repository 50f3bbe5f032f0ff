import { z } from 'zod'
import type { Slice } from '../../src-shared/bridge/base'
import { problem } from '../problems'
import type { Session } from './session'
import type { Stepped } from './steps'
import {
  WorkItems,
  type AlikeFailure,
  type LeavingItem,
  type NewItem,
  type NextItems,
  type RunOrUndo,
  type RunOutcome,
  type UndoneOutcome,
  type WorkItem,
} from './work-items'

/**
 * Work that a job does item by item, made before its job. `detail` is the kind's own, as JSON. What came of the items is
 * counted as it is noted, so that no count reads a million rows.
 */
export const workListTables = `
  CREATE TABLE work_list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL
  ) STRICT;
  CREATE TABLE work_count (
    list INTEGER NOT NULL, name TEXT NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (list, name)
  ) STRICT, WITHOUT ROWID;
`

/** The kinds of work lists; each is also the kind of the job that does it, and with `.undo` of the one that takes it back. */
export type WorkKindName = 'bulk' | 'correction'

/** What became of some items. */
export type SettledItems = { positions: number[] } & (RunOutcome | UndoneOutcome)

/** A list with the counts of its items, and the jobs that do it and last took it back, if any. */
export interface WorkListRecord {
  id: number
  detail: unknown
  /** `total`; by what came of them: `skipped`, `failed`, how they were done, `reversed`, `kept`, `unreversed`. */
  counts: Record<string, number>
  /** On their way: their request may have been sent, and no answer has come. */
  leaving: number
  job: number | null
  undoJob: number | null
}

/** Lists of work items. Items wait, leave (their request may have been sent), and are settled; so they are taken back. */
export interface WorkStore {
  add(input: { kind: WorkKindName; detail: object }): number
  /** Changes some of the list's detail. Committed with synchronous=FULL. */
  note(input: { id: number; detail: object }): void
  /** Adds at most some thousand items behind those that are there. */
  put(input: { id: number; items: NewItem[] }): void
  get(id: number): WorkListRecord
  /** Those whose turn it is, or that are on their way: in their order, and taken back the last first. */
  next(input: { id: number; of: RunOrUndo } & NextItems): WorkItem[]
  /** Committed with synchronous=FULL, before a request about them leaves. */
  leave(input: { id: number; of: RunOrUndo; items: LeavingItem[] }): void
  /** Notes what became of items, and changes some of the list's detail, in one transaction. */
  settle(input: { id: number; of: RunOrUndo; outcomes: SettledItems[]; detail?: object }): void
  /** Of what is on its way nothing was done: it waits again. */
  stay(input: { id: number; of: RunOrUndo }): void
  /** Has what could not be taken back tried again. */
  retryUndo(id: number): void
  failures(input: { id: number; of: RunOrUndo; slice: Slice }): { failures: AlikeFailure[]; count: number }
  /** Removes a list with its items. */
  remove(id: number): void
  /** Removes lists that no job was made for: the program ended in between. */
  sweep(kind: WorkKindName): void
}

const rowSchema = z.object({ kind: z.string(), detail: z.string() })
const countsSchema = z.array(z.tuple([z.string(), z.number()]))

/** The part of the store that holds work lists. */
export function workStore(session: Session): Stepped<WorkStore> {
  const { db } = session
  const items = new WorkItems(db)
  const adding = db.prepare<[string, string]>('INSERT INTO work_list (kind, detail) VALUES (?, ?)')
  const one = db.prepare<[number], unknown>('SELECT kind, detail FROM work_list WHERE id = ?')
  const noting = db.prepare<[string, number]>('UPDATE work_list SET detail = ? WHERE id = ?')
  const counting = db.prepare<[number, string, number]>(
    `INSERT INTO work_count (list, name, items) VALUES (?, ?, ?)
     ON CONFLICT (list, name) DO UPDATE SET items = items + excluded.items`,
  )
  const counts = db.prepare<[number], unknown>('SELECT name, items FROM work_count WHERE list = ?').raw()
  const noneUnreversed = db.prepare<[number]>(`DELETE FROM work_count WHERE list = ? AND name = 'unreversed'`)
  const underWay = db
    .prepare<[number], number>(`SELECT count(*) FROM work_item WHERE list = ? AND run = 'leaving'`)
    .pluck()
  const jobOf = db
    .prepare<[string, number], number>(
      `SELECT id FROM job WHERE kind = ? AND detail ->> '$.list' = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  const orphans = db
    .prepare<[string, string], number>(
      `SELECT id FROM work_list WHERE kind = ?
       AND id NOT IN (SELECT detail ->> '$.list' FROM job WHERE kind = ?)`,
    )
    .pluck()
  const uncounting = db.prepare<[number]>('DELETE FROM work_count WHERE list = ?')
  const removing = db.prepare<[number]>('DELETE FROM work_list WHERE id = ?')

  const must = (id: number) => {
    const row = one.get(id)
    if (row === undefined) throw problem('internal', { why: `There is no list ${id} of work.` })
    const { kind, detail } = rowSchema.parse(row)
    return { kind, detail: z.looseObject({}).parse(JSON.parse(detail)) }
  }
  const countsOf = (id: number) => Object.fromEntries(countsSchema.parse(counts.all(id)))
  const note = (id: number, detail: object | undefined) => {
    if (detail !== undefined) noting.run(JSON.stringify({ ...must(id).detail, ...detail }), id)
  }
  const remove = (id: number) => {
    items.remove(id)
    uncounting.run(id)
    removing.run(id)
  }

  return {
    add: ({ kind, detail }) =>
      session.write(() => Number(adding.run(kind, JSON.stringify(detail)).lastInsertRowid)),
    note: ({ id, detail }) => session.write(() => note(id, detail), 'durable'),
    put: ({ id, items: given }) =>
      session.write(() => {
        const { total = 0 } = countsOf(id)
        given.forEach((item, index) => items.put(id, total + index + 1, item, 'waiting'))
        counting.run(id, 'total', given.length)
      }),
    get: (id) =>
      session.read(() => {
        const { kind, detail } = must(id)
        return {
          id,
          detail,
          counts: countsOf(id),
          leaving: underWay.get(id) ?? 0,
          job: jobOf.get(kind, id) ?? null,
          undoJob: jobOf.get(`${kind}.undo`, id) ?? null,
        }
      }),
    next: ({ id, of, ...which }) => session.read(() => items.next(id, of, which)),
    leave: ({ id, of, items: leaving }) =>
      session.write(() => leaving.forEach((item) => items.leave(id, of, item)), 'durable'),
    settle: ({ id, of, outcomes, detail }) =>
      session.write(() => {
        for (const { positions, ...outcome } of outcomes) {
          counting.run(id, nameOf(of, outcome), items.settle(id, of, positions, outcome))
        }
        note(id, detail)
      }),
    stay: ({ id, of }) => session.write(() => void items.back(id, of, 'leaving')),
    retryUndo: (id) =>
      session.write(() => {
        items.back(id, 'undo', 'failed')
        noneUnreversed.run(id)
      }),
    failures: ({ id, of, slice }) => session.read(() => items.failures(id, of, slice)),
    remove: (id) => session.write(() => remove(id)),
    sweep: (kind) => session.write(() => orphans.all(kind, kind).forEach(remove)),
  }
}

/** Under which name an outcome is counted. */
function nameOf(of: RunOrUndo, outcome: RunOutcome | UndoneOutcome): string {
  if (of === 'undo' && outcome.outcome === 'failed') return 'unreversed'
  return outcome.how ?? outcome.outcome
}
