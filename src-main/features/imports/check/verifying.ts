import { saidText } from '../../../../src-shared/messages/told'
import { t } from '../../../../src-shared/messages/message'
import type { ReasonCount, VerifyEstimate } from '../../../../src-shared/bridge/imports'
import { verdictClassSchema, type Verdict } from '../../../../src-shared/bridge/verdicts'
import { defaultRules } from '../../verification/store'
import { noneOf, RowChoice } from './choosing'
import type { Pace } from './pace'
import type { NotedReasons, RowState } from './row-state'
import type { CheckedRows } from './checked-rows'
import { markVerdict, verdictCodes, verdictOfCode } from './verdict-marks'

/** What verification would cost under the rules, and what is noted already. */
export function estimate(checked: CheckedRows): Omit<VerifyEstimate, 'seconds'> {
  const { state } = checked.tools()
  const choice = new RowChoice(state, checked.store.rules)
  const byClass = noneOf(verdictClassSchema.options)
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

/** So many verdicts are read at a time. */
const pageSize = 500

/** So many reasons are told apart; what comes after them is counted together. */
const mostReasons = 250

/** A list shows so many, the most frequent. */
const mostShown = 50

/** The titles of signs by what is kept of them; said in the language that is spoken. */
const titles = {
  get: (kept: string) => Object.values(defaultRules).find(({ sentence }) => sentence === kept)?.title,
}

/**
 * The weightiest reason of the verdict on each row, a byte a row: read from the file when it is first asked for, and kept
 * up with every verdict from then on. Not saved.
 */
class RowReasons implements NotedReasons {
  /** Whether every verdict of the file was looked at. */
  whole = false
  private readonly marks: Uint8Array
  private readonly list: string[] = []
  private readonly places = new Map<string, number>()

  constructor(state: RowState) {
    this.marks = new Uint8Array(state.rows + 1)
  }

  note(row: number, reason: string | null): void {
    this.marks[row] = reason === null ? 0 : this.placeOf(reason)
  }

  private placeOf(reason: string): number {
    const known = this.places.get(reason)
    if (known !== undefined) return known
    if (this.list.length >= mostReasons) return mostReasons + 1
    this.list.push(reason)
    this.places.set(reason, this.list.length)
    return this.list.length
  }

  /** How many rows there are of each class and reason among those that `counts`. */
  count(state: RowState, counts: (row: number) => boolean): ReasonCount[] {
    const width = mostReasons + 2
    const found = new Uint32Array(verdictCodes * width)
    for (let row = 1; row <= state.rows; row += 1) {
      const code = state.verdicts[row] ?? 0
      if (code === 0 || !counts(row)) continue
      const place = code * width + (this.marks[row] ?? 0)
      found[place] = (found[place] ?? 0) + 1
    }
    const byName = new Map<string, ReasonCount>()
    found.forEach((count, place) => {
      const verdict = verdictOfCode(Math.floor(place / width))
      if (count === 0 || verdict === null) return
      const reason = this.list[(place % width) - 1]
      const title =
        reason === undefined ? t('imports.verifying.otherReasons') : (titles.get(reason) ?? saidText(reason))
      const key = `${verdict.class} ${title}`
      const before = byName.get(key)?.count ?? 0
      byName.set(key, { title, class: verdict.class, count: before + count })
    })
    return [...byName.values()].sort((a, b) => b.count - a.count || (a.title < b.title ? -1 : 1))
  }
}

/** Why rows that the rules want verified have the class they have: the weightiest reason of each, the most frequent first. */
export async function reasons(checked: CheckedRows, pace: Pace): Promise<ReasonCount[]> {
  const { state } = checked.tools()
  const known = reasonsOf(state)
  if (!known.whole) await look(checked, known, pace)
  const choice = new RowChoice(state, checked.store.rules)
  return known.count(state, (row) => choice.isVerified(row)).slice(0, mostShown)
}

function reasonsOf(state: RowState): RowReasons {
  const { reasons } = state
  if (reasons instanceof RowReasons) return reasons
  const made = new RowReasons(state)
  state.reasons = made
  return made
}

/** Reads the reasons of all verdicts that are noted; what is noted meanwhile is taken in as it comes. */
async function look(checked: CheckedRows, found: RowReasons, pace: Pace): Promise<void> {
  const { lanes, groups } = checked.tools()
  const page = checked.store.db
    .prepare<[string, number], [string, string]>(
      `SELECT email, json ->> '$.reasons[0]' FROM verdict WHERE email > ? ORDER BY email LIMIT ?`,
    )
    .raw()
  let after = ''
  for (;;) {
    const rows = page.all(after, pageSize)
    for (const [email, reason] of rows) {
      lanes.address(email)
      for (const row of groups.members(lanes.a, lanes.b)) found.note(row, reason)
      after = email
    }
    if (rows.length < pageSize) break
    await pace.step({ what: 'checking', done: 0, total: 0 })
  }
  found.whole = true
}
