import type { BulkAction } from '../../../../src-shared/bridge/bulk'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import { reservedDataKeys, type UpdateContactRequest } from '../../../../src-shared/interface/contact'
import { sameValue } from '../../../../src-shared/same-value'
import { problem } from '../../../core/problems'

/** What an action means for one contact. `before` and `after` are what a person is shown; null: no value. */
export type ContactPlan =
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
    case 'delete':
    case 'addTo':
      return { kind: 'change', before: null, after: null }
  }
}

/** Whether a contact has a value that an action takes away, or puts another in place of. */
export function losesValue({ kind }: BulkAction, plan: ContactPlan): boolean {
  return (kind === 'set' || kind === 'remove') && plan.kind === 'change' && plan.before !== null
}

/** The body of PATCH /contacts/:id for an action; null where it is none. */
export function patchOf(action: BulkAction): UpdateContactRequest | null {
  switch (action.kind) {
    case 'subscribe':
      return { subscribed: true }
    case 'unsubscribe':
      return { subscribed: false }
    case 'set':
      return { data: { [action.key]: action.value } }
    case 'remove':
      return { data: { [action.key]: null } }
    default:
      return null
  }
}

/** Of a contact, what an action will write over: what is needed to take it back. */
export function heldBefore(
  action: BulkAction,
  { subscribed, data }: Pick<ContactRow, 'subscribed' | 'data'>,
) {
  const key = action.kind === 'set' || action.kind === 'remove' ? action.key : null
  return { subscribed, data: key !== null && Object.hasOwn(data, key) ? { [key]: data[key] } : {} }
}

/** Throws `input_invalid` where the service would drop what is to be written without a word. */
export function refuseAction(action: BulkAction): void {
  if (action.kind !== 'set' && action.kind !== 'remove') return
  if (reservedDataKeys.includes(action.key)) {
    throw problem('input_invalid', {
      title: 'This key cannot be used',
      why: `The service keeps ${action.key} for itself and drops it from data.`,
      action: 'Choose another key.',
    })
  }
  if (action.kind === 'set' && (action.value === null || action.value === undefined || action.value === '')) {
    throw problem('input_invalid', {
      title: 'There is no value',
      why: 'The service skips empty text, and removes a key that is set to nothing.',
      action: 'Enter a value, or remove the key.',
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

function change(before: unknown, after: unknown): ContactPlan {
  return sameValue(before, after) ? { kind: 'already' } : { kind: 'change', before, after }
}
