import { tell } from '../../../../src-shared/messages/told'
import { problem } from '../../../core/problems'
import { cellsOf } from './cells'
import { readAll, readSome, type CheckParts } from './checking'
import { Edits, type Edit } from './edits'
import type { Pace } from './pace'
import { flag, isWritten, field, typoOverflow } from './row-state'
import { markRow, withWord } from './verdict-marks'

/** More rows than these are read again in slices rather than at once. */
const atOnce = 1000

/** Where more than one of so many rows is to be read again, all are, in their order. */
const mostOf = 4

type NewEdit = Omit<Edit, 'seq'>

/** Writes a cell anew, or every cell of its column that has the same text. Answers how many rows it concerned. */
export async function repair(
  parts: CheckParts,
  input: { row: number; column: number; text: string; alike: boolean },
  pace: Pace,
): Promise<number> {
  const { store, checked } = parts
  const { row, column, text } = input
  const { state } = checked.tools()
  if (row < 1 || row > state.rows)
    throw problem('input_invalid', { why: tell('imports.repairing.theImportHasNo') })
  const before = store.edits.apply(row, column, store.chunks.row(row).cells[column] ?? '').text
  if (!input.alike) {
    if (isWritten(state.outcomes[row])) {
      throw problem('input_invalid', { why: tell('imports.repairing.thisRowWasWritten') })
    }
    await take(parts, [{ kind: 'cell', row, col: column, before, after: text }], [row], pace)
    return 1
  }
  const rows = await rowsAlike(parts, column, before.trim(), pace)
  const edit: NewEdit = { kind: 'alike', row: null, col: column, before: before.trim(), after: text }
  await take(parts, [edit], rows, pace)
  return rows.length
}

/** Takes the suggested spelling of a domain, or of all; or keeps what is written. Answers how many rows that concerned. */
export async function correctTypos(
  parts: CheckParts,
  { from, keep = false }: { from: string | null; keep?: boolean },
  pace: Pace,
): Promise<number> {
  const { state, typos, plan } = parts.checked.tools()
  const wanted = new Set<number>()
  typos.typos.forEach((typo, place) => {
    if (from === null || typo.from === from) wanted.add(place + 1)
  })
  const rows: number[] = []
  const met = new Set<number>()
  for (let row = 1; row <= state.rows; row += 1) {
    const id = state.typos[row] ?? 0
    if (!wanted.has(id)) continue
    rows.push(row)
    met.add(id)
  }
  if (rows.length === 0) return 0
  const edits = [...met].flatMap((id): NewEdit[] => {
    const typo = typos.typos[id - 1]
    if (typo === undefined) return []
    return [
      { kind: 'domain', row: null, col: plan.email, before: typo.from, after: keep ? typo.from : typo.to },
    ]
  })
  await take(parts, edits, rows, pace)
  return rows.length
}

/**
 * Leaves rows out by hand, or takes them back in: also those that the rule of their verdict leaves out or holds. Answers
 * how many were not so before.
 */
export function leaveOut({ store, checked }: CheckParts, rows: readonly number[], leftOut: boolean): number {
  const { state } = checked.tools()
  return store.write(
    () => {
      let changed = 0
      for (const row of rows) {
        if (row < 1 || row > state.rows) continue
        const code = withWord(state.verdicts[row] ?? 0, !leftOut)
        if (state.has(row, flag.leftOut) === leftOut && state.verdicts[row] === code) continue
        state.set(row, flag.leftOut, leftOut)
        state.verdicts[row] = code
        state.touch(row)
        changed += 1
      }
      return changed
    },
    { counts: true, durable: true },
  )
}

/** Commits edits with what comes of them. */
async function take(parts: CheckParts, edits: NewEdit[], rows: number[], pace: Pace): Promise<void> {
  const { store } = parts
  if (rows.length > atOnce) {
    const added = Edits.load(store.db)
    const made = { edits: added, add: added.prepare(edits) }
    const { state, typos } = parts.checked.tools()
    // Slips that had no number of their own have one once all are read anew.
    const isFew = rows.length * mostOf < state.rows && typos.typos.length + 1 < typoOverflow
    if (isFew) await readSome(parts, pace, made, rows)
    else await readAll(parts, pace, made)
    return
  }
  store.write(
    () => {
      store.edits.prepare(edits)(store.db)
      again(parts, rows)
    },
    { counts: true, durable: true },
  )
}

/** Within a transaction: reads rows again, and classes them and all that depends on their addresses. */
function again({ store, checked, copy, now }: CheckParts, rows: readonly number[]): void {
  const tools = checked.tools()
  const { state, groups } = tools
  const touched = new Map<string, [number, number]>()
  const remember = (row: number) => {
    const address: [number, number] = [state.get(row, field.addressA), state.get(row, field.addressB)]
    touched.set(address.join(), address)
  }
  for (const row of rows) {
    if (state.has(row, flag.addressed)) {
      remember(row)
      groups.remove(row, state.get(row, field.addressA), state.get(row, field.addressB))
    }
    state.put(row, field.duplicateOf, 0)
    checked.note(row)
    if (state.has(row, flag.addressed)) {
      groups.insert(row)
      remember(row)
    }
    markRow(store.db, row, tools.mapper.email, tools)
  }
  const affected = new Set(rows)
  for (const [a, b] of touched.values()) for (const row of groups.settle(a, b)) affected.add(row)
  const own = copy.read((open) => open.ownEdits(now()))
  for (const row of affected) checked.classify(row, own)
  const last = store.fact('checked')
  if (last !== null) store.setFact('checked', { ...last, typos: tools.typos.typos })
}

/** The rows in which a column has a text now, spaces around it aside. */
async function rowsAlike(
  { store, checked }: CheckParts,
  column: number,
  text: string,
  pace: Pace,
): Promise<number[]> {
  const { chunks, edits } = store
  const { state } = checked.tools()
  const found: number[] = []
  for (let number = 0; number < chunks.count; number += 1) {
    const { first, format, rows } = chunks.get(number)
    rows.forEach((whole, at) => {
      const row = first + at
      const isRepaired = (state.repaired[row] ?? 0) > 0
      if (!isRepaired && format === 0 && !whole.includes(text)) return
      const cell = cellsOf(format, whole)[column] ?? ''
      const now = isRepaired ? edits.apply(row, column, cell).text : cell
      if (now.trim() === text) found.push(row)
    })
    await pace.step({ what: 'checking', done: first, total: state.rows })
  }
  return found
}
