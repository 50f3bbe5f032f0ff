import { t } from '../../../../src-shared/messages/message'
import type {
  ImportDetail,
  ImportRules,
  ReasonCount,
  VerdictRule,
} from '../../../../src-shared/bridge/imports'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { formatLeft, formatNumber } from '../../../format'
import { hasEnded } from '../../../jobs/job-words'

/** What can be done with a class, as the select of a line says it. */
export const ruleOptions: { value: VerdictRule; label: string }[] = [
  { value: 'import', label: t('words.import') },
  { value: 'importUnsubscribed', label: t('imports.verifyWords.importUnsubscribed') },
  { value: 'leaveOut', label: t('words.leaveOut') },
  { value: 'hold', label: t('imports.verifyWords.holdForADecision') },
]

/** Which addresses are verified, with what each choice means. */
export function scopeChoices(counts: ImportDetail['counts']): {
  value: ImportRules['verify']
  label: string
  note: string
}[] {
  const fresh = counts?.rows.new ?? 0
  return [
    { value: 'none', label: t('words.none'), note: t('imports.verifyWords.nothingIsAskedEvery') },
    {
      value: 'new',
      label: t('imports.verifyWords.newAddresses'),
      note: t('imports.verifyWords.rowsForPeopleWho', { fresh }),
    },
    {
      value: 'all',
      label: t('imports.verifyWords.allThatWouldBe'),
      note: t('imports.verifyWords.newOnesAndThose'),
    },
  ]
}

/** The newest verification of an import; null before the first. */
export function verificationOf(open: Pick<ImportDetail, 'jobs'>): Job | null {
  return open.jobs.find(({ kind }) => kind === 'verification') ?? null
}

/** Whether verification is queued, running or paused. */
export function isVerifying(open: Pick<ImportDetail, 'jobs'>): boolean {
  const job = verificationOf(open)
  return job !== null && !hasEnded(job)
}

/** The estimate in lines that add up: told here, known, to ask; and how long asking takes. */
export function estimateLines(
  estimate: NonNullable<ImportDetail['estimate']>,
): { label: string; value: string; strong?: boolean }[] {
  return [
    {
      label: t('words.differentAddresses'),
      value: formatNumber(estimate.unique),
      strong: true,
    },
    { label: t('words.toldHereWithoutAsking'), value: formatNumber(estimate.local) },
    { label: t('words.knownAndFresh'), value: formatNumber(estimate.known) },
    { label: t('words.callsNeeded'), value: formatNumber(estimate.calls) },
    { label: t('words.timeAtTheRateLimit'), value: timeWords(estimate) },
  ]
}

/** "About 11 min"; "none" where nothing has to be asked. */
function timeWords({ calls, seconds }: { calls: number; seconds: number }): string {
  return calls === 0 ? t('imports.verifyWords.none') : formatLeft(seconds)
}

/** How many different addresses the rules want verified; null while that is being counted. */
export function uniqueCount({ estimate, jobs }: Pick<ImportDetail, 'estimate' | 'jobs'>): number | null {
  if (estimate) return estimate.unique
  const job = verificationOf({ jobs })
  return job && !hasEnded(job) && job.total > 0 ? job.total : null
}

/** Of these, how many no verdict is known for; null while that is being counted. */
export function uncheckedCount(open: Pick<ImportDetail, 'estimate' | 'jobs' | 'counts'>): number | null {
  const unique = uniqueCount(open)
  if (unique === null || !open.counts) return null
  const judged = Object.values(open.counts.verdicts).reduce((sum, count) => sum + count, 0)
  return Math.max(0, unique - judged)
}

/** What the primary button of the step does next. */
export function nextAct(
  open: Pick<ImportDetail, 'rules' | 'estimate' | 'jobs' | 'counts'>,
): 'verify' | 'go' | 'wait' {
  if (isVerifying(open)) return 'wait'
  if (open.rules.verify === 'none') return 'go'
  return uncheckedCount(open) === 0 ? 'go' : 'verify'
}

/** The foot's line of what the rules come to: "5,398 to write, 12 held, 86 left out". */
export function outcomeWords(counts: ImportDetail['counts']): { strong: string; rest: string } {
  if (!counts) return { strong: '', rest: '' }
  const parts = [
    counts.rows.held > 0 ? t('imports.verifyWords.heldHeldForYour', { held: counts.rows.held }) : '',
    counts.rows.leftOut > 0 ? t('imports.verifyWords.leftoutLeftOut', { leftOut: counts.rows.leftOut }) : '',
    counts.stayUnsubscribed > 0
      ? t('imports.verifyWords.stayunsubscribedUnsubscribedStay', {
          stayUnsubscribed: counts.stayUnsubscribed,
        })
      : '',
  ].filter((part) => part !== '')
  return {
    strong: t('imports.checkStep.towriteToWrite', { toWrite: counts.toWrite }),
    rest: parts.length > 0 ? `, ${parts.join(', ')}` : '',
  }
}

/** Reasons as bars, the longest first: what addresses that accept mail have for a reason is the rule, and left out. */
export function reasonBars(reasons: readonly ReasonCount[]): {
  /** `length`: a share of the longest, 0 to 1. */
  lines: (ReasonCount & { length: number })[]
  count: number
} {
  const shown = reasons.filter((reason) => reason.class !== 'accepts')
  const longest = Math.max(1, ...shown.map(({ count }) => count))
  return {
    lines: shown.map((reason) => ({ ...reason, length: reason.count / longest })),
    count: shown.reduce((sum, { count }) => sum + count, 0),
  }
}

/** What the foot of the step says and does. `unchecked`: how many addresses are to be asked about; null: not known yet. */
export function verifyFoot(open: Pick<ImportDetail, 'rules' | 'estimate' | 'jobs' | 'counts'>) {
  return { next: nextAct(open), words: outcomeWords(open.counts), unchecked: uncheckedCount(open) }
}
