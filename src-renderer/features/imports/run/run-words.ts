import type { ImportDetail } from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { formatNumber } from '../../../format'
import { runOf } from '../steps'

/** A row of figures: what it is, and how many rows. */
interface RowFigure {
  label: string
  count: number
  /** The line that says the most: it stands out. */
  strong?: boolean
}

const leftOutWords = {
  accepts: 'Left out: accepts mail',
  risky: 'Left out: risky',
  undeliverable: 'Left out: undeliverable',
  unknown: 'Left out: unknown',
} as const

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
    return { label: leftOutWords[name], count }
  })
  const lines: { label: string; count: number; strong?: boolean }[] = [
    { label: 'To write', count: written, strong: true },
    { label: 'Unchanged, no request', count: rows.unchanged },
    ...byRule,
    { label: 'Left out: invalid', count: rows.invalid },
    { label: 'Left out: duplicate', count: rows.duplicate },
    { label: 'Left out: conflicting', count: conflicting },
    { label: 'Left out by you', count: left },
    { label: 'Held for a decision', count: held },
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
    import: 'import',
    importUnsubscribed: 'import unsubscribed',
    leaveOut: 'leave out',
    hold: 'hold',
  } as const
  const verdicts =
    rules.verify === 'none'
      ? [{ label: 'Verification', value: 'none' }]
      : [
          { label: 'Accepts mail', value: words[rules.byVerdict.accepts] },
          { label: 'Risky', value: words[rules.byVerdict.risky] },
          { label: 'Unknown', value: words[rules.byVerdict.unknown] },
          { label: 'Undeliverable', value: words[rules.byVerdict.undeliverable] },
        ]
  return [
    ...verdicts,
    { label: 'Unsubscribed here', value: rules.resubscribe ? 'subscribe again' : 'never resubscribe' },
    { label: 'Conflicting rows', value: rules.writeConflicting ? 'write' : 'leave out' },
  ]
}

/** What a person who wants to leave has to know, by where the job stands; `next`: the row at which it goes on. */
export function leaveWords(job: Pick<Job, 'state'>, next?: number): string {
  const row = next === undefined ? 'the next row' : `row ${formatNumber(next)}`
  if (job.state === 'running' || job.state === 'queued') {
    return `The job goes on with the window closed. After a restart it continues at ${row}. At most the one row in flight is sent again, which changes nothing.`
  }
  if (job.state === 'paused') {
    return `Nothing is sent while it is paused. What was written stays, and it continues at ${row}.`
  }
  return 'It has ended: nothing more is sent. What was written can be taken back after it.'
}
