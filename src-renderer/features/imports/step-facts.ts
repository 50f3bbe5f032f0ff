import { t } from '../../../src-shared/messages/message'
import type { WorkbookFound } from '../../../src-shared/bridge/import-file'
import type { ImportDetail, ImportStep } from '../../../src-shared/bridge/imports'
import { shownText } from '../../../src-shared/unseen'
import { formatBytes, formatMoment } from '../../format'
import { readingWords } from './file/reading-words'
import { runOf } from './steps'

/** "Started 13:57"; nothing before the run. */
function runFacts(open: ImportDetail, now: number): string {
  const startedAt = runOf(open)?.startedAt ?? null
  return startedAt === null ? '' : `Started ${formatMoment(startedAt, now)}`
}

/** What stands at the right of the stepper: of the file before the run, of the run from then on. */
export function stepFacts(open: ImportDetail, step: ImportStep, now: number): string {
  if (step === 'run' || step === 'after') return runFacts(open, now)
  if (open.rows === null || !open.reading) return ''
  if (open.workbook && step === 'read') return workbookWords(open.workbook, open.bytes, now)
  return `${t('counts.rows', { count: open.rows })}, ${readingWords(open.reading, open.workbook?.headerRow)}`
}

/** "Excel workbook, 5 sheets, 1.4 MB, saved 18 Nov, 17:20 by Aoife Brennan". */
function workbookWords(
  { kind, sheets, savedAt, savedBy }: WorkbookFound,
  bytes: number,
  now: number,
): string {
  const what = kind === 'xlsx' ? t('imports.stepFacts.excelWorkbook') : 'Spreadsheet'
  const saved = savedAt === null ? '' : `, saved ${formatMoment(savedAt, now)}`
  const by = savedBy === null ? '' : `${saved === '' ? ', saved' : ''} by ${shownText(savedBy)}`
  return `${what}, ${t('counts.sheets', { count: sheets.length })}, ${formatBytes(bytes)}${saved}${by}`
}
