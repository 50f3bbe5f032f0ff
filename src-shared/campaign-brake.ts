import { t } from './messages/message'
import type { Funnel } from './bridge/campaigns'

/** Shares of bounces that are worth a word, and too many: providers block senders above the second. */
export const bounceLimits = { warn: 0.02, stop: 0.05 } as const

/** So many bounces of a domain say something of it. */
export const fewestBounces = 5

/** Shares of what was sent at which the brake stops a campaign. */
export interface BrakeLimits {
  bounced: number
  complained: number
}

/** Where the brake stops unless a profile says otherwise; above these it is worth a word. */
export const usualBrake: BrakeLimits = { bounced: bounceLimits.stop, complained: 0.003 }

/** Shares of what was sent that are worth a word, and that stop; null: it warns alone. */
type MeasureLimits = Record<'bounced' | 'complained' | 'unsubscribed', { warn: number; stop: number | null }>

/** The limits of a profile's brake with the shares at which it warns before it stops. */
export function measureLimits({ bounced, complained }: BrakeLimits): MeasureLimits {
  return {
    bounced: { warn: Math.min(bounceLimits.warn, bounced / 2), stop: bounced },
    complained: { warn: Math.min(0.001, complained / 2), stop: complained },
    unsubscribed: { warn: 0.01, stop: null },
  }
}

/** What the brake looks at, as shares of what was sent. `from`: so many must have been sent before it is judged. */
export const brakeTitles = () =>
  [
    { key: 'bounced', title: t('words.bounced'), from: 500 },
    { key: 'complained', title: t('words.complained'), from: 1000 },
    { key: 'unsubscribed', title: t('words.unsubscribed'), from: 500 },
  ] as const

/** Seconds without a mail that are worth a word. */
export const idleWarns = 60

/** Seconds of sending before anything is judged. */
const judgedFrom = 60

/** A measure of the brake, as it stands. */
export interface BrakeMeasure {
  key: keyof MeasureLimits
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
  const measured = judged(funnel, measureLimits(limits))
  return seconds < judgedFrom ? measured.map((measure) => ({ ...measure, state: 'early' })) : measured
}

/** The measures of what was sent, by the mails alone. */
export function judged(funnel: Funnel, limits: MeasureLimits): BrakeMeasure[] {
  return brakeTitles().map(({ from, ...measure }) => {
    const { warn, stop } = limits[measure.key]
    const count = funnel[measure.key]
    const share = funnel.sent > 0 ? count / funnel.sent : null
    const state =
      share === null || funnel.sent < from
        ? 'early'
        : stop !== null && share >= stop
          ? 'stops'
          : share >= warn
            ? 'warns'
            : 'fine'
    return { ...measure, warn, stop, count, share, state }
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
