import type { ExecutionStatus } from '../../src-shared/interface/workflow'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'
import { named, type ServiceDatabase, statements } from './statements'
import { unclaimed } from './webhook-claims'

/** An execution as it is stored. Times are milliseconds since 1970. */
export interface ExecutionRow {
  seq: number
  workflow: number
  contact: number
  /** The event that started it. */
  event: number
  /** RUNNING is at a WEBHOOK that is to be called; everything else that runs does so within one transaction. */
  status: ExecutionStatus
  /** Where it is, or was when it ended; null where that step is gone. */
  step: number | null
  /** When it goes on by itself; null when it does not. */
  wakeAt: number | null
  /** Of one that waits for an event: only those recorded after this one count. */
  waitsAfter: number
  /** How many steps it has entered. */
  visit: number
  /** How often the WEBHOOK it is at was called in vain. */
  attempts: number
  /** How many executions, one causing the other, led to it. */
  depth: number
  /** How often events woke it since `wokenSince`. */
  woken: number
  wokenSince: number
  exitReason: string | null
  startedAt: number
  completedAt: number | null
  /** JSON text of what it was started with by hand; null where an event started it. */
  context: string | null
}

const columns = named(
  `seq, workflow, contact, event, status,
   (SELECT s.seq FROM workflow_step AS s WHERE s.seq = execution.step AND s.removed = 0) AS step,
   wake_at, waits_after, visit, attempts, depth, woken, woken_since, exit_reason, started_at, completed_at, context`,
)

/** What an execution begins with. */
type NewExecution = Pick<ExecutionRow, 'workflow' | 'contact' | 'event' | 'depth' | 'startedAt'> & {
  context?: string | null
}

/** The executions of workflows. Each call joins the transaction it is made in. */
export type Executions = ReturnType<typeof executionStore>

/** As it stands in the indexes: SQLite uses them for these words only. */
const underWay = "status IN ('RUNNING', 'WAITING')"

/** The executions of a database. In one piece: it is a table of statements. */
export function executionStore(db: ServiceDatabase) {
  const sql = statements(db)
  const list = seqLister(db, 'execution', columns, (row: ExecutionRow) => row)
  const select = (where: string) => `SELECT ${columns} FROM execution WHERE ${where}`
  const atWebhook = `status = 'RUNNING' AND ${unclaimed(db.engine)}`
  const takeDue = (which: string) =>
    sql.rows<[workflow: number, now: number, limit: number], ExecutionRow>(
      select(`workflow = ? AND ${which} AND wake_at <= ? ORDER BY wake_at, seq LIMIT ? ${sql.taking}`),
    )
  // A look at each workflow's first, in one statement: every process asks whenever an execution moved.
  const nextCall = sql.value<[busy: string, workflows: string], number>(
    `SELECT min((SELECT wake_at FROM execution WHERE workflow = w.seq AND ${atWebhook} AND wake_at IS NOT NULL
       AND seq NOT IN (${sql.numbers('?')}) ORDER BY wake_at LIMIT 1)) FROM workflow AS w WHERE seq IN (${sql.numbers('?')})`,
  )
  const waiting = sql.rows<[contact: number, steps: string, event: number, at: number], ExecutionRow>(
    select(
      `contact = ? AND ${underWay} AND status = 'WAITING' AND step IN (${sql.numbers('?')}) AND waits_after < ?
         AND (wake_at IS NULL OR wake_at >= ?)`,
    ),
  )
  const insert = sql.made<[NewExecution], ExecutionRow>(
    `INSERT INTO execution (workflow, contact, event, depth, started_at, context, status)
     VALUES (@workflow, @contact, @event, @depth, @startedAt, @context, 'RUNNING') RETURNING ${columns}`,
  )
  type Whose = [{ workflow: number; contact: number }]
  const has = (what: string) =>
    sql.has<Whose>(
      `SELECT 1 FROM execution WHERE contact = @contact AND workflow = @workflow ${what} LIMIT 1`,
    )
  const any = has('')
  const live = has(`AND ${underWay}`)
  const end = `UPDATE execution SET status = 'CANCELLED', wake_at = NULL, exit_reason = @reason,
    completed_at = greatest(@now, started_at) WHERE`

  return {
    /** Of one workflow, newest first. */
    async list(
      workflow: number,
      status: ExecutionStatus | null,
      query: SeqQuery,
    ): Promise<SeqPage<ExecutionRow>> {
      if (status === null) return list(query, { where: 'workflow = ?', values: [workflow] })
      return list(query, { where: 'workflow = ? AND status = ?', values: [workflow, status] })
    },
    get: sql.row<[seq: number], ExecutionRow>(select('seq = ?')),
    /** Adds one that has not entered a step yet. */
    start: (made: NewExecution) => insert({ context: null, ...made }),
    write: sql.run<[row: ExecutionRow]>(
      `UPDATE execution SET status = @status, step = @step, wake_at = @wakeAt, waits_after = @waitsAfter,
         visit = @visit, attempts = @attempts, depth = @depth, woken = @woken, woken_since = @wokenSince,
         exit_reason = @exitReason, completed_at = @completedAt
       WHERE seq = @seq`,
    ),
    /** Whether a contact has an execution of a workflow; with `onlyUnderWay`, one that has not ended. */
    exists: (workflow: number, contact: number, onlyUnderWay: boolean) =>
      (onlyUnderWay ? live : any)({ workflow, contact }),
    /** How many executions of a workflow a contact began since then. */
    startedSince: sql.count<[{ workflow: number; contact: number; since: number }]>(
      'SELECT count(*) FROM execution WHERE contact = @contact AND workflow = @workflow AND started_at > @since',
    ),
    /** A workflow's executions whose time has come, the longest waiting first, within the transaction that takes them. */
    takeDue: takeDue("status = 'WAITING'"),
    /** The same of those at a webhook that nobody calls. */
    takeCalls: takeDue(atWebhook),
    /** When the first of a workflow's executions goes on that wait for their time; null when none does. */
    nextDue: sql.value<[workflow: number], number>(
      `SELECT wake_at FROM execution WHERE workflow = ? AND status = 'WAITING' AND wake_at IS NOT NULL
       ORDER BY wake_at LIMIT 1`,
    ),
    /** When a webhook is to be called that nobody calls, of these workflows and of no `busy` execution; null without one. */
    nextCall: (workflows: readonly number[], busy: readonly number[]) =>
      nextCall(JSON.stringify(busy), JSON.stringify(workflows)),
    /** A contact's executions that wait at one of these steps for something that happened as event `seq`, at `at`. */
    waiting: (contact: number, steps: readonly number[], { seq, at }: { seq: number; at: number }) =>
      waiting(contact, JSON.stringify(steps), seq, at),
    removeOfContact: sql.run<[contact: number]>('DELETE FROM execution WHERE contact = ?'),
    /** Ends what is under way of a contact that is gone. */
    endOfContact: sql.run<[{ contact: number; now: number; reason: string }]>(
      `${end} contact = @contact AND ${underWay}`,
    ),
    /** Ends at most `limit` executions that are at a step. Returns how many. */
    endAtStep: sql.run<[{ step: number; now: number; reason: string; limit: number }]>(
      `${end} seq IN (SELECT seq FROM execution WHERE step = @step AND ${underWay} LIMIT @limit)`,
    ),
    /** Ends what is under way of a workflow. Returns how many. */
    endOfWorkflow: sql.run<[{ workflow: number; now: number; reason: null }]>(
      `${end} workflow = @workflow AND ${underWay}`,
    ),
    /** Whether a contact is at a step of a workflow that runs just now: it calls a webhook. */
    isRunning: has(`AND ${underWay} AND status = 'RUNNING'`),
    /** Removes at most `limit` executions of a workflow. Returns how many. */
    removeOfWorkflow: sql.run<[workflow: number, limit: number]>(
      'DELETE FROM execution WHERE seq IN (SELECT seq FROM execution WHERE workflow = ? LIMIT ?)',
    ),
  }
}
