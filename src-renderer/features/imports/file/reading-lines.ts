import { t } from '../../../../src-shared/messages/message'
import type { Reading, WorkbookFound } from '../../../../src-shared/bridge/import-file'
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
  note?: string
}

/** How a file of text is read. `encodings`: those that there are. */
export function fileLines(reading: Reading, encodings: readonly string[]): ReadingLine[] {
  const { encoding, delimiter, skip = 0 } = reading
  const known = encodings.includes(encoding) ? encodings : [encoding, ...encodings]
  return [
    {
      title: t('imports.readingLines.encoding'),
      options: known.map((value) => ({ value, label: encodingName(value) })),
      value: encoding,
      to: (choice) => ({ ...reading, encoding: choice }),
    },
    {
      title: t('imports.readingLines.delimiter'),
      options: delimiterChoices(delimiter),
      value: delimiter,
      to: (choice) => ({ ...reading, delimiter: choice }),
    },
    {
      title: t('imports.readingLines.quotes'),
      options: quoteChoices,
      value: quoteChoice(reading),
      to: (choice) => withQuotes(reading, choice),
    },
    {
      title: t('imports.readingLines.title'),
      label: t('imports.readingLines.titleAboveTheFirst'),
      options: titleChoices(skip),
      value: String(skip),
      to: (rows) => withTitle(reading, Number(rows)),
    },
    {
      title: t('imports.readingLines.firstRow'),
      options: [
        { value: 'yes', label: t('imports.readingLines.namesOfTheColumns') },
        { value: 'no', label: t('imports.readingLines.aRowLikeThe') },
      ],
      value: reading.header ? 'yes' : 'no',
      to: (choice) => ({ ...reading, header: choice === 'yes' }),
    },
  ]
}

/** Which row of a sheet is the last to be read: all, or those above a sum that follows. */
function lastLine(reading: Reading, detected: Reading | null, { lastRow }: WorkbookFound): ReadingLine {
  const { until } = reading
  const sum = detected?.until
  // Where rows are left out that are no sum, the sheet's last is not known.
  const last = sum === undefined ? (until === undefined ? lastRow : null) : sum + 1
  const lines = new Set([sum ?? lastRow - 1, ...(until === undefined ? [] : [until])])
  return {
    title: t('imports.readingLines.lastRow'),
    options: [
      {
        value: 'all',
        label:
          last === null
            ? t('imports.readingLines.theLastInThe')
            : t('imports.readingLines.rowLastTheLast', { last }),
      },
      ...[...lines].map((line) => ({
        value: String(line),
        label: t('imports.readingLines.rowUntil', { until: line }),
      })),
    ],
    value: String(until ?? 'all'),
    to: (choice) => withPart(reading, 'until', choice === 'all' ? undefined : Number(choice)),
    ...(sum !== undefined && until === sum ? { note: t('imports.readingLines.aSumFollows') } : {}),
  }
}

function hiddenLine(reading: Reading): ReadingLine {
  const { hidden = 'left' } = reading
  const isSome = hidden !== 'left' && hidden !== 'taken'
  return {
    title: t('imports.readingLines.hidden'),
    label: t('imports.readingLines.hiddenColumns'),
    options: [
      { value: 'left', label: t('imports.readingLines.columnsLeftOut') },
      { value: 'taken', label: t('imports.readingLines.columnsReadToo') },
      ...(isSome ? [{ value: 'some', label: t('imports.readingLines.someColumnsRead') }] : []),
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
      title: t('imports.readingLines.header'),
      label: t('imports.readingLines.rowThatNamesThe'),
      options: headerChoices(workbook, reading),
      value: reading.header ? String(reading.skip ?? 0) : 'none',
      to: (choice) => withHeader(reading, choice),
      note: skippedWords(workbook.headerRow),
    },
    lastLine(reading, detected, workbook),
    {
      title: t('imports.readingLines.dates'),
      label: t('imports.readingLines.datesThatAreText'),
      options: [
        { value: 'written', label: t('imports.readingLines.asTheyAreWritten') },
        { value: 'dayFirst', label: t('imports.readingLines.dayFirst34') },
        { value: 'monthFirst', label: t('imports.readingLines.monthFirst34') },
      ],
      value: reading.dates ?? 'written',
      to: (choice) =>
        withPart(reading, 'dates', choice === 'dayFirst' || choice === 'monthFirst' ? choice : undefined),
    },
    {
      title: t('words.formulas'),
      options: [
        { value: 'saved', label: t('imports.readingLines.valuesAsLastSaved') },
        { value: 'empty', label: t('imports.readingLines.leftEmpty') },
      ],
      value: reading.formulas ?? 'saved',
      to: (choice) => withPart(reading, 'formulas', choice === 'empty' ? choice : undefined),
    },
    ...(workbook.hidden.length > 0 ? [hiddenLine(reading)] : []),
  ]
}
