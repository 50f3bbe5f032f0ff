import type { RecordConnection, RecordRun } from '../../src-shared/bridge/records'
import { limits } from '../../src-shared/interface/limits'
import type { RecordSummary } from '../cache/records/api'
import { secondsLeft } from '../sync/rate'
import type { StoredConnection } from './book'
import { isLive } from './runner'
import { asked, overlapOf } from './steps'
import type { WayState } from './ways'

/** What a connection is shown from. */
export interface ShownParts {
  token: RecordConnection['token']
  summary: RecordSummary
  /** The run that is under way or was the last, as it stands. */
  run: RecordRun | null
  /** What the copy held after the last page of a run; null where none came. */
  copy: { rows: number; revision: number } | null
  way: WayState
  nextAt: number | null
}

/** A connection as the page sees it. */
export function shownConnection(
  stored: StoredConnection,
  { token, summary, run, copy, way, nextAt }: ShownParts,
): RecordConnection {
  // While a run goes on, what its pages said of the copy is newer than what was last read of it.
  const { rows, revision } = copy && copy.revision > summary.revision ? copy : summary
  const isUnderWay = run !== null && isLive(run) && run.id !== summary.last?.id
  // A run that has just ended is the last one before the copy was asked.
  const isNewest = run !== null && !isLive(run) && run.id >= (summary.last?.id ?? 0)
  return {
    ...stored,
    token,
    revision,
    sync: {
      rows,
      asOf: summary.asOf,
      run: isUnderWay && run ? { ...run, secondsLeft: leftOf(run, way) } : null,
      last: isNewest ? run : summary.last,
      online: way.online,
      blocked: way.blocked,
      spent: way.spent,
      heldUntil: way.heldUntil,
      ceiling: way.ceiling ?? limits.requestsPerMinute,
      nextAt,
    },
  }
}

function leftOf(run: RecordRun, { share, spent }: WayState): number | null {
  if (share === null || run.state !== 'running') return null
  return secondsLeft(run, run.rate, asked - overlapOf(asked), { perMinute: share, left: share - spent })
}
