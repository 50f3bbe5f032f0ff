import type { ImportRules } from '../../../../src-shared/bridge/imports'
import type { UpsertContactRequest } from '../../../../src-shared/interface/contact'
import { parseObject } from '../../contacts/store'
import type { PreviousContact } from '../../../jobs/taking-back'
import type { CopyContact, OwnEdit } from './copy'
import { DataScan } from './data-scan'
import type { Lanes } from './lanes'
import type { DataColumn, ColumnPlan } from './plan'
import type { RowMapper } from './row-mapper'
import { field, flag, recordWidth, type RowState } from './row-state'

/** What a row would change of a contact. */
export interface RowChange {
  /** null: nothing. */
  body: UpsertContactRequest | null
  previous: PreviousContact | null
  /** Flat names ("subscribed", "data.plan") with what the contact has now and what the row writes. */
  fields: Map<string, { before: unknown; after: unknown }>
  /** The row would subscribe a person again who unsubscribed, and the rules do not ask for that. */
  stays: boolean
}

/** What `data` has under a column's key; undefined where it has nothing of its own. */
export function held(data: Record<string, unknown>, column: DataColumn): unknown {
  if (column.inherited && !Object.hasOwn(data, column.key)) return undefined
  return data[column.key]
}

/** Whether nothing stands there: a value that is to be filled. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/**
 * What writing a row comes to, value by value: the measure that {@link comparer} must agree with.
 * @param unsubscribe The person is not to be subscribed by this, whatever the file says.
 */
export function changeOf(
  mapped: RowMapper,
  contact: CopyContact | null,
  rules: Pick<ImportRules, 'resubscribe'>,
  unsubscribe = false,
): RowChange {
  return contact === null ? creation(mapped, rules, unsubscribe) : update(mapped, contact, rules, unsubscribe)
}

/**
 * The service subscribes a new contact unless told otherwise, so `subscribed` is only said where it is no, or was asked
 * for by name: should the service know the address after all, nobody is subscribed again by a row that took them for new.
 * Where a column tells who is subscribed, an empty cell is no yes.
 */
function creation(
  mapped: RowMapper,
  rules: Pick<ImportRules, 'resubscribe'>,
  unsubscribe: boolean,
): RowChange {
  const fields: RowChange['fields'] = new Map()
  const unsaid = mapped.plan.subscribed === null ? null : false
  const subscribed = unsubscribe ? false : (mapped.subscribed ?? unsaid)
  if (subscribed !== null) fields.set('subscribed', { before: undefined, after: subscribed })
  const data: [string, unknown][] = []
  mapped.plan.data.forEach(({ key }, place) => {
    const value = mapped.value(place)
    if (value === null) return
    data.push([key, value])
    fields.set(`data.${key}`, { before: undefined, after: value })
  })
  const body: UpsertContactRequest = { email: mapped.email ?? '' }
  if (subscribed === false || (subscribed === true && rules.resubscribe)) body.subscribed = subscribed
  if (data.length > 0) body.data = Object.fromEntries(data)
  return { body, previous: null, fields, stays: false }
}

function update(
  mapped: RowMapper,
  contact: CopyContact,
  rules: Pick<ImportRules, 'resubscribe'>,
  unsubscribe: boolean,
): RowChange {
  const { plan } = mapped
  const fields: RowChange['fields'] = new Map()
  const before = parseObject(contact.data)
  const data: [string, unknown][] = []
  plan.data.forEach((column, place) => {
    const value = mapped.value(place)
    const now = held(before, column)
    if (value === null || column.rule === 'never' || value === now) return
    if (column.rule === 'fillBlanks' && !isBlank(now)) return
    data.push([column.key, value])
    fields.set(`data.${column.key}`, { before: now, after: value })
  })
  const was = contact.subscribed === 1
  const says = plan.subscribed?.rule === 'overwrite' ? mapped.subscribed : null
  const stays = says === true && !was && !rules.resubscribe
  const subscribed = says === null || stays ? was : says
  const next = unsubscribe && data.length + Number(subscribed !== was) > 0 ? false : subscribed
  if (next !== was) fields.set('subscribed', { before: was, after: next })
  if (fields.size === 0) return { body: null, previous: null, fields, stays }
  const body: UpsertContactRequest = { email: contact.email }
  if (next !== was) body.subscribed = next
  if (data.length > 0) body.data = Object.fromEntries(data)
  const previous: PreviousContact = {
    contactId: contact.id,
    subscribed: was,
    data: Object.fromEntries(
      plan.data.flatMap((column) =>
        fields.has(`data.${column.key}`) ? [[column.key, held(before, column) ?? null]] : [],
      ),
    ),
  }
  return { body, previous, fields, stays }
}

/** The edit of a person that a change would take back: of a field that it writes, with another value. null: there is none. */
export function conflictOf(change: RowChange, edits: readonly OwnEdit[]): OwnEdit | null {
  let found: OwnEdit | null = null
  for (const edit of edits) {
    const { fields } = edit
    const touches =
      fields === null ||
      [...change.fields].some(([name, { after }]) => name in fields && !sameJson(fields[name], after))
    if (touches && (found === null || edit.waiting || !found.waiting)) found = edit
  }
  return found
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** What {@link comparer} tells, as bits. */
export const changeBits = { changes: 1, stays: 2 } as const

/**
 * Tells from the hashes of a row that stands, and the values of the contact, whether writing it would change something,
 * and whether somebody stays unsubscribed by it; the contact's `data` stands between two positions of a text. Rows of wide
 * plans cannot be told so.
 */
export function comparer(
  plan: ColumnPlan,
  state: RowState,
  lanes: Lanes,
  rules: Pick<ImportRules, 'resubscribe'>,
): (row: number, subscribed: number, text: string, from: number, to: number) => number {
  const columns = plan.data.filter(({ rule }) => rule !== 'never')
  const fillers = columns.reduce((mask, { rule, bit }) => (rule === 'fillBlanks' ? mask | bit : mask), 0)
  const overwrites = plan.subscribed?.rule === 'overwrite'
  const scan = new DataScan(columns, lanes)
  const { records, flags: allFlags } = state
  return (row, subscribed, text, from, to) => {
    const at = row * recordWidth
    const filled = records[at + field.filled] ?? 0
    let result = 0
    if (filled !== 0) {
      const { a, b, held: has } = scan.read(text, from, to, filled)
      const fills = (filled & fillers & ~has) !== 0
      if (fills || a !== records[at + field.valueA] || b !== records[at + field.valueB])
        result = changeBits.changes
    }
    if (!overwrites) return result
    const flags = allFlags[row] ?? 0
    if (subscribed === 1) return (flags & flag.saysUnsubscribed) === 0 ? result : changeBits.changes
    if ((flags & flag.saysSubscribed) === 0) return result
    return rules.resubscribe ? changeBits.changes : result | changeBits.stays
  }
}
