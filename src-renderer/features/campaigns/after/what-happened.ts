import { t } from '../../../../src-shared/messages/message'
import type { CampaignReach, CampaignResults } from '../../../../src-shared/bridge/campaigns'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { formatNumber } from '../../../format'

/** Something that happened in a sending. `at`: milliseconds since 1970. */
interface Happening {
  at: number
  words: string
}

/** What happened from the sign-off on, the newest first, as far as it is known here. */
export function whatHappened(
  { pace, passed, braked }: Pick<CampaignResults, 'pace' | 'passed' | 'braked'>,
  reach: Pick<CampaignReach, 'first' | 'confirmed'> | null,
  state: ReviewState | null,
): Happening[] {
  const { first = null, confirmed = null } = reach ?? {}
  const signOff = state?.signOff ?? null
  const said = (at: number | undefined, words: () => string): Happening[] =>
    at === undefined ? [] : [{ at, words: words() }]
  const all = [
    ...said(braked?.at, () => t('campaigns.whatHappened.theBrakeStoppedIt')),
    ...said(passed?.at, () =>
      t('campaigns.whatHappened.deliveredPassed', { delivered: passed?.delivered ?? 0 }),
    ),
    ...slowSpans(pace).map(({ at, perSecond }) => ({
      at,
      words: t('campaigns.whatHappened.theServiceSlowedTo', { perSecond: Math.round(perSecond) }),
    })),
    ...said(first?.at, () => t('campaigns.whatHappened.firstMailDelivered', { name: first?.name ?? '' })),
    ...said(confirmed?.leftAt, () => t('campaigns.whatHappened.theServiceTookIt')),
    ...said(confirmed?.leftAt, () =>
      t(
        confirmed?.atOnce === true
          ? 'campaigns.whatHappened.sentAtOnce'
          : 'campaigns.whatHappened.heldNotUndone',
        { seconds: confirmed?.seconds ?? 0 },
      ),
    ),
    ...said(confirmed === null ? undefined : confirmed.leftAt - 1000 * confirmed.seconds, () =>
      t('campaigns.whatHappened.typedByYou', { typed: String(confirmed?.people ?? 0) }),
    ),
    ...said(signOff?.at, () => t('campaigns.whatHappened.signedOff', { warnings: signOff?.warnings ?? 0 })),
  ]
  return all.sort((one, other) => other.at - one.at)
}

/** A span in which it was slower than before. `at`: its slowest minute. */
interface SlowSpan {
  at: number
  perSecond: number
  minutes: number
}

/** So much less than the fastest minute is slow. */
const slow = 0.9

/** When the service slowed down and went on: the first minutes, in which it begins, are none of them. */
export function slowSpans(pace: CampaignResults['pace']): SlowSpan[] {
  const usual = Math.max(0, ...pace.map(({ perSecond }) => perSecond))
  const began = pace.findIndex(({ perSecond }) => perSecond >= usual * slow)
  const spans: SlowSpan[] = []
  let open: SlowSpan | null = null
  for (const { at, perSecond } of began < 0 ? [] : pace.slice(began)) {
    if (perSecond >= usual * slow) {
      open = null
      continue
    }
    if (open === null) spans.push((open = { at, perSecond, minutes: 0 }))
    open.minutes += 1
    if (perSecond < open.perSecond) Object.assign(open, { at, perSecond })
  }
  return spans
}

/** "slower for 2 min". */
export function slowWords({ minutes }: SlowSpan): string {
  return t('campaigns.whatHappened.slowerForMinutes', { minutes: formatNumber(minutes) })
}
