import { spokenTag, t } from '../../../../src-shared/messages/message'
import { found, passed, reviewRule, type RuleFacts } from './rule'

const hour = 3600_000
/** Hours of the day from which and until which people sleep. */
const night = { from: 22, to: 6 }

/** A moment that is still to come. */
export const schedule = reviewRule('schedule', 'mail', (parsed, { scheduledFor, now, ownZone }) => {
  if (scheduledFor === null) return passed(t('review.schedule.notScheduledItIs'))
  const about = { places: [parsed.placeIn('schedule')], count: 0 }
  // English days are British, as everywhere.
  const when = new Intl.DateTimeFormat(spokenTag() === 'en' ? 'en-GB' : spokenTag(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: ownZone,
  }).format(scheduledFor)
  if (scheduledFor <= now) {
    const sentence = t('review.schedule.whenHasPassedSo', { when })
    return found('error', t('review.schedule.scheduledInThePast'), sentence, { ...about, key: 'past' })
  }
  if (scheduledFor > now + 366 * 24 * hour) {
    const sentence = t('review.schedule.whenIsMoreThan', { when })
    return found('warning', t('review.schedule.scheduledForMoreThan'), sentence, { ...about, key: 'far' })
  }
  return passed(t('review.schedule.scheduledForWhen', { when }))
})

/** Nobody is woken. */
export const nightTime = reviewRule('nightTime', 'audience', (parsed, surroundings) => {
  const { survey, scheduledFor, now, ownZone } = surroundings
  if (survey === null || survey.willGet === 0) return []
  const title = t('review.schedule.arrivesBetween2200')
  const places = [parsed.placeIn('schedule')]
  const at = scheduledFor ?? now
  const isNow = scheduledFor === null
  const zones = zonesAtNight(surroundings)
  const asleep = survey.zones
    .filter(({ zone }) => zones.includes(zone))
    .reduce((sum, { count }) => sum + count, 0)
  if (asleep > 0) {
    const known = survey.zones.reduce((sum, { count }) => sum + count, 0)
    const first = zones[0] ?? ownZone
    const sentence = t('review.schedule.forAsleepOfThe', {
      asleep,
      known,
      isNow,
      clock: clock(at, first),
      replace: first.replace(/_/g, ' '),
    })
    return found('note', title, sentence, { count: asleep, hasPeople: true, places })
  }
  if (survey.zones.length === 0 && isNight(at, ownZone)) {
    const sentence = t('review.schedule.itIsClockHerethen', { clock: clock(at, ownZone), isNow })
    return found('note', title, sentence, { count: survey.willGet, places })
  }
  return passed(
    survey.zones.length === 0 ? t('review.schedule.arrivesByDayAs') : t('review.schedule.arrivesByDay'),
  )
})

/** The zones of an audience in which it is night when a mail is sent. */
export function zonesAtNight({ survey, scheduledFor, now }: RuleFacts): string[] {
  const at = scheduledFor ?? now
  return (survey?.zones ?? []).filter(({ zone }) => isNight(at, zone)).map(({ zone }) => zone)
}

function isNight(at: number, zone: string): boolean {
  const time = clock(at, zone)
  const hours = Number(time.slice(0, 2))
  return time !== '' && (hours >= night.from || hours < night.to)
}

/** "23:40"; empty where a zone is none. */
function clock(at: number, zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    }).format(at)
  } catch {
    // A zone that this machine does not know says nothing about day and night.
    return ''
  }
}
