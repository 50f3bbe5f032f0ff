import { counted, figure, found, passed, type ReviewRule, type RuleFacts } from './rule'

const hour = 3600_000
/** Hours of the day from which and until which people sleep. */
const night = { from: 22, to: 6 }

/** A moment that is still to come. */
export const schedule: ReviewRule = {
  rule: 'schedule',
  needs: 'mail',
  check(parsed, { scheduledFor, now, ownZone }) {
    const rule = 'schedule'
    if (scheduledFor === null) return [passed(rule, 'Not scheduled: it is sent when you say so')]
    const places = [parsed.placeIn('schedule')]
    const when = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: ownZone,
    }).format(scheduledFor)
    if (scheduledFor <= now) {
      const sentence = `${when} has passed, so it would be sent at once, or refused. Choose another moment.`
      return [
        found(rule, 'error', { key: 'past', title: 'Scheduled in the past', sentence, places, count: 0 }),
      ]
    }
    if (scheduledFor > now + 366 * 24 * hour) {
      const sentence = `${when} is more than a year away. What is true today will hardly be then.`
      return [
        found(rule, 'warning', {
          key: 'far',
          title: 'Scheduled for more than a year away',
          sentence,
          places,
          count: 0,
        }),
      ]
    }
    return [passed(rule, `Scheduled for ${when}`)]
  },
}

/** Nobody is woken. */
export const nightTime: ReviewRule = {
  rule: 'nightTime',
  needs: 'audience',
  check(parsed, surroundings) {
    const { survey, scheduledFor, now, ownZone } = surroundings
    if (survey === null || survey.willGet === 0) return []
    const rule = 'nightTime'
    const places = [parsed.placeIn('schedule')]
    const at = scheduledFor ?? now
    const zones = zonesAtNight(surroundings)
    const asleep = survey.zones
      .filter(({ zone }) => zones.includes(zone))
      .reduce((sum, { count }) => sum + count, 0)
    if (asleep > 0) {
      const known = survey.zones.reduce((sum, { count }) => sum + count, 0)
      const first = zones[0] ?? ownZone
      const sentence =
        `For ${figure(asleep)} of the ${counted(known, 'person', 'people')} whose time zone is known it is night${scheduledFor === null ? ' now' : ' then'}: ${clock(at, first)} in ${first.replace(/_/g, ' ')}. ` +
        'A mail that is there in the morning lies below others.'
      return [
        found(rule, 'note', {
          title: 'Arrives between 22:00 and 06:00',
          sentence,
          count: asleep,
          hasPeople: true,
          places,
        }),
      ]
    }
    if (survey.zones.length === 0 && isNight(at, ownZone)) {
      const sentence = `It is ${clock(at, ownZone)} here${scheduledFor === null ? ' now' : ' then'}. Where the people are is not known: their contacts have no time zone.`
      return [
        found(rule, 'note', {
          title: 'Arrives between 22:00 and 06:00',
          sentence,
          count: survey.willGet,
          places,
        }),
      ]
    }
    return [passed(rule, survey.zones.length === 0 ? 'Arrives by day, as it is here' : 'Arrives by day')]
  },
}

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
