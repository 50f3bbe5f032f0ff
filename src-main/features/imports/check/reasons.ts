import { saidText } from '../../../../src-shared/messages/told'
import { t } from '../../../../src-shared/messages/message'
import type { RowClass } from '../../../../src-shared/bridge/imports'
import { problemSchema } from '../../../../src-shared/problem'
import type { Reason, RejectedRow } from '../rows'
import { RowChoice } from './choosing'
import type { CopyContact, OwnEdit } from './copy'
import { classOfCode, flag, isWritten, outcomeCode, field, undoCodes } from './row-state'
import type { CheckedRows } from './checked-rows'
import { undoReason } from './running'
import { list } from './store'

/** Cells at fault that are told one by one: a row of thousands may have as many. */
const mostSaid = 5

interface AskedRow {
  row: number
  name: RowClass
  checked: CheckedRows
  contact: CopyContact | null
  own: ReadonlyMap<number, OwnEdit[]>
  choice: RowChoice
}

/** Why a row is not written, was not, or was not taken back; null where nothing stands in its way. */
export function reasonOf(asked: AskedRow): Reason | null {
  const { row, name, checked, choice } = asked
  const { state } = checked.tools()
  const undo = undoCodes[state.undone[row] ?? 0]
  if (undo === 'kept' || undo === 'failed') return undoReason(checked.store, row)
  if (state.outcomes[row] === outcomeCode.failed) return refusal(asked)
  if (name === 'invalid') return invalidity(asked)
  if (name === 'duplicate') {
    return {
      code: 'duplicate',
      reason: t('imports.reasons.asRowGet', { get: state.get(row, field.duplicateOf) ?? 0 }),
    }
  }
  if (state.has(row, flag.leftOut)) return { code: 'left_out', reason: t('imports.reasons.leftOutByHand') }
  if (name === 'conflicting') return conflict(asked)
  if (choice.isLeftOut(row)) return { code: 'left_out_by_verdict', reason: t('imports.reasons.leftOutByIts') }
  if (choice.isHeld(row)) return { code: 'held', reason: t('imports.reasons.heldForADecision') }
  return null
}

function refusal({ row, checked }: AskedRow): Reason {
  const found = problemSchema.parse(checked.store.items.problem(list, 'run', row))
  return { code: found.code, reason: `${found.title}. ${found.why}` }
}

function invalidity({ row, checked }: AskedRow): Reason {
  const odd = checked.tools().state.has(row, flag.odd) ? checked.store.odd.get(row) : undefined
  if (odd !== undefined) return { code: odd.code, reason: saidText(odd.sentence) }
  const { faults } = checked.tools().map(row).mapped
  const [first] = faults
  const said = faults.slice(0, mostSaid).map(({ sentence }) => sentence)
  const more = faults.length - said.length
  if (more > 0) said.push(t('imports.reasons.moreMoreCellsCannot', { more }))
  return { code: first?.code ?? 'invalid', reason: said.join(' ') }
}

function conflict({ row, checked, contact, own }: AskedRow): Reason {
  const found = contact === null ? null : checked.tools().conflictOf(row, contact, own)
  if (found === null) return { code: 'edited_here', reason: t('imports.reasons.editedHereSince') }
  if (found.fields === null) return { code: 'edit_waits', reason: t('imports.reasons.itsDeletionWaitsIn') }
  if (found.waiting) return { code: 'edit_waits', reason: t('imports.reasons.anEditOfIt') }
  return {
    code: 'edited_here',
    reason: editedHere(checked.now() - found.at),
  }
}

/** That a row was edited here, and how many milliseconds ago, in the shortest words. */
function editedHere(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return t('imports.reasons.editedHereJustNow')
  return minutes < 60
    ? t('imports.reasons.editedHereMinAgo', { minutes })
    : t('imports.reasons.editedHereHAgo', { hours: Math.floor(minutes / 60) })
}

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
      reason: reason?.reason ?? t('words.leftOutWord'),
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
