import { saidText } from '../../../src-shared/messages/told'
import type { RecordConnection, RecordRun } from '../../../src-shared/bridge/records'
import { limits } from '../../../src-shared/interface/limits'
import type { RecordSummary } from './store/api'
import { secondsLeft } from '../../copying/rate'
import type { StoredConnection } from './registry'
import { asked, overlapOf } from '../../copying/offset/steps'
import type { AccessState } from './access'

/** What a connection is shown from. */
interface ShownParts {
  token: RecordConnection['token']
  /** What the copy holds, with the run under way as it stands. */
  summary: RecordSummary
  access: AccessState
  nextAt: number | null
}

/** A connection as the page sees it. */
export function shownConnection(
  stored: StoredConnection,
  { token, summary, access, nextAt }: ShownParts,
): RecordConnection {
  const { rows, revision, asOf, run, last } = summary
  return {
    ...stored,
    token,
    revision,
    sync: {
      rows,
      asOf,
      run: run && { ...run, report: run.report.map(saidText), secondsLeft: leftOf(run, access) },
      last: last && { ...last, report: last.report.map(saidText) },
      online: access.online,
      blocked: access.blocked,
      spent: access.spent,
      heldUntil: access.heldUntil,
      ceiling: access.ceiling ?? limits.requestsPerMinute,
      nextAt,
    },
  }
}

function leftOf(run: RecordRun, { share, spent }: AccessState): number | null {
  if (share === null || run.state !== 'running') return null
  return secondsLeft(run, run.rate, asked - overlapOf(asked), { perMinute: share, left: share - spent })
}
