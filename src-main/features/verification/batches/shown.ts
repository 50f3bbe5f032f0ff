import { said, saidText } from '../../../../src-shared/messages/told'
import type { BudgetState } from '../../../core/client/budget-state'
import type { Batch, BatchDetail, BatchRow } from '../../../../src-shared/bridge/verification'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type { BatchAddress, BatchFigures, BatchRecord, BatchTally } from '../store/batches/api'
import { defaultRules } from '../store/ledger/classes'
import { secondsFor } from '../estimate'
import { canBeReadAgain } from './sources'

/** A batch as its list shows it. */
export function shownBatch(
  record: BatchRecord,
  { calls, flipped }: BatchFigures,
  work: Batch['work'],
  job: Job | null,
): Batch {
  const { id, name, source, createdAt, problem, addresses, byClass, waiting, startedAt, ranMs } = record
  const ranSeconds = startedAt === null ? null : ranMs / 1000
  return {
    id,
    name: said(name),
    from: fromOf(source),
    repeatable: canBeReadAgain(source),
    createdAt,
    work,
    problem,
    addresses,
    byClass,
    waiting,
    job,
    ranSeconds,
    calls,
    flipped,
  }
}

function fromOf(source: BatchRecord['source']): Batch['from'] {
  if (source.kind === 'contacts') return source.view === true ? 'view' : 'contacts'
  if (source.kind === 'standing' && source.standing === 'unknown') return 'retry'
  if (source.kind === 'file') return source.pasted === true ? 'pasted' : 'file'
  return source.kind === 'segment' ? 'segment' : 'contacts'
}

/** A batch with all that its screen shows. */
export function shownDetail(
  batch: Batch,
  { given, blank, duplicates, waiting, addresses, byClass }: BatchRecord,
  tally: BatchTally,
  budget: BudgetState,
): BatchDetail {
  const { settledLocally: local } = tally
  const known = addresses - waiting - local
  const calls = waiting
  const estimate = { unique: addresses, local, known, calls, byClass, seconds: secondsFor(calls, budget) }
  return {
    ...batch,
    given,
    blank,
    duplicates,
    ...tally,
    byReason: tally.byReason.map((reason) => ({ ...reason, title: titleOf(reason.sign) })),
    // While the addresses are collected or looked up, nobody can tell what is left to ask.
    share: budget.share,
    ceiling: budget.ceiling,
    estimate: waiting === 0 || batch.work !== null ? null : estimate,
  }
}

/** An address as a list shows it. */
export function shownRow({ verdict, ...row }: BatchAddress): BatchRow {
  if (verdict === null) return { ...row, verdict }
  const { sign, reasons, ...rest } = verdict
  return { ...row, verdict: { ...rest, reason: titleOf(sign, reasons[0] && saidText(reasons[0])) } }
}

/** The title of a sign; where it has none of its own, what was said. */
function titleOf(sign: string, said = sign): string {
  const rule = Object.entries(defaultRules).find(([name]) => name === sign)?.[1]
  return rule?.title ?? said
}
