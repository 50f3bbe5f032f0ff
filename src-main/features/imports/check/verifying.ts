import type { VerifyEstimate } from '../../../../src-shared/bridge/imports'
import { verdictClassSchema, type Verdict } from '../../../../src-shared/bridge/verdicts'
import { RowChoice } from './choosing'
import type { CheckedRows } from './checked-rows'
import { markVerdict, verdictOfCode } from './verdict-marks'

/** What verification would cost under the rules, and what is noted already. */
export function estimate(checked: CheckedRows): Omit<VerifyEstimate, 'seconds'> {
  const { state } = checked.tools()
  const choice = new RowChoice(state, checked.store.rules)
  const byClass = Object.fromEntries(
    verdictClassSchema.options.map((name) => [name, 0]),
  ) as VerifyEstimate['byClass']
  let [unique, local, known] = [0, 0, 0]
  for (let row = 1; row <= state.rows; row += 1) {
    if (!choice.isVerified(row)) continue
    // Rows that stand have different addresses: the others of an address are duplicates.
    unique += 1
    const verdict = verdictOfCode(state.verdicts[row] ?? 0)
    if (verdict === null) continue
    byClass[verdict.class] += 1
    if (verdict.local) local += 1
    else known += 1
  }
  return { unique, local, known, calls: unique - local - known, byClass }
}

/**
 * Addresses that the rules want verified and no verdict is noted for, in the order of the file, after one of them; from
 * the beginning where that one is not in the file any more.
 */
export function unverified(checked: CheckedRows, after: string | null, limit: number): string[] {
  const tools = checked.tools()
  const { state, groups, lanes } = tools
  const choice = new RowChoice(state, checked.store.rules)
  const found: string[] = []
  let row = 1
  if (after !== null) {
    lanes.address(after)
    row = groups.standing(lanes.a, lanes.b) + 1
  }
  for (; row <= state.rows && found.length < limit; row += 1) {
    if ((state.verdicts[row] ?? 0) !== 0 || !choice.isVerified(row)) continue
    const { email } = tools.map(row).mapped
    if (email !== null) found.push(email.toLowerCase())
  }
  return found
}

/** Keeps verdicts, for every row of their addresses. */
export function noteVerdicts(checked: CheckedRows, verdicts: readonly Verdict[]): void {
  const { store } = checked
  const tools = checked.tools()
  const put = store.db.prepare('INSERT OR REPLACE INTO verdict VALUES (?, ?)')
  store.write(
    () => {
      for (const verdict of verdicts) {
        put.run(verdict.email.toLowerCase(), JSON.stringify(verdict))
        markVerdict(verdict, tools)
      }
    },
    { counts: true },
  )
}
