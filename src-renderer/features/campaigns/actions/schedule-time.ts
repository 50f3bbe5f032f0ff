import { localDate } from '../../../../src-shared/instants'

/** The time zone of this computer: "Europe/Amsterdam". */
function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zone that a time is in, with its distance from UTC then: "Europe/Amsterdam, UTC+1". */
export function zonedWords(instant: number): string {
  const minutes = -new Date(instant).getTimezoneOffset()
  const sign = minutes < 0 ? '−' : '+'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  const distance =
    minutes === 0 ? 'UTC' : `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
  return ownZone() === distance ? distance : `${ownZone()}, ${distance}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** A time as time fields write it, in this computer's zone: "09:00". */
export function timeField(instant: number): string {
  const date = new Date(instant)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/**
 * The instant of a day and a time in this computer's zone; null where they name none, also the hour that a clock
 * change leaves out.
 */
export function localInstant(day: string, time: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})$/.exec(`${day} ${time}`)
  if (!parts) return null
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0] = parts.slice(1).map(Number)
  const instant = new Date(year, month - 1, date, hour, minute).getTime()
  if (!Number.isFinite(instant)) return null
  return localDate(instant) === day && timeField(instant) === time ? instant : null
}

/** The next working hour to begin with: tomorrow at nine. */
export function tomorrowAtNine(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 9).getTime()
}

/** Whether it is between 22:00 and 06:00 here: mail then wakes people, or is read beneath all of the night's. */
export function isNight(instant: number): boolean {
  const hour = new Date(instant).getHours()
  return hour >= 22 || hour < 6
}
