import type { ImportRules, RowCounts, RowFilter, VerdictRule } from '../../../../src-shared/bridge/imports'
import { rowClasses, rowFilterSchema } from '../../../../src-shared/bridge/imports'
import { verdictClassSchema } from '../../../../src-shared/bridge/verdicts'
import {
  codeOfClass,
  codeOfUndo,
  flag,
  mark,
  outcomeCode,
  typoOverflow,
  undoCodes,
  type RowState,
} from './row-state'
import type { Typo } from './row-mapper'
import { isTakenIn, verdictCodes, verdictOfCode } from './verdict-marks'

const newCode = codeOfClass('new')
const changed = codeOfClass('changed')
const unchanged = codeOfClass('unchanged')
const conflicting = codeOfClass('conflicting')

/** Which rows are shown, and which a run writes: looks at the arrays of the state only. */
export class RowChoice {
  private readonly byVerdict: VerdictRule[]

  constructor(
    private readonly state: RowState,
    private readonly rules: ImportRules,
  ) {
    this.byVerdict = Array.from({ length: verdictCodes }, (_, code) => {
      const verdict = verdictOfCode(code)
      const rule = verdict === null ? 'import' : rules.byVerdict[verdict.class]
      return isTakenIn(code) && (rule === 'hold' || rule === 'leaveOut') ? 'import' : rule
    })
  }

  /** Whether the rules ask for a verdict about a row: of those that would be written, the new ones or all. */
  isVerified(row: number): boolean {
    const { verify } = this.rules
    if (verify === 'none' || !this.isWanted(row)) return false
    return verify === 'all' || this.state.classes[row] === newCode
  }

  verdictRule(row: number): VerdictRule {
    const code = this.state.verdicts[row] ?? 0
    if (code === 0 || this.rules.verify === 'none') return 'import'
    if (this.rules.verify === 'new' && this.state.classes[row] !== newCode) return 'import'
    return this.byVerdict[code] ?? 'import'
  }

  isLeftOut(row: number): boolean {
    return this.state.has(row, flag.leftOut) || this.verdictRule(row) === 'leaveOut'
  }

  isHeld(row: number): boolean {
    return !this.state.has(row, flag.leftOut) && this.verdictRule(row) === 'hold'
  }

  /** Whether a row would subscribe somebody again who unsubscribed, and does not. */
  staysUnsubscribed(row: number): boolean {
    return this.state.has(row, flag.stays) && !this.state.has(row, flag.leftOut)
  }

  /** Whether something is to be known of an address that may be written. */
  private isMarked(row: number, bit: number): boolean {
    return ((this.state.marks[row] ?? 0) & bit) !== 0
  }

  /** Whether its class is one that is written, and nobody left it out by hand. */
  private isWanted(row: number): boolean {
    const { state } = this
    const found = state.classes[row]
    const writable =
      found === newCode || found === changed || (found === conflicting && this.rules.writeConflicting)
    return writable && !state.has(row, flag.leftOut)
  }

  /** Whether a run would write a row that it has not met yet. */
  isWritten(row: number): boolean {
    if (!this.isWanted(row)) return false
    const rule = this.verdictRule(row)
    return rule === 'import' || rule === 'importUnsubscribed'
  }

  /** Whether a run has a row still to write. */
  isToWrite(row: number): boolean {
    const outcome = this.state.outcomes[row]
    return (outcome === outcomeCode.none || outcome === outcomeCode.inFlight) && this.isWritten(row)
  }

  /** Whether a list shows a row. */
  shows(filter: RowFilter): (row: number) => boolean {
    const { classes, repaired, outcomes, undone } = this.state
    if (filter === 'all') return () => true
    if (filter === 'allButUnchanged') return (row) => classes[row] !== unchanged
    if (filter === 'repaired') return (row) => repaired[row] !== 0
    if (filter === 'leftOut') return (row) => this.isLeftOut(row)
    if (filter === 'held') return (row) => this.isHeld(row)
    if (filter === 'failed') return (row) => outcomes[row] === outcomeCode.failed
    if (filter === 'written') {
      return (row) => outcomes[row] === outcomeCode.created || outcomes[row] === outcomeCode.changed
    }
    if (filter === 'role') return (row) => this.isMarked(row, mark.role)
    if (filter === 'doubtfulLetters') return (row) => this.isMarked(row, mark.doubtfulLetters)
    if (filter === 'stayUnsubscribed') return (row) => this.staysUnsubscribed(row)
    if (filter === 'reversed' || filter === 'kept' || filter === 'notReversed') {
      const undo = codeOfUndo(filter === 'notReversed' ? 'failed' : filter)
      return (row) => undone[row] === undo
    }
    const code = codeOfClass(filter)
    return (row) => classes[row] === code
  }

  /** How many rows there are of each kind. */
  counts(typos: readonly Typo[]): RowCounts {
    const { state } = this
    const rows = noneOf(rowFilterSchema.options)
    const byClass = new Uint32Array(rowClasses.length)
    const verdicts = noneOf(verdictClassSchema.options)
    const byTypo = new Uint32Array(typoOverflow + 1)
    const counted = { ...nothing }
    for (let row = 1; row <= state.rows; row += 1) {
      const code = state.classes[row] ?? 0
      byClass[code] = (byClass[code] ?? 0) + 1
      const typo = state.typos[row] ?? 0
      if (typo !== 0) byTypo[typo] = (byTypo[typo] ?? 0) + 1
      const repaired = state.repaired[row] ?? 0
      if (repaired !== 0) rows.repaired += 1
      counted.byHand += repaired
      counted.trimmed += state.trimmed[row] ?? 0
      const flags = state.flags[row] ?? 0
      if ((flags & flag.lowered) !== 0) counted.lowered += 1
      if (this.staysUnsubscribed(row)) counted.stayUnsubscribed += 1
      const verdict = this.isVerified(row) ? verdictOfCode(state.verdicts[row] ?? 0) : null
      if (verdict !== null) verdicts[verdict.class] += 1
      if (this.isMarked(row, mark.role)) rows.role += 1
      if (this.isMarked(row, mark.doubtfulLetters)) rows.doubtfulLetters += 1
      if (this.isLeftOut(row)) rows.leftOut += 1
      else if (this.isHeld(row)) rows.held += 1
      const outcome = state.outcomes[row] ?? 0
      if (outcome === outcomeCode.failed) rows.failed += 1
      else if (outcome === outcomeCode.created || outcome === outcomeCode.changed) rows.written += 1
      else if (this.isToWrite(row)) counted.toWrite += 1
    }
    rowClasses.forEach((name, code) => {
      rows[name] = byClass[code] ?? 0
    })
    for (const code of state.undone) {
      const undo = undoCodes[code] ?? null
      if (undo !== null) rows[undo === 'failed' ? 'notReversed' : undo] += 1
    }
    rows.stayUnsubscribed = counted.stayUnsubscribed
    rows.all = state.rows
    rows.allButUnchanged = state.rows - rows.unchanged
    const listed = typos
      .map(({ from, to }, place) => ({ from, to, count: byTypo[place + 1] ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || (a.from < b.from ? -1 : 1))
    const typoCount = listed.reduce((sum, { count }) => sum + count, byTypo[typoOverflow] ?? 0)
    return { rows, ...counted, typos: listed.slice(0, 1000), typoCount, verdicts }
  }
}

const nothing = { toWrite: 0, stayUnsubscribed: 0, trimmed: 0, lowered: 0, byHand: 0 }

/** None of each. */
export function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}

/** Counts of rows that were not checked: only how many there are. */
export function unchecked(all: number): RowCounts {
  const rows = { ...noneOf(rowFilterSchema.options), all }
  return { rows, ...nothing, typos: [], typoCount: 0, verdicts: noneOf(verdictClassSchema.options) }
}
