import { tell, toKeepWorded } from '../../../../../src-shared/messages/told'
import type { Reading, ReadNote } from '../../../../../src-shared/bridge/import-file'
import { dateParser, type DateParser, type DateParts } from '../../map/date-format'
import { Tally } from '../notes'

type DateOrder = NonNullable<Reading['dates']>

const times = ['', ' H:mm', ' H:mm:ss']
/** Dots go with the day first alone. */
const parsers: Record<DateOrder, readonly DateParser[]> = {
  dayFirst: parsersOf(['D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY']),
  monthFirst: parsersOf(['M/D/YYYY', 'M-D-YYYY']),
}

/** What looks like a date with its year at the end, with a time or without. */
const dateText = /^\s*\d{1,2}([./-])\d{1,2}\1\d{4}(\s+\d{1,2}:\d{2}(:\d{2})?)?\s*$/

/** Whether a text of a sheet looks like a date. */
export const looksLikeDate = (text: string): boolean => dateText.test(text)

/** The dates of a sheet that are stored as text: written as stored ones are, where a person said in which order they are. */
export class TextDates {
  private readonly taken = new Tally()
  private readonly impossible = new Tally()
  /** The first date, or in kept words what it is taken for. */
  private example = ''

  /** @param order Undefined: they stay as they are. */
  constructor(private readonly order: DateOrder | undefined) {}

  /** A cell as it is read: "3/4/2026" with the day first is "2026-04-03". What is no date, or an impossible one, stays. */
  read(text: string, line: number): string {
    if (!looksLikeDate(text)) return text
    if (this.order === undefined) {
      this.example ||= text.trim()
      this.taken.add(line)
      return text
    }
    const date = dateOf(text, parsers[this.order])
    if (date === null) {
      this.impossible.add(line)
      return text
    }
    const { day, month } = date
    const format = tell('imports.textDates.dayOfMonth', { day, month: String(month) })
    this.example ||= toKeepWorded('imports.textDates.trimIsTakenAs', { trim: text.trim(), format })
    this.taken.add(line)
    return stored(date)
  }

  notes(): ReadNote[] {
    const { example } = this
    const fate =
      this.order === undefined
        ? toKeepWorded('imports.textDates.exampleStaysUntilDates', { example })
        : example
    return [
      ...this.taken.titled('text_dates', 'imports.readingLines.datesThatAreText', fate),
      ...this.impossible.titled(
        'impossible_dates',
        'imports.textDates.datesThatDoNotExist',
        toKeepWorded('imports.textDates.theyStayText'),
      ),
    ]
  }
}

function parsersOf(days: readonly string[]): DateParser[] {
  return days.flatMap((day) => times.flatMap((time) => dateParser(day + time) ?? []))
}

function dateOf(text: string, from: readonly DateParser[]): DateParts | null {
  for (const parse of from) {
    const date = parse(text)
    if (date !== null) return date
  }
  return null
}

/** A date as a workbook's own are read: "2026-04-03", "2026-04-03 17:20:00". */
function stored({ year, month, day, time }: DateParts): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${year}-${two(month)}-${two(day)}`
  return time === null ? date : `${date} ${[time.hour, time.minute, time.second].map(two).join(':')}`
}
