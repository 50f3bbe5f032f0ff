import { t } from '../../../src-shared/messages/message'
import { plainText } from '../../../src-shared/interface/exact-number'
import type { OutboxEntry } from '../../../src-shared/bridge/outbox'
import type { UpdateContactRequest } from '../../../src-shared/interface/contact'
import { fieldsOfChange } from './fields'

const longestValue = 40

/** How the summary of a change begins that subscribes somebody again; why is the rest of it. */
const again = (reason = '') => t('outbox.words.subscribeAgainReason', { reason })

/** A change in words: "Set plan to pro", "Unsubscribe, remove company", "Subscribe again: asked by phone". */
export function summaryOfChange(change: UpdateContactRequest, reason?: string): string {
  if (reason !== undefined) return again(reason)
  const parts = Object.entries(fieldsOfChange(change)).map(([field, value]) => partOf(field, value))
  const text = parts.length === 0 ? t('outbox.words.changeNothing') : parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function partOf(field: string, value: unknown): string {
  if (field === 'subscribed') {
    return value === true ? t('outbox.words.subscribe') : t('outbox.words.unsubscribe')
  }
  const name = field.replace(/^data\./, '')
  if (value === null || value === undefined) return t('outbox.words.removeName', { name })
  const text = plainText(value)
  return t('outbox.words.setNameToValue', {
    name,
    value: text.length > longestValue ? `${text.slice(0, longestValue)}…` : text,
  })
}

/** The title of a write in the activity log: "Update anna@example.com". */
export function titleOf({ kind, email, summary }: OutboxEntry): string {
  if (kind === 'contact.update')
    return summary.startsWith(again())
      ? againTitle(email, summary.slice(again().length))
      : t('outbox.words.updateEmail', { email })
  if (kind === 'contact.delete') return t('outbox.words.deleteEmail', { email })
  return t('outbox.words.summaryForEmail', { summary, email })
}

/** The title of a write that subscribes somebody again: "Subscribe anna@example.com again: asked by phone". */
export function againTitle(email: string, reason: string): string {
  return t('outbox.words.subscribeEmailAgainReason', { email, reason })
}
