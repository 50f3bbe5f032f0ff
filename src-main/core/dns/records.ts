import { t } from '../../../src-shared/messages/message'
import type { Signing } from './signing'
import { getDomain } from 'tldts'
import type { DnsRecord } from '../../../src-shared/bridge/domains'
import { dkimRecords, dmarcRecord, spfInclude, spfRecord } from '../../../src-shared/interface/domain'
import type { Dns, DnsAnswer } from './dns'

/** What a record is before DNS was asked about it. */
type WantedRecord = Pick<DnsRecord, 'what' | 'type' | 'name' | 'value'>

/** Every record of a sending domain, without DNS asked. */
export function wantedRecords(signing: Signing): DnsRecord[] {
  const { domain } = signing
  return [...dkimWanted(signing), spfWanted(domain), dmarcWanted(domain)].map((wanted) => ({
    ...wanted,
    state: 'unasked',
    found: [],
    words: t('core.records.dnsWasNotAsked'),
  }))
}

/** The CNAMEs of a domain's keys. */
export async function dkimOf(dns: Dns, signing: Signing): Promise<DnsRecord[]> {
  return Promise.all(
    dkimWanted(signing).map(async (wanted) => told(wanted, await dns.aliases(wanted.name), dkimWords)),
  )
}

/** What says who may send for a domain. Only its own record is read: what it includes is not followed. */
export async function spfOf(dns: Dns, domain: string): Promise<DnsRecord> {
  const answer = await dns.texts(domain)
  return told(spfWanted(domain), only(answer, /^v=spf1( |$)/i), spfWords)
}

/** What tells receivers what to do with mail that fails the other two. A domain without one has that of the domain above it. */
export async function dmarcOf(dns: Dns, domain: string): Promise<DnsRecord> {
  const own = only(await dns.texts(`_dmarc.${domain}`), policyStart)
  const wanted = dmarcWanted(domain)
  const above = getDomain(domain)
  if (own.kind !== 'none' || above === null || above === domain) return told(wanted, own, dmarcWords)
  const inherited = only(await dns.texts(`_dmarc.${above}`), policyStart)
  const record = told(wanted, inherited, dmarcWords)
  if (record.state === 'missing' || record.state === 'unknown') return record
  return { ...record, words: t('core.records.theRecordOfAbove', { above, words: record.words }) }
}

const policyStart = /^v=DMARC1\s*(;|$)/

function dkimWanted(signing: Signing): WantedRecord[] {
  return dkimRecords(signing).map(({ name, target }) => ({
    what: 'dkim',
    type: 'CNAME',
    name,
    value: target,
  }))
}

function spfWanted(domain: string): WantedRecord {
  return { what: 'spf', type: 'TXT', name: domain, value: spfRecord }
}

function dmarcWanted(domain: string): WantedRecord {
  return { what: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: dmarcRecord }
}

/** A name holds texts for many purposes: only those of one count. */
function only(answer: DnsAnswer, start: RegExp): DnsAnswer {
  if (answer.kind !== 'found') return answer
  const records = answer.records.filter((text) => start.test(text.trim()))
  return records.length === 0 ? { kind: 'none' } : { kind: 'found', records }
}

/** What to say of the records that were found. */
type Judge = (found: string[], wanted: WantedRecord) => Pick<DnsRecord, 'state' | 'words'>

function told(wanted: WantedRecord, answer: DnsAnswer, judge: Judge): DnsRecord {
  if (answer.kind === 'unavailable') {
    return {
      ...wanted,
      state: 'unknown',
      found: [],
      words: t('core.records.dnsDidNotAnswer', { why: answer.why }),
    }
  }
  if (answer.kind === 'none') {
    return { ...wanted, state: 'missing', found: [], words: missingWords()[wanted.what] }
  }
  return { ...wanted, found: answer.records, ...judge(answer.records, wanted) }
}

const missingWords = (): Record<DnsRecord['what'], string> => ({
  dkim: t('core.records.notPublishedAddIt'),
  spf: t('core.records.notPublishedAddIt2'),
  dmarc: t('core.records.notPublishedAddIt3'),
})

const dkimWords: Judge = (found, { value }) =>
  found.length === 1 && found[0] === value
    ? { state: 'published', words: t('core.records.leadsToTheKey') }
    : { state: 'other', words: t('core.records.somethingElseStandsThere') }

const spfWords: Judge = (found) => {
  const [first] = found
  if (found.length > 1 || first === undefined) {
    return {
      state: 'other',
      words: t('core.records.thereAreCountSpf', { count: found.length }),
    }
  }
  const terms = first.toLowerCase().split(/\s+/).slice(1)
  if (terms.some((term) => term === 'all' || term === '+all')) {
    return { state: 'other', words: t('core.records.itLetsEverybodySend') }
  }
  if (terms.some((term) => term === `include:${spfInclude}` || term === `+include:${spfInclude}`)) {
    return { state: 'published', words: t('core.records.publishedItLetsThe') }
  }
  const further = terms.some((term) => /^(\+?include:|redirect=)/.test(term))
  return {
    state: 'other',
    words: further
      ? t('core.records.itDoesNotName', { spfInclude })
      : t('core.records.itDoesNotName2', { spfInclude }),
  }
}

const dmarcWords: Judge = (found) => {
  const [first] = found
  if (found.length > 1 || first === undefined) {
    return {
      state: 'other',
      words: t('core.records.thereAreCountDmarc', { count: found.length }),
    }
  }
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(first)?.[1]?.toLowerCase()
  switch (policy) {
    case 'none':
      return {
        state: 'published',
        words: t('core.records.publishedItAsksReceivers'),
      }
    case 'quarantine':
      return { state: 'published', words: t('core.records.publishedMailThatFails') }
    case 'reject':
      return { state: 'published', words: t('core.records.publishedMailThatFails2') }
    default:
      return {
        state: 'other',
        words: t('core.records.itNamesNoPolicy'),
      }
  }
}
