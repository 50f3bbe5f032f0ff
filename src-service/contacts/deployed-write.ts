import { plain } from '../http/deployed/refusals'
import type { ContactChange, Contacts } from '../store/contacts'

/** An address as deployed services keep it: trimmed, in lower case (deployed.md section 2, "Contact data merge"). */
export function keptAddress(email: string): string {
  return email.trim().toLowerCase()
}

/** What is written of a contact; null and undefined leave what is there. */
export interface ContactWrite {
  subscribed?: boolean | null
  data?: Record<string, unknown> | null
}

/** @throws ServiceFailure the plain 400 for data whose `locale` is neither a text nor null. */
export function requireTextLocale(data: Record<string, unknown>): void {
  const { locale } = data
  if (locale !== undefined && locale !== null && typeof locale !== 'string') {
    throw plain(400, 'locale must be a string')
  }
}

/**
 * Creates or changes the contact of an address as every route of deployed services does; a new one is subscribed as
 * `whenNew` says unless `written` does.
 * @throws ServiceFailure the plain 400 for a locale that is no text.
 */
export async function upsertContact(
  contacts: Contacts,
  email: string,
  written: ContactWrite,
  whenNew: boolean,
) {
  const address = keptAddress(email)
  if (written.data) requireTextLocale(written.data)
  const change: ContactChange = {
    data: written.data ?? undefined,
    subscribed: written.subscribed ?? undefined,
  }
  return contacts.upsert(address, change, whenNew)
}
