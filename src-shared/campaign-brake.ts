import { t } from './messages/message'
import type { Funnel } from './bridge/campaigns'

/** Shares of bounces that are worth a word, and too many: providers block senders above the second. */
export const bounceLimits = { warn: 0.02, stop: 0.05 } as const

/** Shares of what was sent at which the brake stops a campaign. */
export interface BrakeLimits {
  bounced: number
  complained: number
}

/** Where the brake stops unless a profile says otherwise; above these it is worth a word. */
export const usualBrake: BrakeLimits = { bounced: bounceLimits.stop, complained: 0.003 }

/** What the brake looks at, as shares of what was sent. `from`: so many must have been sent before it is judged. */
const measures = ({ bounced, complained }: BrakeLimits) =>
  [
    {
      key: 'bounced',
      title: t('words.bounced'),
      warn: Math.min(bounceLimits.warn, bounced / 2),
      stop: bounced,
      from: 500,
    },
    {
      key: 'complained',
      title: t('words.complained'),
      warn: Math.min(0.001, complained / 2),
      stop: complained,
      from: 1000,
    },
    { key: 'unsubscribed', title: t('words.unsubscribed'), warn: 0.01, stop: null, from: 500 },
  ] as const

/** Seconds without a mail that are worth a word. */
export const idleWarns = 60

/** Seconds of sending before anything is judged. */
const judgedFrom = 60

/** A measure of the brake, as it stands. */
export interface BrakeMeasure {
  key: ReturnType<typeof measures>[number]['key']
  title: string
  count: number
  /** Of what was sent; null: nothing was. */
  share: number | null
  warn: number
  /** null: it warns alone. */
  stop: number | null
  /** `early`: too little was sent to judge it. */
  state: 'early' | 'fine' | 'warns' | 'stops'
}

/** The measures of a campaign that is being sent for so many seconds. */
export function brakeMeasures(
  funnel: Funnel,
  seconds: number,
  limits: BrakeLimits = usualBrake,
): BrakeMeasure[] {
  return measures(limits).map(({ from, ...measure }) => {
    const count = funnel[measure.key]
    const share = funnel.sent > 0 ? count / funnel.sent : null
    const state =
      share === null || funnel.sent < from || seconds < judgedFrom
        ? 'early'
        : measure.stop !== null && share >= measure.stop
          ? 'stops'
          : share >= measure.warn
            ? 'warns'
            : 'fine'
    return { ...measure, count, share, state }
  })
}

/** The measure for which a sending is to be stopped; null: there is none. */
export function stopsFor(
  funnel: Funnel,
  seconds: number,
  limits: BrakeLimits = usualBrake,
): BrakeMeasure | null {
  return brakeMeasures(funnel, seconds, limits).find(({ state }) => state === 'stops') ?? null
}
