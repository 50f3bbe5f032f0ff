import type { ContactFilter } from '../../../src-shared/bridge/contacts'
import { verdictOf } from './filter-words'

/** The filters that a link to contacts by verdict means; none where it names no class. */
export function verdictFilters(said: string, subscribed: boolean): ContactFilter[] {
  const verdict = verdictOf(said)
  if (verdict === null) return []
  return [
    { field: 'verdict', operator: 'anyOf', values: [verdict] },
    ...(subscribed ? [{ field: 'subscribed' as const, operator: 'anyOf' as const, values: [true] }] : []),
  ]
}
