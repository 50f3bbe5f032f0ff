/** How a number of a cell is meant. */
export type NumberMeaning = 'number' | 'date' | 'time' | 'dateTime'

/** Formats that Excel has by number alone and that are dates or times. */
const builtIn: Readonly<Record<number, NumberMeaning>> = {
  ...Object.fromEntries(
    [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'date']),
  ),
  ...Object.fromEntries([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56].map((id) => [id, 'time'])),
  22: 'dateTime',
}

/** What a number format makes of a number: `id`, or the text of a format that a workbook has of its own. */
export function meaningOf(id: number, format: string | undefined): NumberMeaning {
  if (format === undefined) return builtIn[id] ?? 'number'
  const [positive = ''] = format.split(';')
  const plain = positive
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/General/gi, '')
    .toLowerCase()
  const hasDate = /[yd]/.test(plain) || (/m/.test(plain) && !/[hs]/.test(plain))
  const hasTime = /[hs]/.test(plain)
  if (hasDate && hasTime) return 'dateTime'
  return hasDate ? 'date' : hasTime ? 'time' : 'number'
}

const dayMs = 86_400_000

/**
 * A number of days as a date and a time: "2026-03-14", "2026-03-14 17:20:00", "17:20:00". `from1904`: as workbooks count that
 * came from old Macs. null where it is none: before 1900, or after the year 9999.
 */
export function momentOf(days: number, meaning: NumberMeaning, from1904: boolean): string | null {
  if (!Number.isFinite(days) || days < 0 || days > 2_958_466) return null
  const seconds = Math.round(days * 86_400)
  const isWhole = seconds % 86_400 === 0
  if (meaning === 'time' && days < 1) return timeOf(seconds)
  // Excel takes 1900 for a leap year: up to its 29th of February, all is a day later.
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const day = new Date(first + Math.floor(seconds / 86_400) * dayMs).toISOString().slice(0, 10)
  return isWhole && meaning !== 'dateTime' ? day : `${day} ${timeOf(seconds % 86_400)}`
}

function timeOf(seconds: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(seconds / 3600))}:${part(Math.floor(seconds / 60) % 60)}:${part(seconds % 60)}`
}

/** A stored number as people wrote it: 0.30000000000000004 is 0.3, and 4.2E+1 is 42. Texts that are no number stay. */
export function plainNumber(stored: string): string {
  const value = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(value)) return stored
  const rounded = Number(value.toPrecision(15))
  if (Math.abs(rounded) >= 1e15) {
    const [digits = '', power = '0'] = rounded.toExponential(14).replace('.', '').split('e')
    return digits + '0'.repeat(Number(power) - 14)
  }
  const text = String(rounded)
  return text.includes('e-')
    ? rounded.toFixed(Math.min(20, 15 - Math.floor(Math.log10(Math.abs(rounded))))).replace(/0+$/, '')
    : text
}
