import type { Run, SyncState } from '../../../src-shared/bridge/sync'
import { formatLeft, formatNumber } from '../../format'

/** The first copy of the contacts while it is under way: what the head of the screen says. */
export interface FirstCopy {
  state: Run['state']
  /** 0 to 1; null while the service has not said how many there are. */
  share: number | null
  /** "31,400 of about 52,400". */
  count: string
  /** "First copy, about 3 min left". */
  words: string
}

function leftWords(run: Run): string {
  if (run.state === 'paused') return 'First copy, paused'
  if (run.state === 'queued') return 'First copy, waiting its turn'
  if (run.secondsLeft === null) return 'First copy, working out how long'
  return `First copy, ${formatLeft(run.secondsLeft).toLowerCase()} left`
}

/** Answers null when a copy was once completed, or none is being made. */
export function firstCopy(sync: SyncState | null): FirstCopy | null {
  const contacts = sync?.resources.find(({ resource }) => resource === 'contacts')
  const run = contacts?.run
  if (!contacts || !run || contacts.fullAsOf !== null || run.mode !== 'full') return null
  const copied = formatNumber(contacts.rows)
  return {
    state: run.state,
    share: run.expected ? Math.min(1, run.received / run.expected) : null,
    count: run.expected ? `${copied} of about ${formatNumber(run.expected)}` : copied,
    words: leftWords(run),
  }
}
