import type { LocationQuery } from 'vue-router'
import type { ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
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

/** The people of an import that a link names; undefined where it names none. */
export function importedPeople(query: LocationQuery): ContactQuery['of'] {
  const { import: importId, name } = query
  if (typeof importId !== 'string' || !/^\d{1,16}$/.test(importId)) return undefined
  return { importId: Number(importId), name: typeof name === 'string' ? name.slice(0, 1000) : 'an import' }
}
