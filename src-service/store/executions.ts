import type { ExecutionStatus } from '../../src-shared/interface/workflow'
import type { ServiceDatabase } from './database'
import { type SeqPage, type SeqQuery, seqLister } from './seq-list'

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

type ExecutionTuple = [
  seq: number,
  workflow: number,
  contact: number,
  event: number,
  status: ExecutionStatus,
  step: number | null,
  wakeAt: number | null,
  waitsAfter: number,
  visit: number,
  attempts: number,
  depth: number,
  woken: number,
  wokenSince: number,
  exitReason: string | null,
  startedAt: number,
  completedAt: number | null,
  context: string | null,
]

const columns =
  'seq, workflow, contact, event, status, ' +
  '(SELECT s.seq FROM workflow_step AS s WHERE s.seq = execution.step AND s.removed = 0), ' +
  'wake_at, waits_after, visit, attempts, depth, woken, woken_since, ' +
  'exit_reason, started_at, completed_at, context'

/** The executions of workflows. Each call joins the transaction it is made in. */
export interface Executions {
  /** Of one workflow, newest first. */
  list(workflow: number, status: ExecutionStatus | null, query: SeqQuery): SeqPage<ExecutionRow>
  get(seq: number): ExecutionRow | null
  /** Adds one that has not entered a step yet. */
  start(
    row: Pick<ExecutionRow, 'workflow' | 'contact' | 'event' | 'depth' | 'startedAt'> & {
      context?: string | null
    },
  ): ExecutionRow
  /** Writes where an execution is now. */
  write(row: ExecutionRow): void
  /** Whether a contact has an execution of a workflow; with `onlyUnderWay`, one that has not ended. */
  exists(workflow: number, contact: number, onlyUnderWay: boolean): boolean
  /** How many executions of a workflow a contact began since then. */
  startedSince(workflow: number, contact: number, since: number): number
  /** A workflow's executions that go on by themselves, soonest first, at most `limit`: due by `now`, or all. */
  due(workflow: number, status: 'RUNNING' | 'WAITING', limit: number, now?: number): ExecutionRow[]
  /** A contact's executions that wait at one of these steps for something that happened as event `seq`, at `at`. */
  waiting(contact: number, steps: readonly number[], event: { seq: number; at: number }): ExecutionRow[]
  /** Deletes every execution of a contact. */
  removeOfContact(contact: number): void
  /** Ends what is under way of a contact that is gone. */
  endOfContact(contact: number, now: number, reason: string): void
  /** Ends at most `limit` executions that are at a step. Returns how many. */
  endAtStep(step: number, now: number, reason: string, limit: number): number
  /** Ends what is under way of a workflow. Returns how many. */
  endOfWorkflow(workflow: number, now: number): number
  /** Whether a contact is at a step of a workflow that runs just now: it calls a webhook. */
  isRunning(workflow: number, contact: number): boolean
  /** Removes at most `limit` executions of a workflow. Returns how many. */
  removeOfWorkflow(workflow: number, limit: number): number
}

/** As it stands in the indexes: SQLite uses them for these words only. */
const underWay = "status IN ('RUNNING', 'WAITING')"

/** The executions of a database. In one piece: its calls share the statements at its head. */
export function executionStore(db: ServiceDatabase): Executions {
  const list = seqLister(db, 'execution', columns, executionRow)
  const select = (where: string) =>
    db.prepare<unknown[], ExecutionTuple>(`SELECT ${columns} FROM execution WHERE ${where}`).raw()
  const bySeq = select('seq = ?')
  const due = select('workflow = ? AND status = ? AND wake_at <= ? ORDER BY wake_at, seq LIMIT ?')
  const waiting = select(
    `contact = ? AND ${underWay} AND status = 'WAITING' AND step IN (SELECT value FROM json_each(?)) AND waits_after < ?
       AND (wake_at IS NULL OR wake_at >= ?)`,
  )
  const insert = db
    .prepare<[number, number, number, number, number, string | null], ExecutionTuple>(
      `INSERT INTO execution (workflow, contact, event, depth, started_at, context, status)
       VALUES (?, ?, ?, ?, ?, ?, 'RUNNING') RETURNING ${columns}`,
    )
    .raw()
  const write = db.prepare<ExecutionRow>(
    `UPDATE execution SET status = @status, step = @step, wake_at = @wakeAt, waits_after = @waitsAfter,
       visit = @visit, attempts = @attempts, depth = @depth, woken = @woken, woken_since = @wokenSince,
       exit_reason = @exitReason, completed_at = @completedAt
     WHERE seq = @seq`,
  )
  const any = db
    .prepare<[number, number], number>('SELECT 1 FROM execution WHERE contact = ? AND workflow = ? LIMIT 1')
    .pluck()
  const live = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM execution WHERE contact = ? AND workflow = ? AND ${underWay} LIMIT 1`,
    )
    .pluck()
  const startedSince = db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM execution WHERE contact = ? AND workflow = ? AND started_at > ?',
    )
    .pluck()
  const end = `UPDATE execution SET status = 'CANCELLED', wake_at = NULL, exit_reason = ?,
    completed_at = max(?, started_at) WHERE`
  const endOfContact = db.prepare<[string, number, number]>(`${end} contact = ? AND ${underWay}`)
  const endAtStep = db.prepare<[string, number, number, number]>(
    `${end} seq IN (SELECT seq FROM execution WHERE step = ? AND ${underWay} LIMIT ?)`,
  )
  const endOfWorkflow = db.prepare<[null, number, number]>(`${end} workflow = ? AND ${underWay}`)
  const running = db
    .prepare<[number, number], number>(
      `SELECT 1 FROM execution WHERE contact = ? AND workflow = ? AND ${underWay} AND status = 'RUNNING' LIMIT 1`,
    )
    .pluck()
  const removeOfContact = db.prepare<[number]>('DELETE FROM execution WHERE contact = ?')
  const removeOfWorkflow = db.prepare<[number, number]>(
    'DELETE FROM execution WHERE seq IN (SELECT seq FROM execution WHERE workflow = ? LIMIT ?)',
  )

  return {
    list(workflow, status, query) {
      if (status === null) return list(query, { where: 'workflow = ?', values: [workflow] })
      return list(query, { where: 'workflow = ? AND status = ?', values: [workflow, status] })
    },
    get(seq) {
      const found = bySeq.get(seq)
      return found ? executionRow(found) : null
    },
    start({ workflow, contact, event, depth, startedAt, context = null }) {
      const made = insert.get(workflow, contact, event, depth, startedAt, context)
      if (!made) throw new Error('The new execution was not returned.')
      return executionRow(made)
    },
    write: (row) => void write.run(row),
    exists: (workflow, contact, onlyUnderWay) => (onlyUnderWay ? live : any).get(contact, workflow) === 1,
    startedSince: (workflow, contact, since) => startedSince.get(contact, workflow, since) ?? 0,
    due: (workflow, status, limit, now = Number.MAX_SAFE_INTEGER) =>
      due.all(workflow, status, now, limit).map(executionRow),
    waiting: (contact, steps, { seq, at }) =>
      waiting.all(contact, JSON.stringify(steps), seq, at).map(executionRow),
    removeOfContact: (contact) => void removeOfContact.run(contact),
    endOfContact: (contact, now, reason) => void endOfContact.run(reason, now, contact),
    endAtStep: (step, now, reason, limit) => endAtStep.run(reason, now, step, limit).changes,
    endOfWorkflow: (workflow, now) => endOfWorkflow.run(null, now, workflow).changes,
    isRunning: (workflow, contact) => running.get(contact, workflow) === 1,
    removeOfWorkflow: (workflow, limit) => removeOfWorkflow.run(workflow, limit).changes,
  }
}

function executionRow(tuple: ExecutionTuple): ExecutionRow {
  const [seq, workflow, contact, event, status, step, wakeAt, waitsAfter, ...others] = tuple
  const [visit, attempts, depth, woken, wokenSince, exitReason, startedAt, completedAt, context] = others
  return {
    ...{ seq, workflow, contact, event, status, step, wakeAt, waitsAfter },
    ...{ visit, attempts, depth, woken, wokenSince, exitReason, startedAt, completedAt, context },
  }
}
