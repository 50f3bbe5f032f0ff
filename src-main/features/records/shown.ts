import type { RecordConnection, RecordRun } from '../../../src-shared/bridge/records'
import { limits } from '../../../src-shared/interface/limits'
import type { RecordSummary } from './store/api'
import { secondsLeft } from '../../copying/rate'
import type { StoredConnection } from './registry'
import { asked, overlapOf } from '../../copying/offset/steps'
import type { WayState } from './access'

/** What a connection is shown from. */
export interface ShownParts {
  token: RecordConnection['token']
  /** What the copy holds, with the run under way as it stands. */
  summary: RecordSummary
  way: WayState
  nextAt: number | null
}

/** A connection as the page sees it. */
export function shownConnection(
  stored: StoredConnection,
  { token, summary, way, nextAt }: ShownParts,
): RecordConnection {
  const { rows, revision, asOf, run, last } = summary
  return {
    ...stored,
    token,
    revision,
    sync: {
      rows,
      asOf,
      run: run && { ...run, secondsLeft: leftOf(run, way) },
      last,
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
