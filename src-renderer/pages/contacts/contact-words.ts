import type { ContactRow, FieldType } from '../../../src-shared/bridge/contacts'
import { formatDay, formatNumber, missing } from '../../format'

const isoDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** The instant that a date in `data` stands for (dates without a time: local midnight); null where it is no ISO date. */
export function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || !isoDate.test(value)) return null
  const instant = Date.parse(value.length === 10 ? `${value}T00:00` : value)
  return Number.isNaN(instant) ? null : instant
}

/** The type of one value of `data`; null has none and counts as text. */
export function valueType(value: unknown): FieldType {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object' && value !== null) return 'object'
  return dateOf(value) === null ? 'text' : 'date'
}

/** A value of `data` in one line: nested values by their keys, dates as days. */
export function dataWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return missing
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '[ ]' : `[ ${value.map(leafWords).join(', ')} ]`
  if (typeof value === 'object') return `{ ${Object.keys(value).join(', ')} }`
  const date = dateOf(value)
  return date === null ? String(value) : formatDay(date)
}

function leafWords(value: unknown): string {
  if (Array.isArray(value)) return '[ … ]'
  return typeof value === 'object' && value !== null ? '{ … }' : String(value)
}

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** What a contact calls itself in `data`; null where nothing there is a name. */
export function contactName(contact: Pick<ContactRow, 'data'>): string | null {
  const { data } = contact
  const whole = text(data.name) ?? text(data.fullName)
  if (whole) return whole
  const parts = [text(data.firstName), text(data.lastName)].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : null
}

/** The state of a contact's subscription, in the word of its tag. */
export function subscriptionWord(subscribed: boolean): string {
  return subscribed ? 'Subscribed' : 'Unsubscribed'
}

/** Whether an instant is so near that its distance says more than its day, which beyond that would be said twice. */
export function isNear(instant: number, now: number): boolean {
  return Math.abs(now - instant) <= 30 * 86_400_000
}
