import type { DnsRecord, DomainRow } from '../../../src-shared/bridge/domains'

/** The look of a tag or a mark (controls.css, `.tag`). */
type Tone = '' | 'info' | 'success' | 'warning' | 'danger'

/** How a domain stands at the service. */
export function domainState({ verified }: Pick<DomainRow, 'verified'>): { word: string; tone: Tone } {
  return verified ? { word: 'Verified', tone: 'success' } : { word: 'Not verified', tone: 'warning' }
}

/** What a list of domains can be narrowed to. */
export const domainStates: readonly { value: string; label: string }[] = [
  { value: '', label: 'Any state' },
  { value: 'verified', label: 'Verified' },
  { value: 'unverified', label: 'Not verified' },
]

/** A record's state as it is said. */
export const recordStates: Record<DnsRecord['state'], { word: string; tone: Tone }> = {
  published: { word: 'Published', tone: 'success' },
  missing: { word: 'Missing', tone: 'danger' },
  other: { word: 'Another value', tone: 'warning' },
  unknown: { word: 'No answer', tone: '' },
  unasked: { word: 'Not asked', tone: '' },
}

/** The records of a domain by what they are for, in the order in which they are published. */
export const recordGroups: readonly { what: DnsRecord['what']; title: string; about: string }[] = [
  {
    what: 'dkim',
    title: 'DKIM, the keys that sign mail',
    about: 'The service verifies the domain by these. Without them nothing can be sent from it.',
  },
  {
    what: 'spf',
    title: 'SPF, who may send',
    about: 'A domain has one such record. If yours has one already, change that.',
  },
  {
    what: 'dmarc',
    title: 'DMARC, what receivers do with what fails',
    about: 'Large receivers want one from everybody who sends to many.',
  },
]

/** What a domain's state and its records mean together, and what happens next. */
export function whatNext(verified: boolean, records: readonly DnsRecord[]): string {
  const keys = records.filter(({ what }) => what === 'dkim')
  const published = keys.length > 0 && keys.every(({ state }) => state === 'published')
  if (verified) {
    if (keys.some(({ state }) => state === 'missing' || state === 'other')) {
      return 'The service still counts it as verified, but its keys are not all in DNS. Publish them again, or mail stops.'
    }
    return 'Mail may be sent from its addresses, and from those of domains below it.'
  }
  if (published) {
    return 'The keys are in DNS. The service looks by itself and has not seen them yet: check again in a few minutes.'
  }
  return 'Nothing can be sent from it yet. Publish the records where your DNS is kept, then check again.'
}
