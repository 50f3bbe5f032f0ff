import type { BudgetState } from '../../core/client/budget-state'
import type { VerifyEstimate } from '../../../src-shared/bridge/imports'
import { problem } from '../../core/problems'
import type { Staging } from '../imports'
import { settle, type SettleTools } from './settle'

/** Addresses taken from the rows of an import at a time. */
export const pageSize = 1000

/** Calls that a verification has on their way at a time: a look-up may take seconds, and a sync goes on beside it. */
export const callsAtOnce = 4

type EstimatedRows = Pick<Staging, 'unverified' | 'noteVerdicts' | 'estimate'>

/**
 * What verification would cost, after noting everything that is known without a request. Aborting rejects with
 * `cancelled`; what was noted by then stays.
 */
export async function estimateVerification(
  rows: EstimatedRows,
  tools: SettleTools,
  budget: BudgetState,
  signal?: AbortSignal,
): Promise<VerifyEstimate> {
  await noteKnown(rows, tools, signal)
  const counted = await rows.estimate()
  return { ...counted, seconds: secondsFor(counted.calls, budget) }
}

/** Notes everything that is known without a request. Aborting rejects with `cancelled`; what was noted by then stays. */
export async function noteKnown(
  rows: Pick<EstimatedRows, 'unverified' | 'noteVerdicts'>,
  tools: SettleTools,
  signal?: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ;) {
    if (signal?.aborted) throw problem('cancelled')
    const emails = await rows.unverified({ after, limit: pageSize })
    const { verdicts } = await settle(emails, tools)
    if (verdicts.length > 0) await rows.noteVerdicts(verdicts)
    const last = emails.at(-1)
    if (last === undefined || emails.length < pageSize) return
    after = last
  }
}

/**
 * Seconds that so many calls take: at the share that background work has, of which what this minute has left goes at
 * once, and never faster than answers come. Rounded.
 */
export function secondsFor(calls: number, { share, spent, latencyMs }: BudgetState): number {
  const atOnce = Math.max(0, share - spent)
  const byBudget = (Math.max(0, calls - atOnce) / Math.max(1, share)) * 60
  const byAnswers = (calls * (latencyMs ?? 0)) / 1000 / callsAtOnce
  return Math.round(Math.max(byBudget, byAnswers))
}
