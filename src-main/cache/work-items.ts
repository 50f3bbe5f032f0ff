import type { Database } from 'better-sqlite3'
import type { Slice } from '../../src-shared/bridge/base'
import { problemSchema, type Problem } from '../../src-shared/problem'

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

/** A row of the table, as far as it is asked for. */
interface ItemRow {
  position: number
  contact_id: string
  email: string
  leaves: string | null
  before: string | null
  run: WorkItem['run']
  how: string | null
}
type FailedRow = Pick<ItemRow, 'position' | 'email' | 'leaves'> & { problem: string }

/** Which items are in a state of the run, or of taking back, which concerns only what was done. */
const inState = {
  run: 'list = @list AND run = @state AND undo IS NULL',
  undo: `list = @list AND run = 'done' AND undo IS @state`,
}
interface InState {
  list: number
  state: string | null
}

/** The statements over the items of a database. Whoever writes does so in a transaction. */
export class WorkItems {
  readonly #put
  readonly #one
  readonly #leave
  readonly #settle
  readonly #back
  readonly #next
  readonly #failed
  readonly #problem
  readonly #begun
  readonly #states
  readonly #undoCounts
  readonly #people
  readonly #remove

  constructor(db: Database) {
    const columns = 'position, contact_id, email, leaves, before, run, how'
    const forBoth = <T>(make: (of: RunOrUndo) => T) => ({ run: make('run'), undo: make('undo') })
    this.#put = db.prepare<[number, number, string, string, string | null, string | null, string]>(
      `INSERT OR REPLACE INTO work_item (list, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)`,
    )
    this.#one = db.prepare<[number, number], ItemRow>(
      `SELECT ${columns} FROM work_item WHERE list = ? AND position = ?`,
    )
    this.#leave = {
      run: db.prepare<[string | null, number, number]>(
        `UPDATE work_item SET run = 'leaving', before = ? WHERE list = ? AND position = ?`,
      ),
      undo: db.prepare<[number, number]>(
        `UPDATE work_item SET undo = 'leaving' WHERE list = ? AND position = ? AND undo IS NULL`,
      ),
    }
    this.#settle = {
      run: db.prepare<[string, string | null, string | null, string | null, number, number]>(
        `UPDATE work_item SET run = ?, run_problem = ?, how = ?, contact_id = coalesce(?, contact_id)
         WHERE list = ? AND position = ? AND run IN ('waiting', 'leaving')`,
      ),
      undo: db.prepare<[string, string | null, number, number]>(
        `UPDATE work_item SET undo = ?, undo_problem = ?
         WHERE list = ? AND position = ? AND coalesce(undo, 'leaving') = 'leaving'`,
      ),
    }
    this.#back = {
      run: db.prepare<[InState]>(
        `UPDATE work_item SET run = 'waiting', run_problem = NULL WHERE ${inState.run}`,
      ),
      undo: db.prepare<[InState]>(
        `UPDATE work_item SET undo = NULL, undo_problem = NULL WHERE ${inState.undo}`,
      ),
    }
    this.#next = {
      run: db.prepare<[InState & { limit: number; before: number }], ItemRow>(
        `SELECT ${columns} FROM work_item WHERE ${inState.run} AND position < @before ORDER BY position LIMIT @limit`,
      ),
      undo: db.prepare<[InState & { limit: number; before: number }], ItemRow>(
        `SELECT ${columns} FROM work_item WHERE ${inState.undo} AND position < @before
         ORDER BY position DESC LIMIT @limit`,
      ),
    }
    this.#failed = forBoth((of) =>
      db.prepare<[InState], FailedRow>(
        `SELECT position, email, leaves, ${of}_problem AS problem FROM work_item
           WHERE ${inState[of]} ORDER BY position`,
      ),
    )
    this.#problem = forBoth((of) =>
      db
        .prepare<[number, number], string | null>(
          `SELECT ${of}_problem FROM work_item WHERE list = ? AND position = ?`,
        )
        .pluck(),
    )
    this.#begun = db.prepare<[number]>(
      `SELECT 1 FROM work_item WHERE list = ? AND run IN ('leaving', 'done', 'skipped', 'failed') LIMIT 1`,
    )
    this.#states = db.prepare<[number], Pick<WorkItem, 'position' | 'run' | 'how'> & { undo: string | null }>(
      'SELECT position, run, how, undo FROM work_item WHERE list = ?',
    )
    this.#undoCounts = db
      .prepare<[number], [string, number]>(
        `SELECT coalesce(undo, 'waiting'), count(*) FROM work_item WHERE list = ? AND run = 'done' GROUP BY undo`,
      )
      .raw()
    this.#people = db.prepare<[number, number, number], Pick<WorkItem, 'position' | 'contactId'>>(
      `SELECT position, contact_id AS contactId FROM work_item
       WHERE list = ? AND position > ? AND run = 'done' AND contact_id <> '' ORDER BY position LIMIT ?`,
    )
    this.#remove = db.prepare<[number]>('DELETE FROM work_item WHERE list = ?')
  }

  /** Puts an item into its place, instead of the one that is there. */
  put(list: number, position: number, item: NewItem, run: WorkItem['run']): void {
    const { contactId, email, leaves, before } = item
    this.#put.run(list, position, contactId, email, textOf(leaves), textOf(before), run)
  }

  get(list: number, position: number): WorkItem {
    const row = this.#one.get(list, position)
    if (row === undefined) throw new Error(`The list has no item ${position}`)
    return itemOf(row)
  }

  /** Those whose turn it is, or that are on their way: in their order, taken back the last first and before a position. */
  next(
    list: number,
    of: RunOrUndo,
    { state, limit, before = Number.MAX_SAFE_INTEGER }: NextItems,
  ): WorkItem[] {
    return this.#next[of].all({ list, state: storedAs(of, state), limit, before }).map(itemOf)
  }

  /** Says that an item is on its way, in a run with what was there before. */
  leave(list: number, of: RunOrUndo, { position, before }: LeavingItem): void {
    if (of === 'run') this.#leave.run.run(textOf(before), list, position)
    else this.#leave.undo.run(list, position)
  }

  /** Notes what became of items. Answers of how many that was not known already. */
  settle(
    list: number,
    of: RunOrUndo,
    positions: readonly number[],
    result: RunOutcome | UndoneOutcome,
  ): number {
    const { outcome, how = null, contactId = null, problem } = result
    const text = textOf(problem)
    let settled = 0
    for (const position of positions) {
      settled += (
        of === 'run'
          ? this.#settle.run.run(outcome, text, how, contactId, list, position)
          : this.#settle.undo.run(outcome, text, list, position)
      ).changes
    }
    return settled
  }

  /** Has all wait again that are on their way, because nothing was done, or that failed. Answers how many. */
  back(list: number, of: RunOrUndo, state: 'leaving' | 'failed'): number {
    return this.#back[of].run({ list, state }).changes
  }

  /** What failed, one line for what failed alike (same code, status, why), the most frequent first. */
  failures(
    list: number,
    of: RunOrUndo,
    { offset, limit }: Slice,
  ): { failures: AlikeFailure[]; count: number } {
    const kinds = new Map<string, AlikeFailure>()
    for (const row of this.#failed[of].iterate({ list, state: 'failed' })) {
      const problem = problemSchema.parse(JSON.parse(row.problem))
      const kind = JSON.stringify([problem.code, problem.status, problem.why])
      const known = kinds.get(kind)
      if (known) known.alike += 1
      else kinds.set(kind, { ...row, leaves: parsed(row.leaves), problem, alike: 1 })
    }
    const found = [...kinds.values()].sort((one, other) => other.alike - one.alike)
    return { failures: found.slice(offset, offset + limit), count: found.length }
  }

  /** Why an item failed, or was kept, as it was noted; null where nothing was. */
  problem(list: number, of: RunOrUndo, position: number): unknown {
    return parsed(this.#problem[of].get(list, position) ?? null)
  }

  /** Whether any item of a list has left, or was settled. */
  isBegun(list: number): boolean {
    return this.#begun.get(list) !== undefined
  }

  /** Where every item of a list stands. */
  states(
    list: number,
  ): IterableIterator<Pick<WorkItem, 'position' | 'run' | 'how'> & { undo: string | null }> {
    return this.#states.iterate(list)
  }

  /** How many of those that were done are in each state of taking back. */
  undoCounts(list: number): Record<string, number> {
    return Object.fromEntries(this.#undoCounts.all(list))
  }

  /** Of whom items were done, in their order after a position. */
  people(list: number, after: number, limit: number): Pick<WorkItem, 'position' | 'contactId'>[] {
    return this.#people.all(list, after, limit)
  }

  remove(list: number): void {
    this.#remove.run(list)
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

function itemOf({ contact_id: contactId, leaves, before, ...rest }: ItemRow): WorkItem {
  return { ...rest, contactId, leaves: parsed(leaves), before: parsed(before) }
}

/** What is still to be taken back has no state of that yet. */
function storedAs(of: RunOrUndo, state: 'waiting' | 'leaving'): string | null {
  return of === 'undo' && state === 'waiting' ? null : state
}

function parsed(text: string | null): unknown {
  return text === null ? null : JSON.parse(text)
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
