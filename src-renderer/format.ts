import { parseUrl } from '../src-shared/url'

/** Every number, size, span and instant that a person reads is written here, in one form for all screens. */

const grouping = new Intl.NumberFormat('en')
const percents = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
// Our own: the runtime's en-GB writes "Sept".
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const clockWithSeconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function monthName(date: Date): string {
  return monthNames[date.getMonth()] ?? ''
}

/** What stands where there is no value: an en dash. */
export const missing = '–'

/** `52418` as "52,418". */
export function formatNumber(value: number): string {
  return grouping.format(value)
}

/** A change with its sign: "+2,874", "−204", "0". */
export function formatChange(value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${grouping.format(Math.abs(value))}`
}

/** "1 contact", "2,874 contacts". `many` where the plural is not the word with an s. */
export function formatCount(value: number, one: string, many = `${one}s`): string {
  return `${grouping.format(value)} ${value === 1 ? one : many}`
}

/** A share of a whole as "89.3 %"; an en dash of nothing. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? missing : `${percents.format((100 * part) / whole)} %`
}

/** Bytes in decimal units, as file managers count them: "640 B", "38 MB", "1.2 GB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit > 1 && value < 10 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}

/** How long something took, given in milliseconds: "84 ms", "3.2 s", "5 min", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, '')} s`
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

/** What is left, given in seconds, as words: "About 4 min"; null while no rate is known: "Working it out". */
export function formatLeft(seconds: number | null): string {
  if (seconds === null) return 'Working it out'
  return seconds < 60 ? 'Less than a minute' : `About ${formatDuration(seconds * 1000)}`
}

/** Local time of day: "14:02". */
export function formatClock(instant: number): string {
  return clock.format(instant)
}

/** Local day: "14 Mar 2025". */
export function formatDay(instant: number): string {
  const date = new Date(instant)
  return `${date.getDate()} ${monthName(date)} ${date.getFullYear()}`
}

/** Local day, short: "21 Nov"; of another year than now "14 Mar 25". */
export function formatShortDay(instant: number, now: number): string {
  const date = new Date(instant)
  const short = `${date.getDate()} ${monthName(date)}`
  if (date.getFullYear() === new Date(now).getFullYear()) return short
  return `${short} ${String(date.getFullYear() % 100).padStart(2, '0')}`
}

/** Local month: "Dec 24". */
export function formatMonth(instant: number): string {
  const date = new Date(instant)
  return `${monthName(date)} ${String(date.getFullYear() % 100).padStart(2, '0')}`
}

/** The exact local time, for hovering: "14 Mar 2025, 14:02:07". */
export function formatExact(instant: number): string {
  return `${formatDay(instant)}, ${clockWithSeconds.format(instant)}`
}

/** "14:02" today, else with its day: "20 Nov 2026, 14:02". */
export function formatMoment(instant: number, now: number): string {
  const sameDay = new Date(instant).toDateString() === new Date(now).toDateString()
  return sameDay ? formatClock(instant) : `${formatDay(instant)}, ${formatClock(instant)}`
}

/** The host of an address, with its port: "mail.harbournotes.app"; the text itself where it is no address. */
export function formatHost(address: string): string {
  return parseUrl(address)?.host ?? address
}
