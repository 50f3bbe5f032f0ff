import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import { importColumnSchema, readNoteSchema, readingSchema } from '../../../../src-shared/bridge/import-file'
import { importRulesSchema, type ImportRules } from '../../../../src-shared/bridge/imports'
import { workItems, type WorkItem, type WorkItems } from '../../../jobs/store/work-items'
import { Chunks } from './chunks'
import { Edits } from './edits'
import { ofImport } from './import-file'
import { RowState, codeOfUndo, outcomeCode } from './row-state'

/** Where the bytes came from; a pasted text lies in the file itself. */
const sourceSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), path: z.string() }),
    z.object({ kind: z.literal('text') }),
  ]),
)

const readSchema = lazyObject(() => ({
  generation: z.number(),
  reading: readingSchema,
  detected: readingSchema,
  notes: z.array(readNoteSchema),
  names: z.array(z.string()),
  rows: z.number(),
  bytes: z.number(),
}))

/** How the state was made. `current` false: where columns go was said anew since. */
const checkedSchema = lazyObject(() => ({
  seed: z.number(),
  typos: z.array(z.object({ from: z.string(), to: z.string() })),
  current: z.boolean(),
  /** The copy's revision, the edits made here that were known, and the rule that it was compared by. */
  revision: z.number(),
  edits: z.string(),
  resubscribe: z.boolean().optional(),
}))

const schemas = {
  source: sourceSchema,
  read: readSchema,
  columns: z.array(importColumnSchema),
  rules: importRulesSchema,
  checked: checkedSchema,
  revision: z.number(),
}
type Facts = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> }

/** What is done where nobody has decided yet: nothing is verified, nobody is subscribed again. */
export const defaultRules: ImportRules = {
  verify: 'none',
  byVerdict: { accepts: 'import', risky: 'import', undeliverable: 'leaveOut', unknown: 'import' },
  resubscribe: false,
  writeConflicting: false,
}

/**
 * The open file of one import, with what is kept of it in memory. All that changes goes through {@link write}: where a
 * transaction fails, memory is read again from the file, so that both always say the same.
 */
export class ImportFileStore {
  chunks: Chunks
  edits: Edits
  /** null until the rows were checked. */
  state: RowState | null
  /** Faults that rows were read with, by row. */
  odd: Map<number, { code: string; sentence: string }>
  /** What a run did, and what taking it back did: the items of the one list that there is, by their rows. */
  readonly items: WorkItems
  private readonly known = new Map<keyof Facts, unknown>()
  private readonly forgetters: (() => void)[] = []

  constructor(readonly db: Database) {
    this.items = workItems(db)
    const { chunks, edits, state, odd } = this.load()
    this.chunks = chunks
    this.edits = edits
    this.state = state
    this.odd = odd
    // A source that was half read when all ended; it is read again from its beginning.
    this.write(() => this.sweep(this.fact('read')?.generation ?? 0))
  }

  /** Something that is known about the import; null where it is not. */
  fact<Name extends keyof Facts>(name: Name): Facts[Name] | null {
    if (!this.known.has(name)) {
      const json = this.db.prepare<[string], string>('SELECT json FROM fact WHERE name = ?').pluck().get(name)
      this.known.set(name, json === undefined ? null : schemas[name].parse(JSON.parse(json)))
    }
    // What is kept under a name was parsed by the schema of that name.
    return this.known.get(name) as Facts[Name] | null
  }

  /** Within a transaction. */
  setFact<Name extends keyof Facts>(name: Name, value: Facts[Name] | null): void {
    if (value === null) this.db.prepare('DELETE FROM fact WHERE name = ?').run(name)
    else this.db.prepare('INSERT OR REPLACE INTO fact VALUES (?, ?)').run(name, JSON.stringify(value))
    this.known.set(name, value)
  }

  get rules(): ImportRules {
    return this.fact('rules') ?? defaultRules
  }

  get revision(): number {
    return this.fact('revision') ?? 0
  }

  /** Registers what throws away something in memory that was made from the file. */
  onForget(forget: () => void): void {
    this.forgetters.push(forget)
  }

  /**
   * One transaction, whole or not at all, with the state as far as it was touched. `durable`: it survives a power
   * failure once this has returned. `counts`: lists and counts are others after it.
   */
  write<T>(work: () => T, { durable = false, counts = false } = {}): T {
    const { db } = this
    try {
      if (durable) db.pragma('synchronous = FULL')
      const result = db
        .transaction(() => {
          const value = work()
          this.state?.save(db)
          if (counts) this.setFact('revision', this.revision + 1)
          return value
        })
        .immediate()
      this.state?.settled()
      return result
    } catch (error) {
      this.reload()
      throw ofImport(error)
    } finally {
      if (durable) db.pragma('synchronous = NORMAL')
    }
  }

  /**
   * As {@link write}, of whole new rows, durable and in slices: who only looks is answered meanwhile, from what was before.
   * `work` belongs to the same transaction, whose end it is.
   */
  async replace(
    { state, edits = this.edits }: { state: RowState; edits?: Edits },
    work: () => void,
    step: () => Promise<void>,
  ): Promise<void> {
    const { db } = this
    try {
      db.pragma('synchronous = FULL')
      db.exec('BEGIN IMMEDIATE')
      for (const saving = state.saving(db); saving.next().done !== true;) await step()
      work()
      this.setFact('revision', this.revision + 1)
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      this.known.clear()
      throw ofImport(error)
    } finally {
      db.pragma('synchronous = NORMAL')
    }
    state.settled()
    this.state = state
    this.edits = edits
  }

  /** Reads everything in memory from the file again. */
  reload(): void {
    this.known.clear()
    Object.assign(this, this.load())
    for (const forget of this.forgetters) forget()
  }

  /** Within a transaction: deletes what a reading left that is not the current one. */
  sweep(generation: number): void {
    this.db.prepare('DELETE FROM chunk WHERE generation <> ?').run(generation)
    this.db.prepare('DELETE FROM row_fault WHERE generation <> ?').run(generation)
  }

  private load(): Pick<ImportFileStore, 'chunks' | 'edits' | 'state' | 'odd'> {
    const { db } = this
    const generation = this.fact('read')?.generation ?? 0
    const chunks = new Chunks(db, generation)
    const odd = new Map<number, { code: string; sentence: string }>()
    const faults = db
      .prepare<[number], [number, string, string]>(
        'SELECT row, code, sentence FROM row_fault WHERE generation = ?',
      )
      .raw()
    for (const [row, code, sentence] of faults.iterate(generation)) odd.set(row, { code, sentence })
    const state = this.fact('checked') === null ? null : RowState.load(db, chunks.rows)
    if (state !== null) this.markItems(state)
    return { chunks, edits: Edits.load(db), state, odd }
  }

  private markItems(state: RowState): void {
    for (const { position, run, how, undo } of this.items.states(list)) {
      state.outcomes[position] = codeOfOutcome(run, how)
      state.undone[position] = codeOfUndo(undo)
    }
  }
}

/** The one list of a file's items. */
export const list = 1

/** The code of what a run did with a row. */
export function codeOfOutcome(run: WorkItem['run'], how: string | null): number {
  if (run === 'done') return how === 'created' ? outcomeCode.created : outcomeCode.changed
  return { waiting: outcomeCode.none, leaving: outcomeCode.inFlight, ...outcomeCode }[run]
}
