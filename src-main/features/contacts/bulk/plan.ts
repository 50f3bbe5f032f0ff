import { tell } from '../../../../src-shared/messages/told'
import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import { reservedDataKeys, type UpdateContactRequest } from '../../../../src-shared/interface/contact'
import { sameValue } from '../../../../src-shared/same-value'
import { problem } from '../../../core/problems'

/** What an action means for one contact. `before` and `after` are what a person is shown; null: no value. */
type ContactPlan =
  { kind: 'already' } | { kind: 'protected' } | { kind: 'change'; before: unknown; after: unknown }

/** What becomes of a contact as the copy holds it. Members of a segment are not known here: everybody is to be added. */
export function planFor(action: BulkAction, row: Pick<ContactRow, 'subscribed' | 'data'>): ContactPlan {
  switch (action.kind) {
    case 'subscribe':
      if (row.subscribed) return { kind: 'already' }
      return action.again ? { kind: 'change', before: false, after: true } : { kind: 'protected' }
    case 'unsubscribe':
      return row.subscribed ? { kind: 'change', before: true, after: false } : { kind: 'already' }
    case 'set':
      return change(valueOf(row, action.key), action.value)
    case 'remove':
      return change(valueOf(row, action.key), null)
    case 'list': {
      const before = valueOf(row, action.key)
      if (before !== null && !Array.isArray(before)) return { kind: 'protected' }
      return change(before, listAfter(before, action))
    }
    case 'delete':
    case 'addTo':
      return { kind: 'change', before: null, after: null }
  }
}

/** Whether a contact has a value that nobody named, and that an action takes away or puts another in place of. */
export function losesValue({ kind }: BulkAction, plan: ContactPlan): boolean {
  return (kind === 'set' || kind === 'remove') && plan.kind === 'change' && plan.before !== null
}

/** The body of PATCH /contacts/:id for an action; null where it is none. `before`: what the contact held. */
export function patchOf(
  action: BulkAction,
  before: Pick<ContactRow, 'data'> | null,
): UpdateContactRequest | null {
  switch (action.kind) {
    case 'subscribe':
      return { subscribed: true }
    case 'unsubscribe':
      return { subscribed: false }
    case 'set':
      return { data: { [action.key]: action.value } }
    case 'remove':
      return { data: { [action.key]: null } }
    case 'list':
      return { data: { [action.key]: listAfter(before && valueOf(before, action.key), action) } }
    default:
      return null
  }
}

/** Of a contact, what an action will write over: what is needed to take it back. */
export function heldBefore(
  action: BulkAction,
  { subscribed, data }: Pick<ContactRow, 'subscribed' | 'data'>,
) {
  const key = 'key' in action ? action.key : null
  return { subscribed, data: key !== null && Object.hasOwn(data, key) ? { [key]: data[key] } : {} }
}

/** What a contact holds of what an action is about; null: nothing. */
export function heldValue(action: BulkAction, row: Pick<ContactRow, 'subscribed' | 'data'>): unknown {
  if (action.kind === 'subscribe' || action.kind === 'unsubscribe') return row.subscribed
  return 'key' in action ? valueOf(row, action.key) : null
}

/** Throws `input_invalid` where the service would drop what is to be written without a word. */
export function refuseAction(action: BulkAction): void {
  if (!('key' in action)) return
  if (reservedDataKeys.includes(action.key)) {
    throw problem('input_invalid', {
      title: tell('contacts.plan.thisKeyCannotBe'),
      why: tell('contacts.plan.theServiceKeepsKey', { key: action.key }),
      action: tell('contacts.plan.chooseAnotherKey'),
    })
  }
  const values = action.kind === 'set' ? [action.value] : action.kind === 'list' ? action.values : []
  if (values.some((value) => value === null || value === undefined || value === '')) {
    throw problem('input_invalid', {
      title: tell('words.noValue'),
      why: tell('contacts.plan.theServiceSkipsEmpty'),
      action: tell('contacts.plan.enterAValueOr'),
    })
  }
}

/** Whether what an action does can be taken back at all. */
export function canTakeBack(action: BulkAction): boolean {
  return action.kind !== 'delete'
}

function valueOf({ data }: Pick<ContactRow, 'data'>, key: string): unknown {
  return Object.hasOwn(data, key) ? (data[key] ?? null) : null
}

/** What becomes of a list; null: there is none, and nothing to put into one. */
function listAfter(before: unknown, { how, values }: Extract<BulkAction, { kind: 'list' }>): unknown {
  const held: unknown[] = before === null ? [] : Array.isArray(before) ? before : [before]
  const isIn = (list: readonly unknown[], value: unknown) => list.some((one) => sameValue(one, value))
  const lacking = values.filter((value, at) => !isIn([...held, ...values.slice(0, at)], value))
  if (how === 'add') return lacking.length === 0 ? before : [...held, ...lacking]
  const left = held.filter((one) => !isIn(values, one))
  return left.length === held.length ? before : left
}

function change(before: unknown, after: unknown): ContactPlan {
  return sameValue(before, after) ? { kind: 'already' } : { kind: 'change', before, after }
}
