import type { ContactRow } from '../../src-shared/bridge/contacts'

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** A contact's name, where its data has one: `name`, or `firstName` and `lastName`; else null. */
export function contactName(row: Pick<ContactRow, 'data'>): string | null {
  const { name, firstName, lastName } = row.data
  const whole = text(name) || [text(firstName), text(lastName)].filter((part) => part !== '').join(' ')
  return whole === '' ? null : whole
}
