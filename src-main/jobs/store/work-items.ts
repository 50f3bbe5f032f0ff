import type { Database } from 'better-sqlite3'
import type { Slice } from '../../../src-shared/bridge/base'
import { problemSchema, type Problem } from '../../../src-shared/problem'

/**
 * Items of work, in the order of their lists: what was there before, what leaves, what came of it, and what came of taking
 * it back. A row says that its request is on its way before that leaves: after a kill, this one row is settled.
 *
 * The copy has one such table, for changes of many contacts and for corrections. The file of an import has one of its own:
 * what became of a row is committed with the state of the rows, in the worker that holds them, and goes with that file.
 * In the copy it would be two transactions a row, in two files of which a kill could leave one behind the other.
 */
export const workItemTable = `
  CREATE TABLE work_item (
    list INTEGER NOT NULL,
    position INTEGER NOT NULL,
    contact_id TEXT NOT NULL,
    email TEXT NOT NULL,
    leaves TEXT,
    before TEXT,
    run TEXT NOT NULL,
    how TEXT,
    run_problem TEXT,
    undo TEXT,
    undo_problem TEXT,
    PRIMARY KEY (list, position)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX work_item_by_state ON work_item (list, run, undo, position);
`

/** Doing the items of a list, or taking back what was done. */
export type RunOrUndo = 'run' | 'undo'

/** What is known of an item before its turn comes. */
export interface NewItem {
  contactId: string
  email: string
  /** What is to leave, as JSON, where it is the item's own. */
  leaves?: unknown
  /** What was there before, as JSON; noted when its turn has come. */
  before?: unknown
}

/** An item as it is stored. */
export interface WorkItem extends Required<NewItem> {
  position: number
  run: 'waiting' | 'leaving' | 'done' | 'skipped' | 'failed'
  /** In which of several ways it was done; null: there is one. */
  how: string | null
}

/** What became of an item of a run. */
export interface RunOutcome {
  outcome: 'done' | 'skipped' | 'failed'
  how?: string
  /** Of the contact, where the service made it, or gave it another id. */
  contactId?: string
  problem?: Problem
}

/** What became of taking an item back. `problem`: also why it was kept, in as much of a Problem as there is. */
export interface UndoneOutcome {
  outcome: 'reversed' | 'kept' | 'failed'
  problem?: { code: string; why: string }
  how?: never
  contactId?: never
}

/** Something that failed, and how many failed alike; the rest is of the first of them. */
export interface AlikeFailure {
  position: number
  email: string
  leaves: unknown
  problem: Problem
  alike: number
}

/** An item with its JSON as text. */
type StoredItem = Omit<WorkItem, 'leaves' | 'before'> & { leaves: string | null; before: string | null }
type StoredFailure = Omit<AlikeFailure, 'leaves' | 'problem' | 'alike'> & {
  leaves: string | null
  problem: string
}

/** The statements over the items of a database. */
export type WorkItems = ReturnType<typeof workItems>

/**
 * Prepares the statements over the items of a database. Whoever writes does so in a transaction.
 * In one piece: its calls share the statements at its head.
 */
export function workItems(db: Database) {
  const columns = 'position, contact_id AS contactId, email, leaves, before, run, how'
  /** Which items are in a state of the run, or of taking back, which concerns only what was done. */
  const inState = {
    run: 'list = @list AND run = @state AND undo IS NULL',
    undo: `list = @list AND run = 'done' AND undo IS @state`,
  }
  const forBoth = <T>(make: (of: RunOrUndo) => T) => ({ run: make('run'), undo: make('undo') })
  const putting = db.prepare<[number, number, string, string, string | null, string | null, string]>(
    `INSERT OR REPLACE INTO work_item (list, position, contact_id, email, leaves, before, run)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const one = db.prepare<[number, number], StoredItem>(
    `SELECT ${columns} FROM work_item WHERE list = ? AND position = ?`,
  )
  const leaving = {
    run: db.prepare<[string | null, number, number]>(
      `UPDATE work_item SET run = 'leaving', before = ? WHERE list = ? AND position = ?`,
    ),
    undo: db.prepare<[number, number]>(
      `UPDATE work_item SET undo = 'leaving' WHERE list = ? AND position = ? AND undo IS NULL`,
    ),
  }
  const settling = {
    run: db.prepare<[string, string | null, string | null, string | null, number, number]>(
      `UPDATE work_item SET run = ?, run_problem = ?, how = ?, contact_id = coalesce(?, contact_id)
       WHERE list = ? AND position = ? AND run IN ('waiting', 'leaving')`,
    ),
    undo: db.prepare<[string, string | null, number, number]>(
      `UPDATE work_item SET undo = ?, undo_problem = ?
       WHERE list = ? AND position = ? AND coalesce(undo, 'leaving') = 'leaving'`,
    ),
  }
  const waitingAgain = { run: `'waiting'`, undo: 'NULL' }
  const backing = forBoth((of) =>
    db.prepare<[{ list: number; state: string }]>(
      `UPDATE work_item SET ${of} = ${waitingAgain[of]}, ${of}_problem = NULL WHERE ${inState[of]}`,
    ),
  )
  const inOrder = { run: 'position', undo: 'position DESC' }
  const nexts = forBoth((of) =>
    db.prepare<[{ list: number; state: string | null; limit: number; before: number }], StoredItem>(
      `SELECT ${columns} FROM work_item WHERE ${inState[of]} AND position < @before
       ORDER BY ${inOrder[of]} LIMIT @limit`,
    ),
  )
  const failed = forBoth((of) =>
    db.prepare<[{ list: number; state: string }], StoredFailure>(
      `SELECT position, email, leaves, ${of}_problem AS problem FROM work_item
       WHERE ${inState[of]} ORDER BY position`,
    ),
  )
  const problems = forBoth((of) =>
    db
      .prepare<[number, number], string | null>(
        `SELECT ${of}_problem FROM work_item WHERE list = ? AND position = ?`,
      )
      .pluck(),
  )
  const begun = db.prepare<[number]>(
    `SELECT 1 FROM work_item WHERE list = ? AND run IN ('leaving', 'done', 'skipped', 'failed') LIMIT 1`,
  )
  const states = db.prepare<[number], Pick<WorkItem, 'position' | 'run' | 'how'> & { undo: string | null }>(
    'SELECT position, run, how, undo FROM work_item WHERE list = ?',
  )
  const undoCounts = db
    .prepare<[number], [string, number]>(
      `SELECT coalesce(undo, 'waiting'), count(*) FROM work_item WHERE list = ? AND run = 'done' GROUP BY undo`,
    )
    .raw()
  const underWay = db
    .prepare<[number], number>(`SELECT count(*) FROM work_item WHERE list = ? AND run = 'leaving'`)
    .pluck()
  const people = db.prepare<[number, number, number], Pick<WorkItem, 'position' | 'contactId'>>(
    `SELECT position, contact_id AS contactId FROM work_item
     WHERE list = ? AND position > ? AND run = 'done' AND contact_id <> '' ORDER BY position LIMIT ?`,
  )
  const removing = db.prepare<[number]>('DELETE FROM work_item WHERE list = ?')

  return {
    /** Puts an item into its place, instead of the one that is there. */
    put: (list: number, position: number, item: NewItem, run: WorkItem['run']): void => {
      const { contactId, email, leaves, before } = item
      putting.run(list, position, contactId, email, textOf(leaves), textOf(before), run)
    },
    get: (list: number, position: number): WorkItem => {
      const item = one.get(list, position)
      if (item === undefined) throw new Error(`The list has no item ${position}`)
      return itemOf(item)
    },
    /** Those whose turn it is, or that are on their way: in their order, taken back the last first and before a position. */
    next: (list: number, of: RunOrUndo, { state, limit, before }: NextItems): WorkItem[] => {
      // What is still to be taken back has no state of that yet.
      const stored = of === 'undo' && state === 'waiting' ? null : state
      const asked = { list, state: stored, limit, before: before ?? Number.MAX_SAFE_INTEGER }
      return nexts[of].all(asked).map(itemOf)
    },
    /** Says that an item is on its way, in a run with what was there before. */
    leave: (list: number, of: RunOrUndo, { position, before }: LeavingItem): void => {
      if (of === 'run') leaving.run.run(textOf(before), list, position)
      else leaving.undo.run(list, position)
    },
    /** Notes what became of items. Answers of how many that was not known already. */
    settle: (
      list: number,
      of: RunOrUndo,
      positions: readonly number[],
      { outcome, how, contactId, problem }: RunOutcome | UndoneOutcome,
    ): number => {
      const why = textOf(problem)
      const settle = (position: number) =>
        of === 'run'
          ? settling.run.run(outcome, why, how ?? null, contactId ?? null, list, position)
          : settling.undo.run(outcome, why, list, position)
      return positions.reduce((settled, position) => settled + settle(position).changes, 0)
    },
    /** Has all wait again that are on their way, because nothing was done, or that failed. Answers how many. */
    back: (list: number, of: RunOrUndo, state: 'leaving' | 'failed'): number =>
      backing[of].run({ list, state }).changes,
    /** What failed, one line for what failed alike (same code, status, why), the most frequent first. */
    failures: (
      list: number,
      of: RunOrUndo,
      { offset, limit }: Slice,
    ): { failures: AlikeFailure[]; count: number } => {
      const kinds = new Map<string, AlikeFailure>()
      for (const failure of failed[of].iterate({ list, state: 'failed' })) {
        const problem = problemSchema.parse(JSON.parse(failure.problem))
        const kind = JSON.stringify([problem.code, problem.status, problem.why])
        const known = kinds.get(kind)
        if (known) known.alike += 1
        else kinds.set(kind, { ...failure, leaves: parsed(failure.leaves), problem, alike: 1 })
      }
      const found = [...kinds.values()].sort((one, other) => other.alike - one.alike)
      return { failures: found.slice(offset, offset + limit), count: found.length }
    },
    /** Why an item failed, or was kept, as it was noted; null where nothing was. */
    problem: (list: number, of: RunOrUndo, position: number): unknown =>
      parsed(problems[of].get(list, position) ?? null),
    /** Whether any item of a list has left, or was settled. */
    isBegun: (list: number): boolean => begun.get(list) !== undefined,
    /** Where every item of a list stands. */
    states: (list: number) => states.iterate(list),
    /** How many are on their way. */
    underWay: (list: number): number => underWay.get(list) ?? 0,
    /** How many of those that were done are in each state of taking back. */
    undoCounts: (list: number): Record<string, number> => Object.fromEntries(undoCounts.all(list)),
    /** Of whom items were done, in their order after a position. */
    people: (list: number, after: number, limit: number) => people.all(list, after, limit),
    remove: (list: number): void => void removing.run(list),
  }
}

/** Which items are asked for. `before`: a position. */
export interface NextItems {
  state: 'waiting' | 'leaving'
  limit: number
  before?: number
}

/** An item that is about to leave. */
export interface LeavingItem {
  position: number
  before?: unknown
}

function itemOf(item: StoredItem): WorkItem {
  return { ...item, leaves: parsed(item.leaves), before: parsed(item.before) }
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
