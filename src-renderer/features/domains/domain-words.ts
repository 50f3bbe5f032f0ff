import { t } from '../../../src-shared/messages/message'
import type { DnsRecord, DomainRow } from '../../../src-shared/bridge/domains'

/** The look of a tag or a mark (controls.css, `.tag`). */
type DomainTone = '' | 'info' | 'success' | 'warning' | 'danger'

/** How a domain stands at the service. */
export function domainState({ verified }: Pick<DomainRow, 'verified'>): { word: string; tone: DomainTone } {
  return verified
    ? { word: t('words.verified'), tone: 'success' }
    : { word: t('words.notVerified'), tone: 'warning' }
}

/** What a list of domains can be narrowed to. */
export const domainStates: readonly { value: string; label: string }[] = [
  { value: '', label: t('words.anyState') },
  { value: 'verified', label: t('words.verified') },
  { value: 'unverified', label: t('words.notVerified') },
]

/** A record's state as it is said. */
export const recordStates: Record<DnsRecord['state'], { word: string; tone: DomainTone }> = {
  published: { word: t('domains.domainWords.published'), tone: 'success' },
  missing: { word: t('words.missing'), tone: 'danger' },
  other: { word: t('domains.domainWords.anotherValue'), tone: 'warning' },
  unknown: { word: t('words.noAnswer'), tone: '' },
  unasked: { word: t('domains.domainWords.notAsked'), tone: '' },
}

/** The records of a domain by what they are for, in the order in which they are published. */
export const recordGroups: readonly { what: DnsRecord['what']; title: string; about: string }[] = [
  {
    what: 'dkim',
    title: t('domains.domainWords.dkimTheKeysThat'),
    about: t('domains.domainWords.theServiceVerifiesThe'),
  },
  {
    what: 'spf',
    title: t('domains.domainWords.spfWhoMaySend'),
    about: t('domains.domainWords.aDomainHasOne'),
  },
  {
    what: 'dmarc',
    title: t('domains.domainWords.dmarcWhatReceiversDo'),
    about: t('domains.domainWords.largeReceiversWantOne'),
  },
]

/** What a domain's state and its records mean together, and what happens next. */
export function whatNext(verified: boolean, records: readonly DnsRecord[]): string {
  const keys = records.filter(({ what }) => what === 'dkim')
  const published = keys.length > 0 && keys.every(({ state }) => state === 'published')
  if (verified) {
    if (keys.some(({ state }) => state === 'missing' || state === 'other')) {
      return t('domains.domainWords.theServiceStillCounts')
    }
    return t('domains.domainWords.mailMayBeSent')
  }
  if (published) {
    return t('domains.domainWords.theKeysAreIn')
  }
  return t('domains.domainWords.nothingCanBeSent')
}
