const day = 86_400_000
const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const three = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

// A page of a hundred records names two hundred times, and writing them was most of its cost. They lie on few days.
const dates = new Map<number, string>()
const datesMax = 4096

/**
 * A time, in whole milliseconds since 1970, as `Date.toISOString` writes it: 2026-11-20T14:00:00.000Z.
 * @throws RangeError for a day that Date does not reach.
 */
export function isoTime(ms: number): string {
  const days = Math.floor(ms / day)
  const left = ms - days * day
  const date = dates.get(days) ?? dateOf(days)
  const hours = two[Math.trunc(left / 3_600_000)]
  const minutes = two[Math.trunc(left / 60_000) % 60]
  const seconds = two[Math.trunc(left / 1000) % 60]
  return `${date}${hours}:${minutes}:${seconds}.${three[left % 1000]}Z`
}

function dateOf(days: number): string {
  const text = new Date(days * day).toISOString()
  const date = text.slice(0, text.indexOf('T') + 1)
  if (dates.size === datesMax) dates.clear()
  dates.set(days, date)
  return date
}
