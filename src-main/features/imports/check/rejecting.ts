import type { RejectedRow } from '../rows'
import { RowChoice } from './choosing'
import { reasonOf } from './reasons'
import { classOfCode, flag, isWritten, outcomeCode } from './row-state'
import type { CheckedRows } from './checked-rows'

/**
 * Rows that a run does not write, or that the service refused, each with the reason: invalid and duplicate ones,
 * conflicts, what was left out or is held. Unchanged rows are none: the service has their values.
 */
export function rejects(checked: CheckedRows, after: number, limit: number): RejectedRow[] {
  const { state } = checked.tools()
  const { rules, chunks } = checked.store
  const choice = new RowChoice(state, rules)
  const own = checked.copy.read((copy) => copy.ownEdits(checked.now()))
  const found: RejectedRow[] = []
  for (let row = after + 1; row <= state.rows && found.length < limit; row += 1) {
    if (!isReject(row)) continue
    const name = classOfCode(state.classes[row] ?? 0)
    const contact = name === 'conflicting' ? checked.contactOf(row) : null
    const reason = reasonOf({ row, name, checked, contact, own, choice })
    const { line, cells } = chunks.row(row)
    found.push({
      row,
      line,
      cells,
      reason: reason?.reason ?? 'left out',
      code: reason?.code ?? 'left_out',
    })
  }
  return found

  function isReject(row: number): boolean {
    const outcome = state.outcomes[row]
    if (outcome === outcomeCode.failed) return true
    if (isWritten(outcome)) return false
    const name = classOfCode(state.classes[row] ?? 0)
    if (name === 'unchanged') return state.has(row, flag.leftOut)
    return !choice.isWritten(row)
  }
}
