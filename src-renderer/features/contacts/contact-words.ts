import { t } from '../../../src-shared/messages/message'
import type { ContactRow } from '../../../src-shared/bridge/contacts'

const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** What a contact calls itself in `data`; null where nothing there is a name. */
export function contactName(contact: Pick<ContactRow, 'data'>): string | null {
  const { data } = contact
  const whole = text(data.name) ?? text(data.fullName)
  if (whole) return whole
  const parts = [text(data.firstName), text(data.lastName)].filter((part) => part !== null)
  return parts.length > 0 ? parts.join(' ') : null
}

/** Whether a text says enough of why somebody is subscribed again. */
export function isReason(said: string): boolean {
  return said.trim().length >= 3
}

/** The state of a contact's subscription, in the word of its tag. */
export function subscriptionWord(subscribed: boolean): string {
  return subscribed ? t('words.subscribed') : t('words.unsubscribed')
}
