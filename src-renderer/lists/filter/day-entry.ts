import { t } from '../../../src-shared/messages/message'
import { formatDay, formatMonthName } from '../../format'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The place of a month by the first three letters of its name, in English or as it is written here; −1: none. */
function monthOf(letters: string): number {
  const english = months.indexOf(letters)
  if (english >= 0) return english
  const short = (month: number) => formatMonthName(new Date(2026, month, 1).getTime()).toLowerCase()
  return months.findIndex((_, month) => short(month).startsWith(letters))
}

/** A day of the local calendar as "2026-11-22". */
export function dayOf(date: Date): string {
  const padded = (part: number, digits: number) => String(part).padStart(digits, '0')
  return `${padded(date.getFullYear(), 4)}-${padded(date.getMonth() + 1, 2)}-${padded(date.getDate(), 2)}`
}

/** The local midnight of a day written "2026-11-22". */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** A day so many days from another. */
export function dayAfter(day: string, days: number): string {
  const date = dateOf(day)
  return dayOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days))
}

/** A day as people read it: "22 Nov 2026"; empty of nothing. */
export function dayWords(day: string): string {
  return day === '' ? '' : formatDay(dateOf(day).getTime())
}

/** The day that is typed, as "2026-11-22": in that form, as 22.11.2026, 22 Nov 2026, today or yesterday; null: none. */
export function readDay(typed: string, now = new Date()): string | null {
  const text = typed.trim().toLowerCase()
  if (text === 'today' || text === t('words.today').toLowerCase()) return dayOf(now)
  if (text === 'yesterday' || text === t('words.yesterday')) return dayAfter(dayOf(now), -1)
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return realDay(iso[1], Number(iso[2]), iso[3])
  const dotted = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text)
  if (dotted) return realDay(dotted[3], Number(dotted[2]), dotted[1])
  const worded = /^(\d{1,2})\.?\s+(\p{L}{3})\p{L}*\.?(?:\s+(\d{4}))?$/u.exec(text)
  if (!worded) return null
  return realDay(worded[3] ?? String(now.getFullYear()), monthOf(worded[2] ?? '') + 1, worded[1])
}

/** The day itself; null where the calendar has none. */
function realDay(year: string | undefined, month: number, date: string | undefined): string | null {
  const found = new Date(Number(year), month - 1, Number(date))
  return found.getMonth() === month - 1 && found.getDate() === Number(date) ? dayOf(found) : null
}
