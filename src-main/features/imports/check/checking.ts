import { tell } from '../../../../src-shared/messages/told'
import { randomBytes } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { problem } from '../../../core/problems'
import { rowEnd, rowsOf } from './cells'
import type { ContactsReader } from './copy'
import type { Edits } from './edits'
import { AddressGroups } from './groups'
import { adopt, match, textOf } from './matching'
import type { Pace } from './pace'
import { planOf } from './plan'
import { field, flag, isWritten, RowState } from './row-state'
import type { CheckedRows } from './checked-rows'
import type { ImportFileStore } from './store'
import { RowTools, TypoList } from './tools'
import { markRow, markVerdicts, renewed } from './verdict-marks'

/** Rows noted between two looks at the clock. */
const stretch = 500

/** Edits with those that are made now, and what writes these. */
export interface AddedEdits {
  edits: Edits
  add(db: Database): void
}

/** What a check works with. `now`: milliseconds since 1970. */
export interface CheckParts {
  store: ImportFileStore
  copy: ContactsReader
  checked: CheckedRows
  now(): number
}

/** Classes every row against the copy; reads them again only where their columns were said anew since. */
export async function check(parts: CheckParts, pace: Pace): Promise<void> {
  if (parts.checked.isChecked) await recheck(parts, pace)
  else await readAll(parts, pace)
}

/**
 * Reads every row as its columns say and classes it against the copy. What a person left out stays left out, what a run
 * wrote stays written. Until it is done, lists show the check before. `add`: edits that are made with it.
 */
export async function readAll(
  { store, copy, checked, now }: CheckParts,
  pace: Pace,
  { edits, add }: AddedEdits = { edits: store.edits, add: () => undefined },
): Promise<void> {
  const { chunks } = store
  const columns = store.fact('columns')
  if (store.fact('read') === null || columns === null) {
    throw problem('input_invalid', {
      why: tell('imports.checking.noFileWasRead'),
      action: tell('imports.checking.chooseAFileFirst'),
    })
  }
  const plan = planOf(columns)
  const seed = randomBytes(4).readInt32LE()
  const state = new RowState(chunks.rows)
  carryOver(store.state, state)
  const tools = new RowTools(plan, state, new TypoList([]), seed, store, { edits })
  const total = chunks.rows
  for (let number = 0; number < chunks.count; number += 1) {
    for (const row of noted(store, tools, number)) {
      await pace.step({ what: 'checking', done: Math.round(row / 2), total })
    }
  }
  const from = { what: 'checking' as const, done: Math.round(total / 2), total }
  const { resubscribe } = store.rules
  const matches = await match(tools, copy, { now: now(), resubscribe, pace, from })
  const step = () => pace.step({ what: 'checking', done: total, total })
  adopt(matches, tools, true)
  await markVerdicts(store.db, tools, step)
  keepWords(store.state, state)
  state.touchAll()
  const typos = tools.typos.typos
  const known = { revision: matches.revision, edits: matches.edits, resubscribe }
  const write = () => {
    add(store.db)
    store.setFact('checked', { seed, typos, current: true, ...known })
  }
  await store.replace({ state, edits }, write, step)
  checked.adopt(tools)
}

/**
 * Classes the rows again where the copy, or what was edited here, changed since: all of them are compared anew, because
 * contacts that are gone leave no mark and clocks jump. Answers how many changed class.
 */
export async function recheck({ store, copy, checked, now }: CheckParts, pace: Pace): Promise<number> {
  const tools = checked.tools()
  const last = store.fact('checked')
  if (last === null) return 0
  const { revision, edits } = copy.read((open) => ({
    revision: open.facts().revision,
    edits: textOf(open.ownEdits(now())),
  }))
  const { resubscribe } = store.rules
  if (revision === last.revision && edits === last.edits && resubscribe === last.resubscribe) return 0
  return rematch({ store, copy, checked, now }, pace, tools)
}

/** Compares every row with the copy anew, as the rules say now. Answers how many changed class. */
export async function rematch(
  { store, copy, now }: CheckParts,
  pace: Pace,
  tools: RowTools,
): Promise<number> {
  const { state } = tools
  const from = { what: 'checking' as const, done: 0, total: state.rows }
  const { resubscribe } = store.rules
  const matches = await match(tools, copy, { now: now(), resubscribe, pace, from })
  return store.write(
    () => {
      const moved = adopt(matches, tools, false)
      const { revision, edits } = matches
      const last = store.fact('checked')
      if (last !== null) store.setFact('checked', { ...last, revision, edits, resubscribe })
      return moved
    },
    { counts: true },
  )
}

/**
 * Reads some rows again with edits that concern them alone, and classes them and who shares an address with them: aside, in
 * slices, and taken over at once. What nobody edited is not read.
 */
export async function readSome(
  { store, copy, checked, now }: CheckParts,
  pace: Pace,
  { edits, add }: AddedEdits,
  rows: readonly number[],
): Promise<void> {
  const before = checked.tools()
  const last = store.fact('checked')
  if (last === null) return
  const state = before.state.copy()
  const groups = new AddressGroups(state)
  const tools = new RowTools(before.plan, state, new TypoList(last.typos), last.seed, store, {
    edits,
    groups,
  })
  const total = state.rows
  const step = (done: number) => pace.step({ what: 'checking', done: Math.round(done), total })
  for (const row of rows) {
    tools.map(row)
    tools.note(row)
    markRow(store.db, row, tools.mapper.email, tools)
    await step(row / 2)
  }
  for (let row = 1; row <= total; row += 1) {
    if (state.has(row, flag.addressed)) groups.append(row)
    if (row % stretch === 0) await step((total + row / 2) / 2)
  }
  const concerned = concernedBy(rows, before.state, state)
  const from = { what: 'checking' as const, done: Math.round((total * 3) / 4), total }
  const { resubscribe } = store.rules
  const matches = await match(tools, copy, { now: now(), resubscribe, pace, from }, concerned)
  adopt(matches, tools, false, concerned)
  for (const row of concerned) state.touch(row)
  const write = () => {
    add(store.db)
    store.setFact('checked', { ...last, typos: tools.typos.typos })
  }
  await store.replace({ state, edits }, write, () => step(total))
  checked.adopt(tools)
}

/** Those rows, and who is not the duplicate any more that they were; in the order of the file. */
function concernedBy(rows: readonly number[], before: RowState, now: RowState): Int32Array {
  const concerned = new Set(rows)
  for (let row = 1; row <= now.rows; row += 1) {
    if (before.get(row, field.duplicateOf) !== now.get(row, field.duplicateOf)) concerned.add(row)
  }
  return Int32Array.from(concerned).sort()
}

/** Notes the rows of a chunk, yielding after some hundred. */
function* noted({ chunks }: ImportFileStore, tools: RowTools, number: number): Generator<number> {
  const { first, format, text } = chunks.textOf(number)
  const { mapper, groups } = tools
  const take = (row: number) => {
    tools.note(row)
    if (mapper.isAddressed) groups.append(row)
  }
  if (format !== 0) {
    const rows = rowsOf(text)
    for (const [at, cells] of rows.entries()) {
      mapper.map(first + at, cells)
      take(first + at)
      if (at % stretch === stretch - 1) yield first + at
    }
    return
  }
  for (let [row, from] = [first, 0]; from <= text.length; row += 1) {
    const found = text.indexOf(rowEnd, from)
    const to = found < 0 ? text.length : found
    mapper.mapLine(row, text, from, to)
    take(row)
    from = to + 1
    if ((row - first) % stretch === stretch - 1) yield row
  }
  yield first
}

/** What a person did to rows, and what a run did with them, outlives a check. */
function carryOver(before: RowState | null, after: RowState): void {
  if (before?.rows !== after.rows) return
  after.outcomes.set(before.outcomes)
  for (let row = 1; row <= after.rows; row += 1) {
    if (before.has(row, flag.leftOut)) after.flags[row] = flag.leftOut
    if (isWritten(before.outcomes[row])) after.classes[row] = before.classes[row] ?? 0
  }
}

/** Rows that a person took in against their verdict stay so while the verdict is of the same class. */
function keepWords(before: RowState | null, after: RowState): void {
  if (before?.rows !== after.rows) return
  for (let row = 1; row <= after.rows; row += 1) {
    after.verdicts[row] = renewed(before.verdicts[row] ?? 0, after.verdicts[row] ?? 0)
  }
}
