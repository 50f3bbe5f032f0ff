import { stepInto } from '../../../contacts/store'
import { digitsOf } from '../../../../../src-shared/interface/exact-number'
import { pathsOf } from '../../../../../src-shared/interface/filter-values'

/** What a condition may ask of a contact. */
export interface ContactFacts {
  id: string
  email: string
  subscribed: boolean
  /** The text that the service sends; null where it sent none. */
  createdAt: string | null
  updatedAt: string | null
  data: Readonly<Record<string, unknown>>
}

/** A value that operators compare. */
export type FactValue = string | number | boolean

/** Whether a field holds anything but null (filter.ts, "What a field is"). */
export function isPresent(facts: ContactFacts, field: string): boolean {
  const found = fieldOf(facts, field)
  return found !== undefined && found !== null
}

/** The values of a field: one, those of a list's elements, or none (filter.ts, "Its values"). */
export function valuesOf(facts: ContactFacts, field: string): FactValue[] {
  const found = fieldOf(facts, field)
  return (Array.isArray(found) ? found : [found]).filter(isValue).map(compared)
}

/** A number that is kept exactly compares as the nearest that JavaScript has. */
export function compared<T>(value: T): T | number {
  const digits = digitsOf(value)
  return digits === null ? value : Number(digits)
}

function isValue(found: unknown): found is FactValue {
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
}

function fieldOf(facts: ContactFacts, field: string): unknown {
  if (field === 'email' || field === 'subscribed') return facts[field]
  if (field === 'createdAt' || field === 'updatedAt') return facts[field]
  for (const path of pathsOf(field)) {
    const found = path.reduce(stepInto, facts.data)
    if (found !== undefined && found !== null) return found
  }
  return undefined
}
