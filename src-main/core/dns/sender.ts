import { t } from '../../../src-shared/messages/message'
import { keepNewest } from '../keep-newest'
import type { Clock } from '../clock'
import type { Signing } from './signing'
import type { DnsRecord } from '../../../src-shared/bridge/domains'
import type { Dns } from './dns'
import { dkimOf, dmarcOf, spfOf } from './records'

/** One of the three things that receivers look a sender up by. */
export interface SenderSign {
  /** The worst of its records. `unasked`: nobody knows which records it would have. */
  state: DnsRecord['state']
  /** A sentence for a person. */
  words: string
  records: DnsRecord[]
}

/** What DNS says of the domain that mail comes from. */
export interface SenderDns {
  domain: string
  spf: SenderSign
  dkim: SenderSign
  dmarc: SenderSign
  /** Milliseconds since 1970: when DNS was asked. */
  checkedAt: number
}

/** What is asked about. `signing`: null where no sending domain of the service is at or above `domain`. */
export interface SenderQuestion {
  /** In ASCII and lower case. */
  domain: string
  signing: Signing | null
  /** Asks DNS whatever is remembered. */
  fresh?: boolean
}

const minute = 60_000
/** For how many milliseconds an answer is kept: records of a domain change by hand. */
const keep = { answered: 5 * minute, unanswered: 15_000 }
/** How many domains are remembered. */
const mostKept = 200

/** Asks DNS about senders, and remembers the answers for some minutes. Never rejects. */
export function createSenderDns(dns: Dns, clock: Clock): (question: SenderQuestion) => Promise<SenderDns> {
  const kept = new Map<string, { asked: Promise<SenderDns>; until: number }>()

  return (question) => {
    const key = JSON.stringify([question.domain, question.signing])
    const found = kept.get(key)
    if (found && !question.fresh && found.until > clock.monotonic()) return found.asked
    const asked = lookAt(dns, question, clock)
    const entry = { asked, until: Number.POSITIVE_INFINITY }
    keepNewest(kept, key, entry, mostKept)
    void asked.then(({ spf, dkim, dmarc }) => {
      const unanswered = [spf, dkim, dmarc].some(({ state }) => state === 'unknown')
      entry.until = clock.monotonic() + (unanswered ? keep.unanswered : keep.answered)
    })
    return asked
  }
}

async function lookAt(dns: Dns, { domain, signing }: SenderQuestion, clock: Clock): Promise<SenderDns> {
  const [spf, dkim, dmarc] = await Promise.all([
    spfOf(dns, domain),
    signing ? dkimOf(dns, signing) : [],
    dmarcOf(dns, domain),
  ])
  return {
    domain,
    spf: signOf([spf]),
    dkim:
      dkim.length > 0
        ? signOf(dkim)
        : {
            state: 'unasked',
            words: t('core.sender.theServiceDoesNot', { domain }),
            records: [],
          },
    dmarc: signOf([dmarc]),
    checkedAt: clock.now(),
  }
}

const worstFirst: readonly DnsRecord['state'][] = ['other', 'missing', 'unknown', 'unasked', 'published']

function signOf(records: DnsRecord[]): SenderSign {
  const state = worstFirst.find((each) => records.some((record) => record.state === each)) ?? 'unasked'
  const worst = records.filter((record) => record.state === state)
  const [first] = worst
  const words =
    worst.length > 1 && state !== 'published'
      ? t('core.sender.countOfCount2Records', {
          count: worst.length,
          count2: records.length,
          words: first?.words ?? '',
        })
      : (first?.words ?? '')
  return { state, words, records }
}
