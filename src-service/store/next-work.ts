import { keeping } from '../mail/housekeeping'
import { inOrder } from './in-order'
import { type ServiceDatabase, statements } from './statements'

/**
 * When the next thing is to be done of what a service does by itself, each read from an index: 0 for what is under way or waits for
 * nothing, nothing where there is none.
 */
export const workQueries = {
  mail: `SELECT min(due_at) FROM message INDEXED BY message_urgent WHERE status = 'queued' AND campaign IS NULL`,
  campaignMail: `SELECT min(due_at) FROM message INDEXED BY message_bulk WHERE status = 'queued' AND campaign IS NOT NULL`,
  onTheirWay: `SELECT 0 FROM message INDEXED BY message_sending WHERE status = 'sending' LIMIT 1`,
  sources: `SELECT min(ended_at) + ${keeping.age} FROM message INDEXED BY message_kept WHERE source_size IS NOT NULL`,
  campaigns: `SELECT min(coalesce(queued_for, scheduled_for)) FROM campaign INDEXED BY campaign_start WHERE status = 'SCHEDULED'`,
  queueing: 'SELECT 0 FROM campaign INDEXED BY campaign_queueing WHERE queued_after IS NOT NULL LIMIT 1',
  reverting: 'SELECT 0 FROM campaign INDEXED BY campaign_reverting WHERE reverts = 1 LIMIT 1',
  executions: `SELECT min(wake_at) FROM execution INDEXED BY execution_due WHERE wake_at IS NOT NULL
    AND status IN ('RUNNING', 'WAITING') AND workflow IN (SELECT seq FROM workflow WHERE enabled = 1)`,
  events: `SELECT 0 FROM workflow_bookmark WHERE event < (SELECT coalesce(max(seq), 0) FROM event)`,
  removedWorkflows: 'SELECT 0 FROM workflow INDEXED BY workflow_removed WHERE removed = 1 LIMIT 1',
  removedSteps: 'SELECT 0 FROM workflow_step INDEXED BY workflow_step_removed WHERE removed = 1 LIMIT 1',
  jobs: `SELECT 0 FROM job INDEXED BY job_open WHERE state IN ('waiting', 'active') LIMIT 1`,
  domains: 'SELECT min(due_at) FROM domain_check',
} as const

/** The same of segments, where they are gone through as soon as somebody changes. */
export const trackingQueries = {
  pending: 'SELECT 0 FROM segment_pending LIMIT 1',
  sweeps: 'SELECT 0 FROM segment_sweep LIMIT 1',
} as const

/** Returns what tells when the next thing is to be done in a database, in milliseconds since 1970; null for nothing. */
export function nextWork(db: ServiceDatabase, { tracks }: { tracks: boolean }): () => Promise<number | null> {
  const sql = statements(db)
  const texts = Object.values({ ...workQueries, ...(tracks && trackingQueries) })
  const queries = texts.map((text) => sql.value<[], number>(text))
  return async () => {
    const times = (await inOrder(queries, (query) => query())).filter((time) => time !== null)
    return times.length === 0 ? null : Math.min(...times)
  }
}
