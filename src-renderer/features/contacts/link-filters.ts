import { t } from '../../../src-shared/messages/message'
import type { LocationQuery } from 'vue-router'
import type { ContactFilter, ContactQuery } from '../../../src-shared/bridge/contacts'
import { expiredVerdict } from '../../../src-shared/bridge/verdicts'
import { parseField } from '../../lists/grid/field-words'
import { verdictOf } from '../../lists/grid/filter-words'

/** The filters that a link to contacts by verdict means. */
export function verdictFilters(said: string, subscribed: boolean): ContactFilter[] {
  const verdict = said === 'expired' ? expiredVerdict : verdictOf(said)
  if (verdict === null && said !== 'never') return []
  return [
    { field: 'verdict', operator: 'anyOf', values: [verdict] },
    ...(subscribed ? [{ field: 'subscribed' as const, operator: 'anyOf' as const, values: [true] }] : []),
  ]
}

/** The filter of those who have a value under a key of their data: of a list any of its entries, of none those without. */
export function valueFilter(key: string, value: unknown): unknown {
  const field = `data.${key}`
  if (value === null || value === '' || value === undefined) return { field, operator: 'notExists' }
  return Array.isArray(value)
    ? { field, operator: 'anyOf', values: value }
    : { field, operator: 'equals', value }
}

/** The filter that a link to contacts by a value, or by when they were created, means; undefined where it names none. */
export function fieldFilters({ field, is, from, to }: LocationQuery): ContactFilter[] | undefined {
  const span = [Number(from), Number(to)]
  if (from !== undefined && span.every(Number.isSafeInteger))
    return [{ field: 'createdAt', operator: 'between', from: span[0] ?? 0, to: span[1] ?? 0 }]
  const of = typeof field === 'string' ? parseField(field) : null
  if (of === null || typeof is !== 'string') return undefined
  return [{ field: of, operator: 'anyOf', values: [is] }]
}

/** The people of an import that a link names; undefined where it names none. */
export function importedPeople(query: LocationQuery): ContactQuery['of'] {
  const { import: importId, name } = query
  if (typeof importId !== 'string' || !/^\d{1,16}$/.test(importId)) return undefined
  return {
    importId: Number(importId),
    name: typeof name === 'string' ? name.slice(0, 1000) : t('contacts.linkFilters.anImport'),
  }
}
