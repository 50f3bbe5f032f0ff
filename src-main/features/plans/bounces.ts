import { fewestBounces } from '../../../src-shared/campaign-brake'
import type { DomainBounces } from '../../../src-shared/bridge/plans'

/** So many domains are named beside those that bounce too much, and so many answers of each. */
const mostNamed = 2
const mostReplies = 3

/**
 * How domains took a slice: those of which more bounced than `stop` allows, the most frequent of the others, and all others
 * together. They add up to the slice, and who is to come to the plan.
 */
export function bouncesShown(
  known: readonly (Pick<DomainBounces, 'sent' | 'bounced' | 'replies'> & { domain: string })[],
  stop: number,
  toCome: { all: number; of: ReadonlyMap<string | null, number> },
): DomainBounces[] {
  const rows = known
    .map(({ domain, sent, bounced, replies }): DomainBounces & { domain: string } => ({
      domain,
      domains: 1,
      sent,
      bounced,
      replies: shortened(replies),
      tooMany: bounced >= fewestBounces && bounced / sent > stop,
      toCome: toCome.of.get(domain) ?? 0,
    }))
    .filter(({ sent }) => sent > 0)
    .sort((one, other) => Number(other.tooMany) - Number(one.tooMany) || other.sent - one.sent)
  const bad = rows.filter(({ tooMany }) => tooMany)
  const shown = rows.slice(0, bad.length + mostNamed)
  const others = rows.slice(shown.length)
  const sum = (of: readonly DomainBounces[], key: 'sent' | 'bounced' | 'toCome') =>
    of.reduce((total, each) => total + each[key], 0)
  const elsewhere = toCome.all - sum(shown, 'toCome')
  if (others.length === 0 && elsewhere === 0) return shown
  return [
    ...shown,
    {
      domain: null,
      domains: others.length,
      sent: sum(others, 'sent'),
      bounced: sum(others, 'bounced'),
      replies: shortened(others.flatMap(({ replies }) => replies)),
      tooMany: false,
      toCome: elsewhere,
    },
  ]
}

/** Those of one wording together, the most frequent first. */
function shortened(replies: DomainBounces['replies']): DomainBounces['replies'] {
  const counts = new Map<string, number>()
  for (const { reply, people } of replies) counts.set(reply, (counts.get(reply) ?? 0) + people)
  return [...counts]
    .map(([reply, people]) => ({ reply, people }))
    .sort((one, other) => other.people - one.people)
    .slice(0, mostReplies)
}
