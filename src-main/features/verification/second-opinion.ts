import { readMailAddress } from '../../../src-shared/address/mail-address'
import type { MailDomains } from '../../core/dns/mail-domains'
import type { Observed, Sign } from './store/ledger/classes'

/** What was seen of an address, and how it was probably meant. */
interface Opinion {
  observed: Observed[]
  suggestion: string | null
}

/** Signs that say that nobody can be reached at a domain. */
const dead: readonly Sign[] = ['noDomain', 'noMailServer']

/**
 * What is left of what was seen once our own DNS was asked about the domains in it. A domain that takes mail is neither gone
 * nor misspelt; a suggestion whose own domain takes no mail is none. Where DNS does not answer, all stays as it was.
 */
export async function secondOpinion(
  email: string,
  { observed, suggestion }: Opinion,
  mailDomains: MailDomains,
): Promise<Opinion> {
  const { domain } = readMailAddress(email)
  const isDoubted = observed.some(({ sign }) => dead.includes(sign) || sign === 'typo')
  const meant = suggestion === null ? null : readMailAddress(suggestion).domain
  if (domain === null || (!isDoubted && (meant === null || meant === domain))) return { observed, suggestion }
  if ((await mailDomains.takesMail(domain)) === 'yes') {
    return {
      observed: observed
        .filter(({ sign }) => sign !== 'typo')
        .map((seen) => (dead.includes(seen.sign) ? { sign: 'disputed' } : seen)),
      suggestion: meant === domain ? suggestion : null,
    }
  }
  const isUseless = meant !== null && (await mailDomains.takesMail(meant)) === 'no'
  return { observed, suggestion: isUseless ? null : suggestion }
}
