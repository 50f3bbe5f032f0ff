import { readMailAddress } from '../../src-shared/address/mail-address'
import { mailboxKind } from '../../src-shared/address/mailbox-kind'
import { meantDomain } from '../../src-shared/address/typo'
import type { Verification } from '../../src-shared/interface/verification'
import type { DnsLookups } from '../dns/dns'
import type { DomainLists } from './domain-lists'
import { type MailDomain, type MailRoute, askDomain } from './mail-domain'

/** Verifies one address. Never rejects for what the address is or the DNS does. */
export type Verify = (email: string) => Promise<Verification>

/**
 * Makes what answers POST /v1/verify (interface.md section 2). An address is valid when it breaks no rule, its domain
 * takes mail and is not disposable; the other flags are told beside it and change nothing.
 */
export function createVerify(dns: DnsLookups): Verify {
  let lists: Promise<DomainLists> | undefined
  return async (email) => {
    const { local, domain, fault } = readMailAddress(email)
    // Some tens of thousands of domains: read when the first address comes, so that the service starts at once.
    lists ??= import('./domain-lists').then(({ createDomainLists }) => createDomainLists())
    const known = await lists
    const asked = fault === null && domain !== null ? await askDomain(dns, domain) : null
    const takesMail = takes(asked?.route ?? null)
    const isDisposable = domain !== null && known.isDisposable(domain)
    const relay = domain === null ? null : known.relay(domain)
    const isPersonalEmail = domain !== null && known.isPersonal(domain)
    const meant =
      domain === null ? null : meantDomain(domain, { known: isPersonalEmail || relay !== null, takesMail })
    const { plusAddressed, role } = mailboxKind(local)
    const valid = fault === null && takesMail === true && !isDisposable
    return {
      email,
      valid,
      isDisposable,
      isAlias: relay !== null,
      isTypo: meant !== null,
      isPlusAddressed: plusAddressed,
      isPersonalEmail,
      domainExists: asked?.exists ?? false,
      hasWebsite: asked?.hasWebsite ?? false,
      hasMxRecords: asked?.hasMxRecords ?? false,
      reasons: [
        ...(fault === null ? [] : [fault]),
        ...(valid ? ['The address is well formed and its domain takes mail.'] : []),
        ...(asked ? dnsReasons(asked) : []),
        ...(isDisposable ? ['Its domain gives out addresses to be thrown away.'] : []),
        ...(meant === null ? [] : [`Its domain looks like a misspelling of ${meant}.`]),
        ...(relay === null ? [] : [`It forwards to another address (${relay}).`]),
        ...(plusAddressed ? ['It has a tag after a plus sign.'] : []),
        ...(isPersonalEmail ? ['Its domain is a provider of private mailboxes.'] : []),
        ...(role ? ['It names a role, such as a desk or a team, not a person.'] : []),
      ],
      ...(meant !== null && { suggestedEmail: `${local}@${meant}` }),
    }
  }
}

/** Whether mail can be delivered; null where that could not be asked. */
function takes(route: MailRoute): boolean | null {
  return route === null ? null : route === 'mx' || route === 'address'
}

function dnsReasons({ exists, route, answered }: MailDomain): string[] {
  if (route === null) {
    return ['The DNS could not be asked, so whether its domain takes mail is not known.']
  }
  const partly = answered ? [] : ['The DNS did not answer everything that was asked about its domain.']
  if (route === 'mx') return partly
  if (route === 'address') {
    return ['Its domain has no MX record: mail goes to the address of the domain itself.', ...partly]
  }
  if (route === 'refused') return ['Its domain says that it takes no mail.', ...partly]
  return [exists ? 'Its domain has no mail server.' : 'Its domain does not exist.', ...partly]
}
