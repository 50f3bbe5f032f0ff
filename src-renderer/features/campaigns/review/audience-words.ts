import { t } from '../../../../src-shared/messages/message'
import type { AudienceReport, Mail } from '../../../../src-shared/bridge/review'
import { mailsPerSecond } from '../../../../src-shared/campaign-rates'
import { reachesUnsubscribed } from '../../../../src-shared/interface/campaign'
import { formatChange, formatDay, formatFixed, formatLeft, formatMoment, formatNumber } from '../../../format'

/** A line of the audience's figures. `people`: who they are can be shown. */
interface AudienceLine {
  label: string
  value: string
  /** What remains of those above it. */
  total?: boolean
}

const day = 86_400_000

function dayStart(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0)
}

/** What is said while an audience is counted. */
export function countingWords(willGet: number | null): string {
  if (willGet === null) return t('words.counting')
  return t('campaigns.audienceWords.peopleWillGetIt', { willGet })
}

/**
 * The figures that add up: who is meant, who is left out, who will get it. The service leaves unsubscribed people out of
 * all but transactional mail, and nobody for a verdict: the undeliverable are left out where a person had the audience do so.
 */
export function audienceLines(report: AudienceReport, type: Mail['type']): AudienceLine[] {
  const leftOut = report.members - report.willGet
  const undeliverable = report.undeliverableLeftOut ?? 0
  const subscribedOnly = !reachesUnsubscribed(type)
  const others = leftOut - undeliverable - (subscribedOnly ? report.unsubscribed : 0)
  return [
    { label: report.name, value: formatNumber(report.members) },
    ...(subscribedOnly
      ? [{ label: t('words.unsubscribed'), value: formatChange(-report.unsubscribed) }]
      : []),
    ...(report.undeliverableLeftOut === null
      ? []
      : [{ label: t('words.undeliverable'), value: formatChange(-undeliverable) }]),
    ...(others > 0
      ? [{ label: t('campaigns.audienceWords.leftOutOtherwise'), value: formatChange(-others) }]
      : []),
    { label: t('campaigns.audiencePeople.willGetIt'), value: formatNumber(report.willGet), total: true },
    ...(!subscribedOnly && report.unsubscribed > 0
      ? [
          {
            label: t('campaigns.audienceWords.unsubscribedAmongThem'),
            value: formatNumber(report.unsubscribed),
          },
        ]
      : []),
  ]
}

/** "+214 −37 since yesterday’s review."; null for the first review. */
export function changeWords(change: AudienceReport['change'], now: number): string | null {
  if (!change) return null
  const days = Math.round((dayStart(now) - dayStart(change.at)) / day)
  const since =
    days === 0
      ? t('campaigns.audienceWords.theReviewOfMoment', { moment: formatMoment(change.at, now) })
      : days === 1
        ? t('campaigns.audienceWords.yesterdaysReview')
        : t('campaigns.audienceWords.theReviewOfDay', { day: formatDay(change.at) })
  if (change.added === 0 && change.gone === 0) return t('campaigns.audienceWords.theSamePeopleAs', { since })
  return t('campaigns.audienceWords.changeValueSinceSince', {
    change: formatChange(change.added),
    value: change.gone === 0 ? '−0' : formatChange(-change.gone),
    since,
  })
}

/** "About 48 min at 14 a second."; null where nobody gets it. */
export function durationWords(report: Pick<AudienceReport, 'seconds' | 'willGet'>): string | null {
  return report.willGet === 0
    ? null
    : t('campaigns.audienceWords.leftAtMailspersecondA', { left: formatLeft(report.seconds), mailsPerSecond })
}

/** A share, 0 to 1, as "0.9 % projected bounces"; null where hardly anybody was checked. */
export function bounceWords(share: number | null): string | null {
  return share === null
    ? null
    : t('campaigns.audienceWords.fixedProjectedBounces', { fixed: formatFixed(share * 100, 1) })
}

/** What the projected bounces rest on, and how far that was from campaigns that it did not see. */
export function basisWords({ kind, campaigns, bounces, scores }: AudienceReport['bounceBasis']): string {
  if (scores === null) return t('campaigns.audienceWords.tooFewBounces', { bounces, campaigns })
  const [learnt, rule] = [formatFixed(scores.learnt, 4), formatFixed(scores.rule, 4)]
  return kind === 'learnt'
    ? t('campaigns.audienceWords.bouncesLearnt', { campaigns, learnt, rule })
    : t('campaigns.audienceWords.ruleIsCloser', { learnt, rule })
}

/** "1,904 more". */
export function otherDomainsWords({ domains }: AudienceReport['otherDomains']): string {
  return t('campaigns.audienceWords.domainsMore', { domains })
}

/** How many of an audience another campaign went to: "1,204", or "about 1,200" where that is not known by events. */
export function overlapWords({ count, exact }: { count: number; exact: boolean }): string {
  return exact ? formatNumber(count) : t('campaigns.audienceSide.aboutCount', { count })
}
