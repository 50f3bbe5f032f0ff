import { t } from '../../../src-shared/messages/message'
import type { WorkbookFound } from '../../../src-shared/bridge/import-file'
import type { ImportDetail, ImportStep } from '../../../src-shared/bridge/imports'
import { shownText } from '../../../src-shared/unseen'
import { formatBytes, formatClock, formatMoment, formatNearDay } from '../../format'
import { readingWords } from './file/reading-words'
import { runOf } from './steps'

/** "Started 13:57"; nothing before the run. */
function runFacts(open: ImportDetail, now: number): string {
  const startedAt = runOf(open)?.startedAt ?? null
  return startedAt === null
    ? ''
    : t('imports.stepFacts.startedMoment', { moment: formatMoment(startedAt, now) })
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
  const what = [
    kind === 'xlsx' ? t('imports.stepFacts.excelWorkbook') : t('imports.stepFacts.spreadsheet'),
    t('counts.sheets', { count: sheets.length }),
    formatBytes(bytes),
  ]
  return [...what, ...savedWords(savedAt, savedBy, now)].join(', ')
}

function savedWords(savedAt: WorkbookFound['savedAt'], savedBy: string | null, now: number): string[] {
  const moment = savedAt === null ? null : `${formatNearDay(savedAt, now)} ${formatClock(savedAt)}`
  const by = savedBy === null ? null : shownText(savedBy)
  if (moment !== null && by !== null) return [t('imports.stepFacts.savedMomentBy', { moment, by })]
  if (moment !== null) return [t('imports.stepFacts.savedMoment', { moment })]
  return by === null ? [] : [t('imports.stepFacts.savedBy', { by })]
}
