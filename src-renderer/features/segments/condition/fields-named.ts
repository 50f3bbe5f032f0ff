import type { ContactField } from '../../../../src-shared/bridge/contacts'
import type { FilterCondition } from '../../../../src-shared/interface/filter'
import { subjectOf } from './filter-parts'

/** The fields of people that a condition asks about, each once, in its order; the address stands in any list. */
export function fieldsNamed(condition: FilterCondition | null): ContactField[] {
  const named = (condition?.groups ?? []).flatMap(({ filters, conditions }): ContactField[] => [
    ...filters.flatMap(({ field, operator }): ContactField[] => {
      const subject = subjectOf(field, operator)
      if (subject === 'data') return [`data.${field.slice('data.'.length)}`]
      return subject === 'event' || subject === 'segment' || subject === 'email' ? [] : [subject]
    }),
    ...fieldsNamed(conditions ?? null),
  ])
  return [...new Set(named)]
}

/** The first event that a condition asks about; null where it asks about none. */
export function eventNamed(condition: FilterCondition | null): string | null {
  for (const { filters, conditions } of condition?.groups ?? []) {
    const own = filters.find(({ field, operator }) => subjectOf(field, operator) === 'event')
    const found = own?.field ?? eventNamed(conditions ?? null)
    if (found !== null) return found
  }
  return null
}
