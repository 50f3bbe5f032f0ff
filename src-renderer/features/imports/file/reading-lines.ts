import type { Reading, WorkbookFound } from '../../../../src-shared/bridge/import-file'
import { formatNumber } from '../../../format'
import {
  delimiterChoices,
  encodingName,
  headerChoices,
  quoteChoice,
  quoteChoices,
  skippedWords,
  titleChoices,
  withHeader,
  withPart,
  withQuotes,
  withTitle,
} from './reading-words'

/** One part of how a file is read: what it can be, what it is, and the reading with another choice. */
interface ReadingLine {
  title: string
  /** What screen readers call it, where the title alone says too little. */
  label?: string
  options: readonly { value: string; label: string }[]
  value: string
  to: (choice: string) => Reading
  /** What is said beside it. */
  note?: string
}

/** How a file of text is read. `encodings`: those that there are. */
export function fileLines(reading: Reading, encodings: readonly string[]): ReadingLine[] {
  const { encoding, delimiter, skip = 0 } = reading
  const known = encodings.includes(encoding) ? encodings : [encoding, ...encodings]
  return [
    {
      title: 'Encoding',
      options: known.map((value) => ({ value, label: encodingName(value) })),
      value: encoding,
      to: (choice) => ({ ...reading, encoding: choice }),
    },
    {
      title: 'Delimiter',
      options: delimiterChoices(delimiter),
      value: delimiter,
      to: (choice) => ({ ...reading, delimiter: choice }),
    },
    {
      title: 'Quotes',
      options: quoteChoices,
      value: quoteChoice(reading),
      to: (choice) => withQuotes(reading, choice),
    },
    {
      title: 'Title',
      label: 'Title above the first row',
      options: titleChoices(skip),
      value: String(skip),
      to: (rows) => withTitle(reading, Number(rows)),
    },
    {
      title: 'First row',
      options: [
        { value: 'yes', label: 'Names of the columns' },
        { value: 'no', label: 'A row like the others' },
      ],
      value: reading.header ? 'yes' : 'no',
      to: (choice) => ({ ...reading, header: choice === 'yes' }),
    },
  ]
}

/** The rows of a sheet that may be the last to be read, the one in use among them; `sum`: the one before a sum. */
function lastChoices({ until }: Reading, sum: number): ReadingLine['options'] {
  const all = [
    { value: 'all', label: 'The last in the sheet' },
    { value: String(sum), label: `Row ${formatNumber(sum)}, a sum follows` },
  ]
  const isListed = until === undefined || until === sum
  return isListed ? all : [...all, { value: String(until), label: `Row ${formatNumber(until)}` }]
}

function hiddenLine(reading: Reading): ReadingLine {
  const { hidden = 'left' } = reading
  const isSome = hidden !== 'left' && hidden !== 'taken'
  return {
    title: 'Hidden',
    label: 'Hidden columns',
    options: [
      { value: 'left', label: 'Columns left out' },
      { value: 'taken', label: 'Columns read too' },
      ...(isSome ? [{ value: 'some', label: 'Some columns read' }] : []),
    ],
    value: isSome ? 'some' : hidden,
    to: (choice) => withPart(reading, 'hidden', choice === 'taken' ? choice : undefined),
  }
}

/** How a sheet of a workbook is read. `detected`: as was found out. */
export function sheetLines(
  reading: Reading,
  detected: Reading | null,
  workbook: WorkbookFound,
): ReadingLine[] {
  return [
    {
      title: 'Header',
      label: 'Row that names the columns',
      options: headerChoices(workbook, reading),
      value: reading.header ? String(reading.skip ?? 0) : 'none',
      to: (choice) => withHeader(reading, choice),
      note: skippedWords(workbook.headerRow),
    },
    {
      title: 'Last row',
      options: lastChoices(reading, detected?.until ?? workbook.lastRow - 1),
      value: String(reading.until ?? 'all'),
      to: (choice) => withPart(reading, 'until', choice === 'all' ? undefined : Number(choice)),
    },
    {
      title: 'Dates',
      label: 'Dates that are text',
      options: [
        { value: 'written', label: 'As they are written' },
        { value: 'dayFirst', label: 'Day first: 3/4 is 3 April' },
        { value: 'monthFirst', label: 'Month first: 3/4 is March 4' },
      ],
      value: reading.dates ?? 'written',
      to: (choice) =>
        withPart(reading, 'dates', choice === 'dayFirst' || choice === 'monthFirst' ? choice : undefined),
    },
    ...(workbook.hidden.length > 0 ? [hiddenLine(reading)] : []),
  ]
}
