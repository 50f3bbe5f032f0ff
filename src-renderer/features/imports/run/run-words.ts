import { t } from '../../../../src-shared/messages/message'
import type { ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { runOf } from '../steps'

interface RowFigure {
  label: string
  count: number
  strong?: boolean
}

/** What becomes of every row of the file, in lines that add up to the rows of the file. Lines of none are left away. */
export function rowFigures(open: Pick<ImportDetail, 'counts' | 'rules' | 'jobs'>): RowFigure[] {
  const { counts, rules } = open
  if (!counts) return []
  const { rows } = counts
  const conflicting = rules.writeConflicting ? 0 : rows.conflicting
  const written = rowsOfRun(open)
  const rest = rows.all - rows.unchanged - rows.invalid - rows.duplicate - conflicting - written
  const held = Math.min(rows.held, Math.max(0, rest))
  let left = Math.max(0, rest - held)
  const byRule = (['undeliverable', 'unknown', 'risky', 'accepts'] as const).map((name) => {
    const ruled = rules.verify !== 'none' && rules.byVerdict[name] === 'leaveOut'
    const count = ruled ? Math.min(left, counts.verdicts[name]) : 0
    left -= count
    return { label: t(`imports.leftOutAs.${name}`), count }
  })
  const lines: { label: string; count: number; strong?: boolean }[] = [
    { label: t('imports.runBefore.toWrite'), count: written, strong: true },
    { label: t('imports.runWords.unchangedNoRequest'), count: rows.unchanged },
    ...byRule,
    { label: t('imports.runWords.leftOutInvalid'), count: rows.invalid },
    { label: t('imports.runWords.leftOutDuplicate'), count: rows.duplicate },
    { label: t('imports.runWords.leftOutConflicting'), count: conflicting },
    { label: t('imports.runWords.leftOutByYou'), count: left },
    { label: t('imports.runWords.heldForADecision'), count: held },
  ]
  return lines.filter(({ count, strong }) => strong || count > 0)
}

/** Rows that a run is about: what it will write; once it goes, what it has to do, whatever came of it. */
export function rowsOfRun({ counts, jobs }: Pick<ImportDetail, 'counts' | 'jobs'>): number {
  const run = runOf({ jobs })
  return run && run.total > 0 ? run.total : (counts?.toWrite ?? 0)
}

/** What the rules say, as lines of a list: the verdicts' where they are asked for, and the people who unsubscribed. */
export function ruleLines(rules: ImportDetail['rules']): { label: string; value: string }[] {
  const words = {
    import: t('imports.runWords.import'),
    importUnsubscribed: t('imports.runWords.importUnsubscribed'),
    leaveOut: t('words.leaveOutWord'),
    hold: t('imports.runWords.hold'),
  } as const
  const verdicts =
    rules.verify === 'none'
      ? [{ label: t('words.verification'), value: t('imports.runWords.none') }]
      : [
          { label: t('words.acceptsMail'), value: words[rules.byVerdict.accepts] },
          { label: t('words.risky'), value: words[rules.byVerdict.risky] },
          { label: t('words.unknown'), value: words[rules.byVerdict.unknown] },
          { label: t('words.undeliverable'), value: words[rules.byVerdict.undeliverable] },
        ]
  return [
    ...verdicts,
    {
      label: t('imports.runWords.unsubscribedHere'),
      value: rules.resubscribe
        ? t('imports.runWords.subscribeAgain')
        : t('imports.runWords.neverResubscribe'),
    },
    {
      label: t('imports.protectPeople.conflictingRows'),
      value: rules.writeConflicting ? t('imports.runWords.write') : t('words.leaveOutWord'),
    },
  ]
}

/** What a person who wants to leave has to know, by where the job stands; `next`: the row at which it goes on. */
export function leaveWords(job: Pick<Job, 'state'>, next?: number): string {
  const row = next === undefined ? t('imports.runWords.theNextRow') : t('imports.runWords.rowNext', { next })
  if (job.state === 'running' || job.state === 'queued') {
    return t('imports.runWords.theJobGoesOn', { row })
  }
  if (job.state === 'paused') {
    return t('imports.runWords.nothingIsSentWhile', { row })
  }
  return t('imports.runWords.itHasEndedNothing')
}
