import { t } from '../../../../src-shared/messages/message'
import type { DomainBounces, Plan } from '../../../../src-shared/bridge/plans'
import { formatNumber, formatShare } from '../../../format'

/** What came back from a domain; of several, how often each. */
export function answersOf({ domain, replies }: DomainBounces): string {
  const [first] = replies
  if (first === undefined) return ''
  return domain !== null
    ? first.reply
    : replies.map(({ reply, people }) => `${formatNumber(people)} ${reply}`).join(', ')
}

/** What the bounces of a slice say together. */
interface Learnt {
  same: string
  without: string
  whoCanHelp: string
}

/** A server that refuses who sends says so by its code (5.7) or by a word of these. */
const refusesSender = /\b5\.7\.\d|block|reputation|blacklist|policy|spam/i

/** What is learnt of the domains that bounce too much; null: none does. */
export function learnt({ domains }: NonNullable<Plan['bounces']>): Learnt | null {
  const bad = domains.filter(({ tooMany }) => tooMany)
  if (bad.length === 0) return null
  const sum = (of: readonly DomainBounces[], key: 'sent' | 'bounced') =>
    of.reduce((total, domain) => total + domain[key], 0)
  const names = bad.map(({ domain }) => domain ?? '').join(', ')
  const sender = bad.every(({ replies: [first] }) => first !== undefined && refusesSender.test(first.reply))
  const [sent, bounced] = [
    sum(domains, 'sent') - sum(bad, 'sent'),
    sum(domains, 'bounced') - sum(bad, 'bounced'),
  ]
  const count = { bounced: sum(bad, 'bounced'), all: sum(domains, 'bounced'), domains: names }
  return {
    same: t(sender ? 'plans.bounces.refuseTheSender' : 'plans.bounces.fromTheseDomains', count),
    without: t('plans.bounces.without', { bounced, sent, share: formatShare(bounced, sent) }),
    whoCanHelp: t(sender ? 'plans.bounces.onlyTheOwner' : 'plans.bounces.theAddresses'),
  }
}

/** What bounced as a text for whoever runs the sending server: when, from where, and what was answered. */
export function bounceReport(
  { name }: Pick<Plan, 'name'>,
  { slice, domains }: NonNullable<Plan['bounces']>,
  leftAt: string,
): string {
  const lines = domains
    .filter(({ tooMany }) => tooMany)
    .map(({ domain, sent, bounced, replies }) =>
      t('plans.bounces.reportLine', {
        domain: domain ?? '',
        bounced,
        sent,
        answer: replies.map(({ reply }) => reply).join('; '),
      }),
    )
  return [t('plans.bounces.reportTitle', { name, number: slice, moment: leftAt }), ...lines].join('\n')
}
