import { t } from '../../../../src-shared/messages/message'
import type { ImportColumn } from '../../../../src-shared/bridge/import-file'
import type { Import } from '../../../../src-shared/bridge/imports'
import { hasEnded } from '../../../jobs/job-words'
import { runOf } from '../steps'

/** Whether an import can be discarded: it never ran. */
export function canDiscard(one: Pick<Import, 'jobs'>): boolean {
  return runOf(one) === null
}

/** What a click on an import's "open" says. */
export function openWord(one: Pick<Import, 'jobs' | 'work'>): string {
  const run = runOf(one)
  if (run === null) return t('imports.historyWords.goOnWithIt')
  return hasEnded(run) ? t('imports.historyWords.showWhatWasWritten') : t('imports.historyWords.showTheRun')
}

/** Where a column went, in words: "email", "data.plan", "left out". */
export function targetWords({ target }: Pick<ImportColumn, 'target'>): string {
  if (target.kind === 'data') return `data.${target.key}`
  return target.kind === 'leaveOut' ? t('words.leftOutWord') : target.kind
}

/** How a column was read and written: "date DD.MM.YYYY, fill blanks"; nothing where it was left out. */
export function columnWords({ target, as, rule }: Pick<ImportColumn, 'target' | 'as' | 'rule'>): string {
  if (target.kind === 'leaveOut' || target.kind === 'email') return ''
  const type =
    as.type === 'date'
      ? t('imports.historyWords.dateFormat', { format: as.format })
      : as.type === 'number'
        ? t('imports.historyWords.numberDecimalDecimal', { decimal: as.decimal })
        : as.type === 'boolean'
          ? t('imports.historyWords.yesOrNo')
          : t('words.textWord')
  return `${type}, ${t(`imports.rules.${rule}`)}`
}
