import type { Slice } from '../../../../src-shared/bridge/base'
import { type ColumnChoice, type ImportColumn, type Reading } from '../../../../src-shared/bridge/import-file'
import {
  mostColumnsPreviewed,
  type ChangedRows,
  type ImportRules,
  type RowCounts,
  type RowsAsked,
} from '../../../../src-shared/bridge/imports'
import type { Verdict } from '../../../../src-shared/bridge/verdicts'
import type { RunOrUndo } from '../../../jobs/store/work-items'
import type {
  ImportSource,
  RowOutcome,
  RowToWrite,
  StagingProgress,
  StagingStart,
  UndoOutcome,
} from '../rows'
import { RowView } from './browsing'
import { check, recheck, rematch, type CheckParts } from './checking'
import { RowChoice, unchecked } from './choosing'
import { ContactsReader } from './copy'
import { openImportFile } from './file'
import { ofImport } from './import-file'
import { Pace } from './pace'
import { keepSource, read } from './reading'
import { rejects } from './reasons'
import { correctTypos, leaveOut, repair } from './repairing'
import { RowLists } from './row-lists'
import { failures, nextUndo, Running, settleUndo, undoAgain, undoProgress } from './running'
import { CheckedRows } from './checked-rows'
import { ImportFileStore } from './store'
import { notedAfter } from './verdict-marks'
import { estimate, noteVerdicts, reasons, unverified } from './verifying'

/** What an engine is opened with. */
interface EngineOptions extends StagingStart {
  /** Milliseconds since 1970. */
  now(): number
  tell(progress: StagingProgress): void
}

/**
 * The methods of an import's rows, named here alone: whoever calls them from elsewhere has their names and types from this.
 * Each takes its arguments as a list, and a signal of its own that tells it to stop.
 */
export type Engine = ReturnType<typeof engineOf>

/** Characters of a cell that a preview shows at most. */
const previewed = 10_000

/** A search that is to be answered soon is answered after so long, in milliseconds. */
const soonMs = 60

/** Methods that change nothing: they are answered between the slices of one that does. */
export const looking = new WeakSet<object>()

/** Says of a method that it changes nothing. */
function look<Method extends object>(method: Method): Method {
  looking.add(method)
  return method
}

/** Opens the rows of an import. Throws what {@link openImportFile} throws. */
export function openEngine(options: EngineOptions): { engine: Engine; close(): void } {
  const db = openImportFile(options.folder, options.id, options.key)
  try {
    const store = new ImportFileStore(db)
    const copy = new ContactsReader(options.cacheFolder, options.key)
    return {
      engine: engineOf(store, copy, options),
      close: () => {
        copy.close()
        try {
          db.pragma('wal_checkpoint(TRUNCATE)')
        } finally {
          db.close()
        }
      },
    }
  } catch (error) {
    db.close()
    throw ofImport(error)
  }
}

function engineOf(store: ImportFileStore, copy: ContactsReader, { now, tell }: EngineOptions) {
  const checked = new CheckedRows(store, copy, now)
  let counted: { revision: number; counts: RowCounts } | null = null
  store.onForget(() => {
    counted = null
  })
  const counts = (): RowCounts => {
    if (!checked.isChecked) return unchecked(store.chunks.rows)
    if (counted?.revision !== store.revision) {
      const { state, typos } = checked.tools()
      counted = { revision: store.revision, counts: new RowChoice(state, store.rules).counts(typos.typos) }
    }
    return counted.counts
  }
  const parts: EngineParts = {
    store,
    copy,
    checked,
    now,
    counts,
    outcome: (changed) => ({ changed, counts: counts() }),
    paced: (signal) => new Pace(signal, tell),
    quiet: (signal) => new Pace(signal, () => undefined),
  }
  const running = new Running(checked)
  return {
    ...sourceMethods(parts),
    ...rowMethods(parts),
    ...verdictMethods(parts),
    ...runMethods(parts, running),
    ...afterMethods(parts, running),
  }
}

interface EngineParts extends CheckParts {
  counts(): RowCounts
  outcome(changed: number): ChangedRows
  paced(signal: AbortSignal): Pace
  quiet(signal: AbortSignal): Pace
}

function sourceMethods({ store, copy, checked, paced }: EngineParts) {
  const parts = { store, copy, forget: () => checked.forget() }
  return {
    /** Keeps a source without reading it: what was pasted is nowhere else. `readAgain` reads it. */
    keep: ([source]: [ImportSource]) => keepSource(store, source),
    /** Reads the source into the file, as `reading` says or as is found out. Replaces what was read before. */
    read: (
      [input]: [{ source: ImportSource; reading: Reading | null; signal?: AbortSignal }],
      signal: AbortSignal,
    ) => read(parts, input, paced(signal), signal),
    /** Reads again what was read in, in another way; null: as is found out. Also what was only kept so far. */
    readAgain: ([{ reading }]: [{ reading: Reading | null; signal?: AbortSignal }], signal: AbortSignal) =>
      read(parts, { source: null, reading }, paced(signal), signal),
    preview: look(([limit]: [number]) => preview(store, limit)),
    header: look(() => store.fact('read')?.names ?? []),
    /** Says where columns go; what was checked is to be checked again. */
    map: ([choices]: [(ColumnChoice & { index: number })[]]) => {
      const columns = (store.fact('columns') ?? []).map((column): ImportColumn => {
        const choice = choices.find(({ index }) => index === column.index)
        if (choice === undefined) return column
        const { target, as, rule } = choice
        return { ...column, target, as, rule }
      })
      const last = store.fact('checked')
      store.write(
        () => {
          store.setFact('columns', columns)
          if (last !== null) store.setFact('checked', { ...last, current: false })
        },
        { durable: true, counts: true },
      )
      checked.forget()
    },
  }
}

function rowMethods(parts: EngineParts) {
  const { store, copy, checked, now, counts, outcome, paced, quiet } = parts
  const lists = new RowLists(checked)
  return {
    rules: async ([rules]: [ImportRules], signal: AbortSignal) => {
      const before = store.rules
      store.write(() => store.setFact('rules', rules), { durable: true, counts: true })
      if (before.resubscribe !== rules.resubscribe && checked.isChecked) {
        await rematch(parts, paced(signal), checked.tools())
      }
    },
    /** Classes every row against the copy as it is now. */
    check: async (_: [{ signal?: AbortSignal }], signal: AbortSignal) => {
      await check(parts, paced(signal))
      return counts()
    },
    counts: look(() => counts()),
    rows: look(
      async ([{ filter, search, slice, columns, soon = false }]: [RowsAsked], signal: AbortSignal) => {
        if (!checked.isChecked) return { rows: [], count: 0, counted: true, revision: store.revision }
        const { offset, limit } = slice
        const enough = soon ? { rows: offset + limit, ms: soonMs } : null
        const { rows, counted } = await lists.find(filter, search, enough, quiet(signal))
        const own = copy.read((open) => open.ownEdits(now()))
        const view = new RowView(checked, own, columns ?? null)
        const most = Math.min(limit, view.mostRows)
        return {
          rows: Array.from(rows.subarray(offset, offset + most), (row) => view.get(row)),
          count: rows.length,
          counted,
          revision: store.revision,
        }
      },
    ),
    repair: async ([input]: [Parameters<typeof repair>[1]], signal: AbortSignal) =>
      outcome(await repair(parts, input, paced(signal))),
    correctTypos: async ([input]: [{ from: string | null; keep?: boolean }], signal: AbortSignal) =>
      outcome(await correctTypos(parts, input, paced(signal))),
    leaveOut: ([{ rows, leftOut }]: [{ rows: number[]; leftOut: boolean }]) =>
      outcome(leaveOut(parts, rows, leftOut)),
    /** Rows for the rejects file: every one that was left out, is invalid or failed; the original cells. */
    rejects: look(([{ after, limit }]: [After<number>]) => rejects(checked, after, limit)),
  }
}

/** A part of a list: at most `limit`, after one of its entries. */
interface After<Place> {
  after: Place
  limit: number
}

function verdictMethods({ store, checked, quiet }: EngineParts) {
  return {
    /** The estimate of verification under the rules; `known` tells which fresh verdicts the ledger has. */
    estimate: look(() => estimate(checked)),
    /** Addresses that the rules want verified and no verdict is noted for, after one of them, in a stable order. */
    unverified: look(([{ after, limit }]: [After<string | null>]) => unverified(checked, after, limit)),
    noteVerdicts: ([verdicts]: [Verdict[]]) => noteVerdicts(checked, verdicts),
    /** The verdicts that are noted, in the order of their addresses, after one of these. */
    noted: look(([{ after, limit }]: [After<string | null>]) => notedAfter(store.db, after, limit)),
    /** How many different addresses the rules want verified, and for how many of them a verdict is noted. */
    verifyProgress: look(() => {
      const { unique, calls } = estimate(checked)
      return { total: unique, done: unique - calls }
    }),
    /** Why addresses that the rules want verified have the class they have: by the weightiest reason, the most frequent first. */
    reasons: look((_: [], signal: AbortSignal) => (checked.isChecked ? reasons(checked, quiet(signal)) : [])),
  }
}

/** What a run needs of the rows, and taking it back. */
export type RunMethods = ReturnType<typeof runMethods>

function runMethods(parts: EngineParts, running: Running) {
  const { store, outcome, paced, quiet } = parts
  return {
    /**
     * Classes those rows again whose contacts changed in the copy since they were classed. Answers how many changed class.
     * Where `next` gave rows that were not begun yet, these alone: a run looks ahead while its own writes change the copy.
     */
    recheck: async (_: [], signal: AbortSignal) =>
      outcome(running.recheckAsked() ?? (await recheck(parts, paced(signal)))),
    /** The next row to write after one, in the order of the file; null at the end. */
    next: ([after]: [number], signal: AbortSignal) => running.next(after, quiet(signal)),
    /** Commits, before the request leaves, that a row is on its way, with what it writes over. */
    begin: ([row]: [RowToWrite]) => running.begin(row),
    settle: ([row, result]: [number, RowOutcome]) => running.settle(row, result),
    /** How far the run is; asked after every few rows, so it is counted beforehand. */
    progress: look(() => running.progress()),
    failures: look(([input]: [{ of: RunOrUndo; slice: Slice }]) => failures(store, input)),
    /** The last written row before one that has no outcome of an undo yet: the newest first; null at the end. */
    nextUndo: look(([before]: [number]) => nextUndo(store, before)),
    settleUndo: ([row, result]: [number, UndoOutcome]) => settleUndo(store, row, result),
    undoProgress: look(() => undoProgress(store)),
  }
}

function afterMethods({ store }: EngineParts, running: Running) {
  return {
    /** Whom the run wrote, by the service's id, in the order of the file after a row; empty at the end. */
    people: look(([{ after, limit }]: [After<number>]) => running.people(after, limit)),
    /** Puts the failed rows back among those to write. Answers how many. */
    retryFailed: () => running.retryFailed(),
    /** Puts the rows that could not be taken back among those to take back. Answers how many. */
    undoAgain: () => undoAgain(store),
  }
}

function preview(
  store: ImportFileStore,
  limit: number,
): { names: string[]; rows: { line: number; cells: string[] }[] } {
  const { chunks } = store
  const rows = Array.from({ length: Math.min(limit, chunks.rows) }, (_, at) => {
    const { line, cells } = chunks.row(at + 1)
    return { line, cells: cells.slice(0, mostColumnsPreviewed).map((cell) => cell.slice(0, previewed)) }
  })
  return { names: store.fact('read')?.names ?? [], rows }
}
