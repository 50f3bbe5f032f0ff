import { inOrder } from './in-order'
import { type ServiceDatabase, statements } from './statements'

/**
 * What waits in each queue of a database at `@now`. Each is counted in an index, however much there is beside it; what reads
 * rows as well, messages of no campaign and jobs, is never as many as a campaign's messages.
 */
export const depthQueries = {
  mail: `SELECT (SELECT count(*) FROM message INDEXED BY message_urgent WHERE status = 'queued' AND campaign IS NULL)
    + (SELECT count(*) FROM message INDEXED BY message_campaign WHERE status = 'queued'
        AND campaign IN (SELECT seq FROM campaign WHERE status = 'SENDING'))
    + (SELECT count(*) FROM message INDEXED BY message_sending WHERE status = 'sending')`,
  campaigns: `SELECT count(*) FROM campaign WHERE status = 'SCHEDULED'`,
  workflows: `SELECT count(*) FROM execution INDEXED BY execution_due
    WHERE wake_at IS NOT NULL AND wake_at <= @now AND status IN ('RUNNING', 'WAITING')`,
  jobs: `SELECT count(*) FROM job INDEXED BY job_open WHERE state IN ('waiting', 'active')`,
  domains: 'SELECT count(*) FROM domain_check WHERE due_at <= @now',
} as const

/** Returns what counts, at a time, what waits in each queue: messages, campaigns, due steps, jobs, due look-ups. */
export function queueDepths(
  db: ServiceDatabase,
): (now: number) => Promise<[queue: string, waiting: number][]> {
  const sql = statements(db)
  const counts = Object.entries(depthQueries).map(
    ([queue, text]) => [queue, sql.count<[{ now: number }]>(text)] as const,
  )
  return (now) => inOrder(counts, async ([queue, count]) => [queue, await count({ now })])
}
