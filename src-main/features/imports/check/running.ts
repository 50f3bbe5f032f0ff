import { tell, saidText, toldText } from '../../../../src-shared/messages/told'
import { z } from 'zod'
import { lazyObject, lazySchema } from '../../../../src-shared/lazily'
import type { Slice } from '../../../../src-shared/bridge/base'
import type { JobFailure } from '../../../../src-shared/bridge/jobs'
import {
  upsertContactRequestSchema,
  type UpsertContactRequest,
} from '../../../../src-shared/interface/contact'
import { problemSchema, type Problem } from '../../../../src-shared/problem'
import type { RunOrUndo, RunOutcome, WorkItem } from '../../../jobs/store/work-items'
import { problem } from '../../../core/problems'
import type { Reason, RowOutcome, RowToUndo, RowToWrite, RunProgress, UndoOutcome } from '../rows'
import { RowChoice } from './choosing'
import type { Pace } from './pace'
import { codeOfClass, codeOfUndo, flag, outcomeCode, field, undoCodes } from './row-state'
import type { CheckedRows } from './checked-rows'
import { codeOfOutcome, list, type ImportFileStore } from './store'

const previousSchema = lazySchema(() =>
  z
    .object({ contactId: z.string(), subscribed: z.boolean(), data: z.record(z.string(), z.unknown()) })
    .nullable(),
)

/** What an item says that its row wrote, and what it wrote over. */
function writtenBy({ leaves, before }: WorkItem): Omit<RowToWrite, 'row'> {
  return { body: upsertContactRequestSchema.parse(leaves), previous: previousSchema.parse(before) }
}

/**
 * What a run asks for: the next row, as it is to be written over the contact as the copy has it at that moment. What is
 * on its way is in the file before it leaves (synchronous=FULL), with the values it writes over.
 */
export class Running {
  /** How many rows have each outcome, and how many are left; of one revision of the rows. */
  private counted: {
    revision: number
    byOutcome: number[]
    left: number
    /** Every row before it has its outcome, or is not to be written. */
    from: number
  } | null = null

  /** Rows that were handed out and are not on their way yet. */
  private readonly asked = new Set<number>()

  constructor(private readonly checked: CheckedRows) {
    checked.store.onForget(() => this.asked.clear())
  }

  /** The next row to write after one; the row that was on its way when all ended comes as it was then. */
  async next(after: number, pace: Pace): Promise<RowToWrite | null> {
    const { state } = this.checked.tools()
    let choice = new RowChoice(state, this.checked.store.rules)
    for (let row = after + 1; row <= state.rows; row += 1) {
      const outcome = state.outcomes[row]
      if (outcome === outcomeCode.inFlight) return asBegun(this.checked.store.items.get(list, row))
      if (outcome !== outcomeCode.none || !choice.isWritten(row)) continue
      const found = this.prepare(row, choice)
      if (found !== null) {
        this.asked.add(row)
        return found
      }
      await pace.step({ what: 'checking', done: row, total: state.rows })
      choice = new RowChoice(state, this.checked.store.rules)
    }
    return null
  }

  /** Commits that a row is on its way. */
  begin({ row, body, previous }: RowToWrite): void {
    this.put(row, 'leaving', { body, previous }, true)
    this.asked.delete(row)
  }

  /**
   * Classes the rows again that were handed out and are not on their way yet; null where there are none. A run that looks
   * ahead changes the contacts of these, and its own writes change the copy with every row: comparing all rows each time
   * would take longer than writing them.
   */
  recheckAsked(): number | null {
    const { checked, asked } = this
    if (asked.size === 0) return null
    const { state } = checked.tools()
    const own = checked.copy.read((open) => open.ownEdits(checked.now()))
    const changed = checked.store.write(
      () => {
        let moved = 0
        for (const row of asked) {
          const before = state.classes[row]
          checked.classify(row, own)
          if (state.classes[row] !== before) moved += 1
        }
        return moved
      },
      { counts: true },
    )
    asked.clear()
    return changed
  }

  /** Commits what became of a row. Should a power failure take this back, the row is on its way again. */
  settle(row: number, outcome: RowOutcome): void {
    const { store } = this.checked
    const { state } = this.checked.tools()
    const result = resultOf(outcome)
    store.write(
      () => {
        const isSettled = store.items.settle(list, 'run', [row], result) === 1
        if (!isSettled) throw problem('internal', { why: tell('imports.running.rowRowIsNot', { row }) })
        state.outcomes[row] = codeOfOutcome(result.outcome, result.how ?? null)
      },
      { counts: true },
    )
    this.moved(row, outcomeCode.inFlight)
  }

  /** How far the run is. */
  progress(): RunProgress {
    const { byOutcome, left } = this.counts()
    const [begun] = this.checked.store.items.next(list, 'run', { state: 'leaving', limit: 1 })
    const of = (name: keyof typeof outcomeCode) => byOutcome[outcomeCode[name]] ?? 0
    const [created, changed, skipped, failed] = [of('created'), of('changed'), of('skipped'), of('failed')]
    return {
      total: created + changed + skipped + failed + of('inFlight') + left,
      created,
      changed,
      skipped,
      failed,
      inFlight: begun === undefined ? null : asBegun(begun),
      next: this.goesOnAt(),
    }
  }

  /** Whom the run wrote, after a row. */
  people(after: number, limit: number): { row: number; contactId: string }[] {
    return this.checked.store.items
      .people(list, after, limit)
      .map(({ position: row, contactId }) => ({ row, contactId }))
  }

  /** Puts the failed rows back among those to write. Answers how many. */
  retryFailed(): number {
    const { store } = this.checked
    const { state } = this.checked.tools()
    return store.write(
      () => {
        const { none, failed } = outcomeCode
        for (let row = 1; row <= state.rows; row += 1) {
          if (state.outcomes[row] === failed) state.outcomes[row] = none
        }
        return store.items.back(list, 'run', 'failed')
      },
      { durable: true, counts: true },
    )
  }

  /** Counted once, and kept up with every row of a run: whatever else changes has them counted again. */
  private counts(): NonNullable<Running['counted']> {
    const { store } = this.checked
    if (this.counted?.revision === store.revision) return this.counted
    const { state } = this.checked.tools()
    const choice = new RowChoice(state, store.rules)
    const counted = {
      revision: store.revision,
      byOutcome: Array<number>(8).fill(0),
      left: 0,
      from: 1,
    }
    for (let row = 1; row <= state.rows; row += 1) {
      const outcome = state.outcomes[row] ?? 0
      counted.byOutcome[outcome] = (counted.byOutcome[outcome] ?? 0) + 1
      if (outcome === outcomeCode.none && choice.isWritten(row)) counted.left += 1
    }
    this.counted = counted
    return counted
  }

  /** The first row that a run has still to write; null where there is none. */
  private goesOnAt(): number | null {
    const counted = this.counts()
    const { state } = this.checked.tools()
    const choice = new RowChoice(state, this.checked.store.rules)
    // Rows of one revision only come to their outcome: nothing before is looked at twice.
    while (counted.from <= state.rows && !choice.isToWrite(counted.from)) counted.from += 1
    return counted.from <= state.rows ? counted.from : null
  }

  /** Keeps the counts after a row went on from an outcome. */
  private moved(row: number, from: number): void {
    const { counted } = this
    const { store } = this.checked
    // One revision more is this row's.
    if (counted === null || counted.revision + 1 !== store.revision) return
    const to = this.checked.tools().state.outcomes[row] ?? 0
    const { byOutcome } = counted
    byOutcome[from] = (byOutcome[from] ?? 0) - 1
    byOutcome[to] = (byOutcome[to] ?? 0) + 1
    if (from === outcomeCode.none) counted.left -= 1
    counted.revision = store.revision
  }

  /** The row as it is to be written now; null where it is not, which is noted then. */
  private prepare(row: number, choice: RowChoice): RowToWrite | null {
    const { checked } = this
    const tools = checked.tools()
    const contact = checked.contactOf(row)
    const change = tools.changeOf(row, contact, choice.verdictRule(row) === 'importUnsubscribed')
    if (change.body === null) {
      this.put(row, 'skipped', { body: { email: contact?.email ?? '' }, previous: null }, false)
      return null
    }
    const own = contact === null ? null : checked.copy.read((open) => open.ownEdits(checked.now()))
    if (contact !== null && own !== null && !checked.store.rules.writeConflicting) {
      if (tools.conflictOf(row, contact, own) !== null) {
        this.reclass(row, contact.row)
        return null
      }
    }
    return { row, body: change.body, previous: change.previous }
  }

  /** Somebody edited the contact here since the row was classed: it is left to a person. */
  private reclass(row: number, contact: number): void {
    const { state } = this.checked.tools()
    this.checked.store.write(
      () => {
        state.classes[row] = codeOfClass('conflicting')
        state.put(row, field.contact, contact)
        state.set(row, flag.stays, false)
        state.touch(row)
      },
      { counts: true },
    )
  }

  private put(
    row: number,
    run: 'leaving' | 'skipped',
    { body, previous }: Omit<RowToWrite, 'row'>,
    durable: boolean,
  ): void {
    const { store } = this.checked
    const { state } = this.checked.tools()
    const before = state.outcomes[row] ?? 0
    const contactId = previous?.contactId ?? ''
    store.write(
      () => {
        store.items.put(list, row, { contactId, email: body.email, leaves: body, before: previous }, run)
        state.outcomes[row] = codeOfOutcome(run, null)
      },
      { durable, counts: true },
    )
    this.moved(row, before)
  }
}

function asBegun(item: WorkItem): RowToWrite {
  return { row: item.position, ...writtenBy(item) }
}

function resultOf(outcome: RowOutcome): RunOutcome {
  if (outcome.outcome !== 'written') return outcome
  const { contactId, isNew } = outcome
  return { outcome: 'done', how: isNew ? 'created' : 'changed', contactId }
}

/** What failed, one line for what failed alike, the most frequent first. */
export function failures(
  { items, chunks }: ImportFileStore,
  { of, slice }: { of: RunOrUndo; slice: Slice },
): { failures: JobFailure[]; count: number } {
  const { failures: found, count } = items.failures(list, of, slice)
  const failures = found.map(({ position, leaves, problem, alike }) => {
    const { code, status = null, why } = problem
    const body = upsertContactRequestSchema.parse(leaves)
    const { line } = chunks.row(position)
    return { line, email: body.email, value: valueOf(problem, body), code, status, why, alike }
  })
  return { failures, count }
}

/** The value that the service names as the one at fault. */
function valueOf({ fields }: Problem, body: UpsertContactRequest): string | null {
  const name = fields?.[0]?.field
  if (name === undefined) return null
  const key = name.replace(/^data\./, '')
  const value = name === 'email' ? body.email : new Map(Object.entries(body.data ?? {})).get(key)
  if (value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The last written row before one that has no outcome of an undo yet. */
export function nextUndo({ items }: ImportFileStore, before: number): RowToUndo | null {
  const [item] = items.next(list, 'undo', { state: 'waiting', limit: 1, before })
  if (item === undefined) return null
  const { position: row, contactId, email, how } = item
  const { body, previous } = writtenBy(item)
  return { row, email, contactId, isNew: how === 'created', wrote: body, previous }
}

/** Commits what became of taking a row back. */
export function settleUndo(store: ImportFileStore, row: number, { outcome, ...why }: UndoOutcome): void {
  const problem =
    'problem' in why
      ? why.problem
      : 'why' in why
        ? { code: 'changed_since', why: toldText(why.why) }
        : undefined
  store.write(
    () => {
      store.items.settle(list, 'undo', [row], { outcome, ...(problem ? { problem } : {}) })
      if (store.state !== null) store.state.undone[row] = codeOfUndo(outcome)
    },
    { durable: true, counts: true },
  )
}

const keptSchema = lazyObject(() => ({ code: z.string(), why: z.string() }))

/** Why a row was not taken back; null where nothing is stored about it. */
export function undoReason({ items }: ImportFileStore, row: number): Reason | null {
  const stored = items.problem(list, 'undo', row)
  if (stored === null) return null
  const failed = problemSchema.safeParse(stored)
  if (failed.success) return { code: failed.data.code, reason: `${failed.data.title}. ${failed.data.why}` }
  const { code, why } = keptSchema.parse(stored)
  return { code, reason: saidText(why) }
}

/** Puts the rows that could not be taken back among those to take back. Answers how many. */
export function undoAgain(store: ImportFileStore): number {
  const failed = undoCodes.indexOf('failed')
  return store.write(
    () => {
      store.state?.undone.forEach((code, row, undone) => {
        if (code === failed) undone[row] = 0
      })
      return store.items.back(list, 'undo', 'failed')
    },
    { durable: true, counts: true },
  )
}

/** How far taking back is, of the rows that were written. */
export function undoProgress({
  items,
}: ImportFileStore): Record<'total' | 'reversed' | 'kept' | 'failed', number> {
  const { reversed = 0, kept = 0, failed = 0, waiting = 0 } = items.undoCounts(list)
  return { total: reversed + kept + failed + waiting, reversed, kept, failed }
}
