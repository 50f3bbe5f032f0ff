import type { Database } from 'better-sqlite3'
import { verdictClassSchema, verdictSchema, type Verdict } from '../../../../src-shared/bridge/verdicts'
import { flag } from './row-state'
import type { RowTools } from './tools'

const classes = verdictClassSchema.options

/** Told without asking the service. */
const localBit = 8

/** A person said that the row is written though the rule of its class leaves it out or holds it. */
const takenInBit = 16

/** So many verdicts are read at a time. */
const pageSize = 500

/** How many bytes mean something. */
export const verdictCodes = 32

/** A verdict as a byte of the state: 1 + its class's place, and a bit where it was told without asking. */
function codeOfVerdict(verdict: Pick<Verdict, 'class' | 'source'>): number {
  return classes.indexOf(verdict.class) + 1 + (verdict.source === 'local' ? localBit : 0)
}

/** The class of a byte of the state; null where no verdict is noted. */
export function verdictOfCode(code: number): { class: Verdict['class']; local: boolean } | null {
  const found = classes[(code & ~localBit & ~takenInBit) - 1]
  return found === undefined ? null : { class: found, local: (code & localBit) !== 0 }
}

/** Whether a person took a row in against the rule of its verdict. */
export function isTakenIn(code: number): boolean {
  return (code & takenInBit) !== 0
}

/** The byte of a verdict, with or without a person's word. Without a verdict there is nothing to decide. */
export function withWord(code: number, takenIn: boolean): number {
  return verdictOfCode(code) !== null && takenIn ? code | takenInBit : code & ~takenInBit
}

/** The byte of a newer verdict: a person's word was about the class, and goes with it. */
export function renewed(before: number, now: number): number {
  const same = verdictOfCode(before)?.class === verdictOfCode(now)?.class
  return withWord(now, same && isTakenIn(before))
}

/** The verdict that is noted for an address. */
export function noted(db: Database, email: string): Verdict | null {
  const json = db
    .prepare<[string], string>('SELECT json FROM verdict WHERE email = ?')
    .pluck()
    .get(email.toLowerCase())
  return json === undefined ? null : verdictSchema.parse(JSON.parse(json))
}

/** The verdicts that are noted, in the order of their addresses, after one of these; null: from the first. */
export function notedAfter(db: Database, after: string | null, limit: number): Verdict[] {
  return db
    .prepare<[string, number], string>('SELECT json FROM verdict WHERE email > ? ORDER BY email LIMIT ?')
    .pluck()
    .all(after ?? '', limit)
    .map((json) => verdictSchema.parse(JSON.parse(json)))
}

/** Marks every row of a verdict's address. Answers how many. */
export function markVerdict(verdict: Verdict, { lanes, groups, state }: RowTools): number {
  lanes.address(verdict.email)
  const members = groups.members(lanes.a, lanes.b)
  for (const row of members) {
    state.verdicts[row] = renewed(state.verdicts[row] ?? 0, codeOfVerdict(verdict))
    state.reasons?.note(row, verdict.reasons[0] ?? null)
    state.touch(row)
  }
  return members.length
}

/** Marks all rows by the verdicts that are noted. */
export async function markVerdicts(db: Database, tools: RowTools, step: () => Promise<void>): Promise<void> {
  for (let after: string | null = null; ;) {
    const verdicts = notedAfter(db, after, pageSize)
    for (const verdict of verdicts) markVerdict(verdict, tools)
    if (verdicts.length < pageSize) return
    after = verdicts.at(-1)?.email.toLowerCase() ?? null
    await step()
  }
}

/** Marks a row whose address was changed. */
export function markRow(db: Database, row: number, email: string | null, tools: RowTools): void {
  const { state } = tools
  const verdict = email === null || !state.has(row, flag.addressed) ? null : noted(db, email)
  state.reasons?.note(row, verdict?.reasons[0] ?? null)
  state.verdicts[row] = verdict === null ? 0 : renewed(state.verdicts[row] ?? 0, codeOfVerdict(verdict))
}
