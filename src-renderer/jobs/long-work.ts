import type { Sending } from '../../src-shared/bridge/campaigns'
import type { Job } from '../../src-shared/bridge/jobs'
import type { Run } from '../../src-shared/bridge/sync'
import { runShare } from '../run-words'
import { jobShare, leadJob } from './job-words'
import { formatPercent } from '../format'

/** Work that takes a while: how far it is, 0 to 1. */
interface LongWork {
  kind: 'sending' | 'job' | 'run'
  share: number
}

/** The work that title and taskbar tell of: mails that leave, then a job, then what is read whole; null: nothing runs. */
export function longWork(of: {
  sendings: readonly Sending[]
  jobs: readonly Job[]
  runs: readonly Run[]
}): LongWork | null {
  const [sending] = of.sendings
  if (sending && sending.recipients > 0)
    return { kind: 'sending', share: Math.min(1, sending.sent / sending.recipients) }
  const job = leadJob([...of.jobs])
  const jobDone = job?.state === 'running' ? jobShare(job) : null
  if (jobDone !== null) return { kind: 'job', share: jobDone }
  const run = of.runs.find(({ state, mode }) => state === 'running' && mode === 'full')
  const read = run ? runShare(run) : null
  return read === null ? null : { kind: 'run', share: read }
}

/** The window's title: "41 %, Campaigns, Harbour Notes, Postroom". */
export function windowTitle(screen: string, profile: string | null, share: number | null): string {
  if (profile === null) return 'Postroom'
  const parts = [share === null ? '' : formatPercent(Math.floor(100 * share)), screen, profile, 'Postroom']
  return parts.filter((part) => part !== '').join(', ')
}
