import { t } from '../../../src-shared/messages/message'
import { looksLikeAddress } from '../../../src-shared/address/parts'
import type { Problem } from '../../../src-shared/problem'

/** Where the sentences about fields belong that the service sent with its refusal. */
interface FieldFaults {
  email: string | null
  /** By key of `data`. */
  data: Record<string, string>
  /** Of fields that the form does not have. */
  other: string[]
}

/** Sorts the service's field errors to the fields of the form (interface.md section 7). */
export function fieldFaults(problem: Problem | null): FieldFaults {
  const faults: FieldFaults = { email: null, data: {}, other: [] }
  for (const { field, message } of problem?.fields ?? []) {
    if (field === 'email') faults.email = message
    else if (field.startsWith('data.')) faults.data[field.slice('data.'.length)] = message
    else faults.other.push(`${field}: ${message}`)
  }
  return faults
}

/** Why an address cannot be one; null where it may be. The service judges the rest. */
export function addressFault(text: string): string | null {
  const address = text.trim()
  if (address === '') return t('contacts.addContact.enterAnAddress')
  return looksLikeAddress(address) ? null : t('contacts.addContact.anAddressHasOne')
}
