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
    words: 'DNS was not asked yet.',
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
  return { ...record, words: `The record of ${above} holds here too. ${record.words}` }
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
      words: `DNS did not answer (${answer.why}). Check again later.`,
    }
  }
  if (answer.kind === 'none') {
    return { ...wanted, state: 'missing', found: [], words: missingWords[wanted.what] }
  }
  return { ...wanted, found: answer.records, ...judge(answer.records, wanted) }
}

const missingWords: Record<DnsRecord['what'], string> = {
  dkim: 'Not published. Add it where your DNS is kept: without it, mail is not signed.',
  spf: 'Not published. Add it, so that receivers know who may send for the domain.',
  dmarc: 'Not published. Add it: large receivers want one from everybody who sends to many.',
}

const dkimWords: Judge = (found, { value }) =>
  found.length === 1 && found[0] === value
    ? { state: 'published', words: 'Leads to the key of the service’s provider.' }
    : { state: 'other', words: 'Something else stands there. Replace it with this value.' }

const spfWords: Judge = (found) => {
  const [first] = found
  if (found.length > 1 || first === undefined) {
    return {
      state: 'other',
      words: `There are ${found.length} SPF records, and receivers then heed none. Join them into one.`,
    }
  }
  const terms = first.toLowerCase().split(/\s+/).slice(1)
  if (terms.some((term) => term === 'all' || term === '+all')) {
    return { state: 'other', words: 'It lets everybody send for the domain. End it with ~all or -all.' }
  }
  if (terms.some((term) => term === `include:${spfInclude}` || term === `+include:${spfInclude}`)) {
    return { state: 'published', words: 'Published. It lets the service’s mail provider send.' }
  }
  const further = terms.some((term) => /^(\+?include:|redirect=)/.test(term))
  return {
    state: 'other',
    words: further
      ? `It does not name ${spfInclude} itself. What it includes is not followed here. If nothing there does, add include:${spfInclude} to it.`
      : `It does not name ${spfInclude}. Add include:${spfInclude} to it, and keep the rest.`,
  }
}

const dmarcWords: Judge = (found) => {
  const [first] = found
  if (found.length > 1 || first === undefined) {
    return {
      state: 'other',
      words: `There are ${found.length} DMARC records, and receivers then heed none. Keep one.`,
    }
  }
  const policy = /;\s*p\s*=\s*(\w+)/i.exec(first)?.[1]?.toLowerCase()
  switch (policy) {
    case 'none':
      return {
        state: 'published',
        words: 'Published. It asks receivers to do nothing about mail that fails.',
      }
    case 'quarantine':
      return { state: 'published', words: 'Published. Mail that fails goes to spam.' }
    case 'reject':
      return { state: 'published', words: 'Published. Mail that fails is refused.' }
    default:
      return {
        state: 'other',
        words: 'It names no policy that receivers know. Write p=none, p=quarantine or p=reject.',
      }
  }
}
