import { dataKey } from './field-words'
import type { ListField } from './list-field'

/** Where a field's days begin: ours are instants, seen in local time; dates in `data` mean the same day everywhere. */
type DayZone = 'local' | 'utc'

export function dayZone(field: ListField): DayZone {
  return dataKey(field) === null ? 'local' : 'utc'
}

function midnightOf(zone: DayZone, year: number, month: number, day: number): number {
  return zone === 'utc' ? Date.UTC(year, month, day) : new Date(year, month, day).getTime()
}

function partsOf(instant: number, zone: DayZone): [number, number, number] {
  const day = new Date(instant)
  return zone === 'utc'
    ? [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
    : [day.getFullYear(), day.getMonth(), day.getDate()]
}

/** What a date input holds for the day of an instant: "2026-11-20". */
export function dayText(instant: number, zone: DayZone): string {
  const [year, month, day] = partsOf(instant, zone)
  const padded = (part: number, digits: number) => String(part).padStart(digits, '0')
  return `${padded(year, 4)}-${padded(month + 1, 2)}-${padded(day, 2)}`
}

/** The first instant of the day `after` days past the one a date input holds; null where it is empty or half entered. */
export function dayStart(text: string, zone: DayZone, after = 0): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!parts) return null
  const start = midnightOf(zone, Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + after)
  return Number.isNaN(start) ? null : start
}

/** An instant of local time on the same calendar day: what local formatting shows as that day. */
export function localDay(instant: number, zone: DayZone): number {
  return midnightOf('local', ...partsOf(instant, zone))
}
