import type { ImportDetail } from '../../../../src-shared/bridge/imports'
import { formatMoment } from '../../../format'
import { runOf } from '../steps'

/** "Started 13:57"; nothing before the run. */
export function runFacts(open: ImportDetail, now: number): string {
  const startedAt = runOf(open)?.startedAt ?? null
  return startedAt === null ? '' : `Started ${formatMoment(startedAt, now)}`
}
