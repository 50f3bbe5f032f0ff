import type { ListHealth, VerdictClass } from '../../../../../src-shared/bridge/verdicts'

/** How old what is known of some contacts is. `age`: whole days; `soon`: it ceases to count within {@link soonDays}. */
export interface AgedCount {
  name: VerdictClass | 'expired'
  age: number
  soon: boolean
  contacts: number
}

/** Days within which a verdict that ends is told of. */
export const soonDays = 30

/** Where spans of age end, in days, as far as verdicts last. */
const bounds = [30, 60, 90, 180, 365]

/** The median age and what ends soon: of every class, of what is expired, and of all together. */
export function standingOf(counts: readonly AgedCount[]): ListHealth['standing'] {
  const of = (name: AgedCount['name'] | null): ListHealth['standing']['all'] => {
    const own = counts.filter((count) => name === null || count.name === name)
    return {
      medianDays: medianOf(own),
      soon: own.reduce((sum, { soon, contacts }) => sum + (soon ? contacts : 0), 0),
    }
  }
  return {
    accepts: of('accepts'),
    risky: of('risky'),
    undeliverable: of('undeliverable'),
    unknown: of('unknown'),
    expired: of('expired'),
    all: of(null),
  }
}

/** Contacts by the age of a verdict that counts, in spans of days that end where verdicts do. */
export function agesOf(counts: readonly AgedCount[], lastDays: number): ListHealth['ages'] {
  const ends = [...bounds.filter((days) => days < lastDays), lastDays]
  const ages = ends.map((until, at) => ({ from: ends[at - 1] ?? 0, until, contacts: 0 }))
  for (const { name, age, contacts } of counts) {
    if (name === 'expired') continue
    const span = ages.find(({ until }) => age < until) ?? ages.at(-1)
    if (span) span.contacts += contacts
  }
  return ages
}

function medianOf(counts: readonly AgedCount[]): number | null {
  const sorted = [...counts].sort((one, other) => one.age - other.age)
  const all = sorted.reduce((sum, { contacts }) => sum + contacts, 0)
  let passed = 0
  for (const { age, contacts } of sorted) {
    passed += contacts
    if (contacts > 0 && passed * 2 >= all) return age
  }
  return null
}
