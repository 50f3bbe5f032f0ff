import { mostColumnsPreviewed, type ImportColumn } from '../../../../src-shared/bridge/imports'
import type { Staging, StagingProgress } from '../staging'
import { RowView } from './browsing'
import { cellsOf } from './cells'
import { check, recheck, rematch, type CheckParts } from './checking'
import { Choice, unchecked } from './choosing'
import { Copy } from './copy'
import { failures } from './failing'
import { ofImport, openImportFile } from './file'
import { Pace } from './pace'
import { keepSource, read } from './reading'
import { rejects } from './rejecting'
import { correctTypos, leaveOut, repair } from './repairing'
import { RowLists } from './row-lists'
import { Running } from './running'
import { Sheet } from './sheet'
import { ImportStore } from './store'
import { nextUndo, settleUndo, undoAgain, undoProgress } from './undoing'
import { notedAfter } from './verdict-marks'
import { reasons } from './verdict-reasons'
import { estimate, noteVerdicts, unverified } from './verifying'

/** Where the rows and the copy are, and the key of both. */
export interface EngineOptions {
  folder: string
  id: number
  key: string | null
  cacheFolder: string
  /** Milliseconds since 1970. */
  now(): number
  tell(progress: StagingProgress): void
}

/** The methods of {@link Staging} but for those of its worker; what may take long is told to stop by a signal of its own. */
export type Engine = {
  [Name in Exclude<keyof Staging, 'watch' | 'close'>]: Staging[Name] extends (
    ...args: infer Args
  ) => Promise<infer Result>
    ? (args: Args, signal: AbortSignal) => Result | Promise<Result>
    : never
}

/** Characters of a cell that a preview shows at most. */
const previewed = 10_000

/** A search that is to be answered soon is answered after so long, in milliseconds. */
const soonMs = 60

/** Methods that change nothing: they are answered between the slices of one that does. */
export const reading: ReadonlySet<keyof Engine> = new Set<keyof Engine>([
  'preview',
  'counts',
  'rows',
  'estimate',
  'unverified',
  'noted',
  'verifyProgress',
  'reasons',
  'progress',
  'people',
  'failures',
  'nextUndo',
  'undoProgress',
  'rejects',
  'header',
])

/** Opens the rows of an import. Throws what {@link openImportFile} throws. */
export function openEngine(options: EngineOptions): { engine: Engine; close(): void } {
  const db = openImportFile(options.folder, options.id, options.key)
  try {
    const store = new ImportStore(db)
    const copy = new Copy(options.cacheFolder, options.key)
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

function engineOf(store: ImportStore, copy: Copy, { now, tell }: EngineOptions): Engine {
  const sheet = new Sheet(store, copy, now)
  const parts: CheckParts = { store, copy, sheet, now }
  const lists = new RowLists(sheet)
  const running = new Running(sheet)
  const paced = (signal: AbortSignal) => new Pace(signal, tell)
  const quiet = (signal: AbortSignal) => new Pace(signal, () => undefined)
  let counted: { revision: number; counts: ReturnType<Choice['counts']> } | null = null
  store.onForget(() => {
    counted = null
  })

  const counts = () => {
    if (!sheet.isChecked) return unchecked(store.chunks.rows)
    if (counted?.revision !== store.revision) {
      const { state, typos } = sheet.tools()
      counted = { revision: store.revision, counts: new Choice(state, store.rules).counts(typos.typos) }
    }
    return counted.counts
  }
  const forget = () => sheet.forget()
  const outcome = (changed: number) => ({ changed, counts: counts() })

  return {
    keep: ([source]) => keepSource(store, source),
    read: ([input], signal) => read({ store, copy, forget }, input, paced(signal), signal),
    readAgain: ([{ reading }], signal) =>
      read({ store, copy, forget }, { source: null, reading }, paced(signal), signal),
    preview: ([limit]) => preview(store, limit),
    map: ([choices]) => {
      const columns = (store.fact('columns') ?? []).map((column): ImportColumn => {
        const choice = choices.find(({ index }) => index === column.index)
        if (choice === undefined) return column
        const { target, as, rule } = choice
        return { ...column, target, as, rule }
      })
      const checked = store.fact('checked')
      store.write(
        () => {
          store.setFact('columns', columns)
          if (checked !== null) store.setFact('checked', { ...checked, current: false })
        },
        { durable: true, counts: true },
      )
      sheet.forget()
    },
    rules: async ([rules], signal) => {
      const before = store.rules
      store.write(() => store.setFact('rules', rules), { durable: true, counts: true })
      if (before.resubscribe !== rules.resubscribe && sheet.isChecked) {
        await rematch(parts, paced(signal), sheet.tools())
      }
    },
    check: async (_, signal) => {
      await check(parts, paced(signal))
      return counts()
    },
    recheck: async (_, signal) => outcome(running.recheckAsked() ?? (await recheck(parts, paced(signal)))),
    counts: () => counts(),
    rows: async ([{ filter, search, slice, columns, soon = false }], signal) => {
      if (!sheet.isChecked) return { rows: [], count: 0, counted: true, revision: store.revision }
      const { offset, limit } = slice
      const enough = soon ? { rows: offset + limit, ms: soonMs } : null
      const { rows, counted } = await lists.find(filter, search, enough, quiet(signal))
      const own = copy.read((open) => open.ownEdits(now()))
      const view = new RowView(sheet, own, columns ?? null)
      const most = Math.min(limit, view.mostRows)
      return {
        rows: Array.from(rows.subarray(offset, offset + most), (row) => view.get(row)),
        count: rows.length,
        counted,
        revision: store.revision,
      }
    },
    repair: async ([input], signal) => outcome(await repair(parts, input, paced(signal))),
    correctTypos: async ([input], signal) => outcome(await correctTypos(parts, input, paced(signal))),
    leaveOut: ([{ rows, leftOut }]) => outcome(leaveOut(parts, rows, leftOut)),
    estimate: () => estimate(sheet),
    unverified: ([{ after, limit }]) => unverified(sheet, after, limit),
    noteVerdicts: ([verdicts]) => noteVerdicts(sheet, verdicts),
    noted: ([{ after, limit }]) => notedAfter(store.db, after, limit),
    verifyProgress: () => {
      const { unique, calls } = estimate(sheet)
      return { total: unique, done: unique - calls }
    },
    reasons: (_, signal) => (sheet.isChecked ? reasons(sheet, quiet(signal)) : []),
    next: ([after], signal) => running.next(after, quiet(signal)),
    begin: ([row]) => running.begin(row),
    settle: ([row, result]) => running.settle(row, result),
    progress: () => running.progress(),
    people: ([{ after, limit }]) => running.people(after, limit),
    retryFailed: () => running.retryFailed(),
    failures: ([input]) => failures(store, input),
    nextUndo: ([before]) => nextUndo(store, before),
    settleUndo: ([row, result]) => settleUndo(store, row, result),
    undoProgress: () => undoProgress(store),
    undoAgain: () => undoAgain(store),
    rejects: ([{ after, limit }]) => rejects(sheet, after, limit),
    header: () => store.fact('read')?.names ?? [],
  }
}

function preview(store: ImportStore, limit: number): Awaited<ReturnType<Staging['preview']>> {
  const { chunks } = store
  const rows: { line: number; cells: string[] }[] = []
  for (let number = 0; number < chunks.count && rows.length < limit; number += 1) {
    const chunk = chunks.get(number, true)
    for (let at = 0; at < chunk.rows.length && rows.length < limit; at += 1) {
      const cells = cellsOf(chunk.format, chunk.rows[at] ?? '')
      const shown = cells.slice(0, mostColumnsPreviewed).map((cell) => cell.slice(0, previewed))
      rows.push({ line: chunk.lines[at] ?? 0, cells: shown })
    }
  }
  return { names: store.fact('read')?.names ?? [], rows }
}
