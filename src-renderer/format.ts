import { spokenTag, t } from '../src-shared/messages/message'
import { parseUrl } from '../src-shared/url'

/** Every number, size, span and instant that a person reads is written here, in one form for all screens. */

interface Writers {
  grouping: Intl.NumberFormat
  /** With just as many places, by their number. */
  fixed: readonly Intl.NumberFormat[]
  tenths: Intl.NumberFormat
  day: Intl.DateTimeFormat
  shortDay: Intl.DateTimeFormat
  dayOfYear: Intl.DateTimeFormat
  month: Intl.DateTimeFormat
  monthName: Intl.DateTimeFormat
  monthInFull: Intl.DateTimeFormat
  wholeMonth: Intl.DateTimeFormat
  clock: Intl.DateTimeFormat
  clockWithSeconds: Intl.DateTimeFormat
  relative: Intl.RelativeTimeFormat
}

function writersOf(tag: string): Writers {
  // English days are British: the day comes first, and the clock has 24 hours.
  const dates = tag === 'en' ? 'en-GB' : tag
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dates, options)
  return {
    grouping: new Intl.NumberFormat(tag),
    fixed: [0, 1, 2, 3, 4].map(
      (digits) =>
        new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    ),
    tenths: new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }),
    day: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: date({ day: 'numeric', month: 'short' }),
    dayOfYear: date({ day: 'numeric', month: 'short', year: '2-digit' }),
    month: date({ month: 'short', year: '2-digit' }),
    monthName: date({ month: 'short' }),
    monthInFull: date({ month: 'long' }),
    wholeMonth: date({ month: 'long', year: 'numeric' }),
    clock: date({ hour: '2-digit', minute: '2-digit' }),
    clockWithSeconds: date({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    relative: new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }),
  }
}

let inUse: { tag: string; writers: Writers } | null = null

/** Those of the language that is spoken: making them takes longer than writing with them. */
function writers(): Writers {
  const tag = spokenTag()
  if (inUse?.tag !== tag) inUse = { tag, writers: writersOf(tag) }
  return inUse.writers
}

// The runtime's British English writes "Sept", and nothing else of four letters.
const shortMonth = (written: string) => written.replace('Sept', 'Sep')

/** What stands where there is no value: an en dash. */
export const missing = '–'

/** `52418` as "52,418". */
export function formatNumber(value: number): string {
  return writers().grouping.format(value)
}

/** A change with its sign: "+2,874", "−204", "0". */
export function formatChange(value: number): string {
  if (value === 0) return '0'
  return `${value > 0 ? '+' : '−'}${formatNumber(Math.abs(value))}`
}

/** A noun, as it stands alone, within a sentence: "Contacts" as "contacts". German nouns stay large. */
export function nounInSentence(noun: string): string {
  return spokenTag() === 'de' ? noun : noun.toLowerCase()
}

/** Words that can begin a sentence, within one: "Accepts mail" as "accepts mail". */
export function inSentence(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

/** A figure with so many places after the point, not more and not less: "14.0". */
export function formatFixed(value: number, digits: 0 | 1 | 2 | 4): string {
  return writers().fixed[digits]?.format(value) ?? String(value)
}

/** A share that is given in percent: "60 %", with so many places after the point. */
export function formatPercent(percent: number, digits: 0 | 1 | 2 = 0): string {
  return `${formatFixed(percent, digits)} %`
}

/** A share of a whole as "89.3 %"; an en dash of nothing. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? missing : formatPercent((100 * part) / whole, 1)
}

/** A share, 0 to 1, that is expected: "0.9 %"; an en dash where nobody can tell. */
export function formatProjected(share: number | null): string {
  return share === null ? missing : formatPercent(100 * share, 1)
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
  return `${unit > 1 && value < 10 ? formatTenths(value) : formatNumber(Math.round(value))} ${units[unit]}`
}

/** A figure with one place after the point at most: "3.2", "4". */
export function formatTenths(value: number): string {
  return writers().tenths.format(value)
}

/** How long something took, given in milliseconds: "84 ms", "3.2 s", "5 min", "2 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return t('format.milliseconds', { count: Math.round(ms) })
  const seconds = ms / 1000
  if (seconds < 9.95) return t('format.seconds', { count: Math.round(seconds * 10) / 10 })
  if (seconds < 90) return t('format.seconds', { count: Math.round(seconds) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return t('format.minutes', { count: minutes })
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0
    ? t('format.hours', { hours })
    : t('format.hoursAndMinutes', { hours, minutes: minutes % 60 })
}

/** How long something lasts, in the two largest units that say something: "41 min", "4 h", "2 d 4 h", "9 d". */
export function formatSpan(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('format.minutes', { count: minutes })
  if (hours < 24) {
    return minutes % 60 === 0
      ? t('format.hours', { hours })
      : t('format.hoursAndMinutes', { hours, minutes: minutes % 60 })
  }
  const days = Math.floor(hours / 24)
  if (days >= 3 || hours % 24 === 0) return t('format.days', { days })
  return t('format.daysAndHours', { days, hours: hours % 24 })
}

/** What is left, given in seconds, as words: "About 4 min"; null while no rate is known: "Working it out". */
export function formatLeft(seconds: number | null): string {
  if (seconds === null) return t('format.notKnownYet')
  return seconds < 60
    ? t('format.lessThanAMinute')
    : t('format.about', { time: formatDuration(seconds * 1000) })
}

/** When what takes this many more seconds ends, as in {@link formatNearMoment}; null where that is within the hour. */
export function farEnd(seconds: number, now: number): string | null {
  return seconds < 3600 ? null : formatNearMoment(now + seconds * 1000, now)
}

/** Local time of day: "14:02". */
export function formatClock(instant: number): string {
  return writers().clock.format(instant)
}

/** Local time of day with its seconds: "14:02:31". */
export function formatClockSeconds(instant: number): string {
  return writers().clockWithSeconds.format(instant)
}

/** Local day: "14 Mar 2025". */
export function formatDay(instant: number): string {
  return shortMonth(writers().day.format(instant))
}

/** Local month in full: "November 2026". */
export function formatWholeMonth(instant: number): string {
  return writers().wholeMonth.format(instant)
}

/** Local day of this year: "14 Mar". */
export function formatShortDay(instant: number): string {
  return shortMonth(writers().shortDay.format(instant))
}

/** Local month without its year: "December". */
export function formatMonthInFull(instant: number): string {
  return writers().monthInFull.format(instant)
}

/** Local month without its year: "Dec". */
export function formatMonthName(instant: number): string {
  return shortMonth(writers().monthName.format(instant))
}

/** Local day, short: "21 Nov"; of another year than now "14 Mar 25". */
export function formatNearDay(instant: number, now: number): string {
  const isThisYear = new Date(instant).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? formatShortDay(instant) : shortMonth(writers().dayOfYear.format(instant))
}

/** Local month: "Dec 24". */
export function formatMonth(instant: number): string {
  return shortMonth(writers().month.format(instant))
}

/** The exact local time, for hovering: "14 Mar 2025, 14:02:07". */
export function formatExact(instant: number): string {
  return `${formatDay(instant)}, ${formatClockSeconds(instant)}`
}

/** "today, 14:02", "tomorrow, 08:55"; of further days "20 Nov 2026, 14:02". */
export function formatNearMoment(instant: number, now: number): string {
  const days = Math.round(
    (new Date(instant).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 864e5,
  )
  if (Math.abs(days) > 1) return formatMoment(instant, now)
  return `${writers().relative.format(days, 'day')}, ${formatClock(instant)}`
}

/** "14:02" today, else with its day: "20 Nov 2026, 14:02". */
export function formatMoment(instant: number, now: number): string {
  const sameDay = new Date(instant).toDateString() === new Date(now).toDateString()
  return sameDay ? formatClock(instant) : `${formatDay(instant)}, ${formatClock(instant)}`
}

/** As {@link formatMoment}, where there is little room: "20 Nov, 14:02", "14 Mar 25, 14:02". */
export function formatShortMoment(instant: number, now: number): string {
  const sameDay = new Date(instant).toDateString() === new Date(now).toDateString()
  return sameDay ? formatClock(instant) : `${formatNearDay(instant, now)}, ${formatClock(instant)}`
}

/** The host of an address, with its port: "mail.harbournotes.app"; the text itself where it is no address. */
export function formatHost(address: string): string {
  return parseUrl(address)?.host ?? address
}
