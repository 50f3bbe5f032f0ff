import { plainText } from '../../../src-shared/interface/exact-number'
import type { OutboxEntry } from '../../../src-shared/bridge/outbox'
import type { UpdateContactRequest } from '../../../src-shared/interface/contact'
import { fieldsOfChange } from './fields'

const longestValue = 40

/** A change in words: "Set plan to pro", "Unsubscribe, remove company". */
export function summaryOfChange(change: UpdateContactRequest): string {
  const parts = Object.entries(fieldsOfChange(change)).map(([field, value]) => partOf(field, value))
  const text = parts.length === 0 ? 'change nothing' : parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function partOf(field: string, value: unknown): string {
  if (field === 'subscribed') return value === true ? 'subscribe' : 'unsubscribe'
  const name = field.replace(/^data\./, '')
  if (value === null || value === undefined) return `remove ${name}`
  const text = plainText(value)
  return `set ${name} to ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`
}

/** The title of a write in the activity log: "Update anna@example.com". */
export function titleOf({ kind, email, summary }: OutboxEntry): string {
  if (kind === 'contact.update') return `Update ${email}`
  if (kind === 'contact.delete') return `Delete ${email}`
  return `${summary} for ${email}`
}
