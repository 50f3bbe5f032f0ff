import { type TakenAddresses, localPart, privateDomain, roleName, throwaway } from './addresses'
import { pickCompany } from './companies'
import type { Culture } from './culture'
import { cultures } from './cultures'
import type { Random } from './random'

/** Who a contact is, before anything happened to them. */
export interface Person {
  email: string
  culture: Culture
  city: string
  /** Absent for desks and throwaway addresses. */
  name?: { first: string; full: string }
  company?: string
  /** Whether mail to the address arrives: not at a misspelt domain, and rarely at one made to be thrown away. */
  reachable: boolean
}

/** Invents a person with an address nobody has yet. */
export function inventPerson(random: Random, taken: TakenAddresses): Person {
  const culture = cultures.pick(random)
  const city = random.pick(culture.cities)
  const kind = random.next()
  if (kind < 0.007)
    return { email: free(taken, throwaway(random)), culture, city, reachable: random.chance(0.2) }
  const company = random.chance(0.36) ? pickCompany(random, culture) : undefined
  if (company && random.chance(0.14)) {
    const email = free(taken, `${roleName(random)}@${company.domain}`)
    return { email, culture, city, company: company.name, reachable: true }
  }
  const given = random.pick(culture.given)
  const picked = random.pick(culture.family)
  const family = (given.feminine && picked.withFeminine) || picked
  const parts = [given.written, family.written]
  if (culture.order === 'family-first') parts.reverse()
  const host = company ? { domain: company.domain, misspelt: false } : privateDomain(random, culture)
  const tag = kind > 0.99 ? '+harbour' : ''
  return {
    email: free(taken, `${localPart(random, given, family)}${tag}@${host.domain}`),
    culture,
    city,
    name: { first: given.written, full: parts.join(culture.space) },
    company: company?.name,
    // A mailbox may also be gone or full.
    reachable: !host.misspelt && !random.chance(0.012),
  }
}

/** The address itself, or with the first number that makes it nobody else's, as providers suggest. */
function free(taken: TakenAddresses, address: string): string {
  if (taken.take(address)) return address
  const at = address.indexOf('@')
  // Steps that grow keep this short where hundreds share a name.
  for (let number = 2, step = 1; ; number += step, step++) {
    const other = address.slice(0, at) + number + address.slice(at)
    if (taken.take(other)) return other
  }
}
