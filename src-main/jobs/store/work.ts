import { tell } from '../../../src-shared/messages/told'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../src-shared/lazily'
import type { Slice } from '../../../src-shared/bridge/base'
import { problem } from '../../core/problems'
import type { Session } from '../../core/database/session'
import {
  workItems,
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

type SettledItems = { positions: number[] } & (RunOutcome | UndoneOutcome)

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

const rowSchema = lazyObject(() => ({ kind: z.string(), detail: z.string() }))
const countsSchema = lazySchema(() => z.array(z.tuple([z.string(), z.number()])))

/**
 * Lists of work items. Items wait, leave (their request may have been sent), and are settled; so they are taken back.
 * In one piece: its calls share the statements at its head.
 */
export function workStore(session: Session) {
  const { db } = session
  const items = workItems(db)
  const adding = db.prepare<[string, string]>('INSERT INTO work_list (kind, detail) VALUES (?, ?)')
  const one = db.prepare<[number], unknown>('SELECT kind, detail FROM work_list WHERE id = ?')
  const noting = db.prepare<[string, number]>('UPDATE work_list SET detail = ? WHERE id = ?')
  const counting = db.prepare<[number, string, number]>(
    `INSERT INTO work_count (list, name, items) VALUES (?, ?, ?)
     ON CONFLICT (list, name) DO UPDATE SET items = items + excluded.items`,
  )
  const counts = session.tuples<[number], unknown>('SELECT name, items FROM work_count WHERE list = ?')
  const noneUnreversed = db.prepare<[number]>(`DELETE FROM work_count WHERE list = ? AND name = 'unreversed'`)
  const jobOf = session.column<[string, number], number>(
    `SELECT id FROM job WHERE kind = ? AND detail ->> '$.list' = ? ORDER BY id DESC LIMIT 1`,
  )
  const orphans = session.column<[string, string], number>(`SELECT id FROM work_list WHERE kind = ?
       AND id NOT IN (SELECT detail ->> '$.list' FROM job WHERE kind = ?)`)
  const uncounting = db.prepare<[number]>('DELETE FROM work_count WHERE list = ?')
  const removing = db.prepare<[number]>('DELETE FROM work_list WHERE id = ?')

  const must = (id: number) => {
    const row = one.get(id)
    if (row === undefined) throw problem('internal', { why: tell('jobs.work.thereIsNoList', { id }) })
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
    add: ({ kind, detail }: { kind: WorkKindName; detail: object }): number =>
      session.write(() => Number(adding.run(kind, JSON.stringify(detail)).lastInsertRowid)),
    /** Changes some of the list's detail. Committed with synchronous=FULL. */
    note: ({ id, detail }: { id: number; detail: object }): void =>
      session.write(() => note(id, detail), 'durable'),
    /** Adds at most some thousand items behind those that are there. */
    put: ({ id, items: given }: { id: number; items: NewItem[] }): void =>
      session.write(() => {
        const { total = 0 } = countsOf(id)
        given.forEach((item, index) => items.put(id, total + index + 1, item, 'waiting'))
        counting.run(id, 'total', given.length)
      }),
    get: (id: number): WorkListRecord =>
      session.read(() => {
        const { kind, detail } = must(id)
        const [job = null, undoJob = null] = [jobOf.get(kind, id), jobOf.get(`${kind}.undo`, id)]
        return { id, detail, counts: countsOf(id), leaving: items.underWay(id), job, undoJob }
      }),
    /** Those whose turn it is, or that are on their way: in their order, and taken back the last first. */
    next: ({ id, of, ...which }: OfList & NextItems): WorkItem[] =>
      session.read(() => items.next(id, of, which)),
    /** Committed with synchronous=FULL, before a request about them leaves. */
    leave: ({ id, of, items: leaving }: OfList & { items: LeavingItem[] }): void =>
      session.write(() => leaving.forEach((item) => items.leave(id, of, item)), 'durable'),
    /** Notes what became of items, and changes some of the list's detail, in one transaction. */
    settle: ({ id, of, outcomes, detail }: OfList & { outcomes: SettledItems[]; detail?: object }): void =>
      session.write(() => {
        for (const { positions, ...outcome } of outcomes) {
          counting.run(id, nameOf(of, outcome), items.settle(id, of, positions, outcome))
        }
        note(id, detail)
      }),
    /** Of what is on its way nothing was done: it waits again. */
    stay: ({ id, of }: OfList): void => session.write(() => void items.back(id, of, 'leaving')),
    /** Has what could not be taken back tried again. */
    retryUndo: (id: number): void =>
      session.write(() => {
        items.back(id, 'undo', 'failed')
        noneUnreversed.run(id)
      }),
    failures: ({ id, of, slice }: OfList & { slice: Slice }): { failures: AlikeFailure[]; count: number } =>
      session.read(() => items.failures(id, of, slice)),
    /** Removes a list with its items. */
    remove: (id: number): void => session.write(() => remove(id)),
    /** Removes lists that no job was made for: the program ended in between. */
    sweep: (kind: WorkKindName): void => session.write(() => orphans.all(kind, kind).forEach(remove)),
  }
}

/** A list, done or taken back. */
interface OfList {
  id: number
  of: RunOrUndo
}

/** The part of the store that holds work lists. */
export type WorkStore = ReturnType<typeof workStore>

/** Under which name an outcome is counted. */
function nameOf(of: RunOrUndo, outcome: RunOutcome | UndoneOutcome): string {
  if (of === 'undo' && outcome.outcome === 'failed') return 'unreversed'
  return outcome.how ?? outcome.outcome
}
