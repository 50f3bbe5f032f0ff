import type { ContactRow } from '../../../src-shared/bridge/contacts'
import { dateOf } from '../../components/form/value-type'
import { formatDay, formatNumber, missing } from '../../format'

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
