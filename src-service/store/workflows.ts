import { Emitter } from '../../src-shared/emitter'
import type { TimerClock } from '../clock'
import { type SeqFilter, type SeqQuery, seqLister } from './seq-list'
import { arrival, named, type ServiceDatabase, statements, type Stored } from './statements'
import { type NewGraph, workflowSteps } from './workflow-steps'

/** A workflow as it is stored. Times are milliseconds since 1970. */
export interface WorkflowRow {
  seq: number
  name: string
  description: string | null
  enabled: boolean
  /** The event that starts it. */
  eventName: string
  allowReentry: boolean
  /** The last event recorded before it was enabled: it hears of none up to there. */
  enabledAfter: number
  /** The last event recorded before it was enabled or got its trigger: it is started by none up to there. */
  triggeredAfter: number
  createdAt: number
  updatedAt: number
}

type StoredWorkflow = Stored<WorkflowRow, 'enabled' | 'allowReentry'>

const columns = named(
  `seq, name, description, enabled, event_name, allow_reentry, enabled_after, triggered_after, created_at,
   updated_at`,
)

function workflowRow({ enabled, allowReentry, ...row }: StoredWorkflow): WorkflowRow {
  return { ...row, enabled: enabled === 1, allowReentry: allowReentry === 1 }
}

function flags({ enabled, allowReentry }: WorkflowFields) {
  return { enabled: Number(enabled), allowReentry: Number(allowReentry) }
}

/** What is said of a workflow. */
export type WorkflowFields = Pick<
  WorkflowRow,
  'name' | 'description' | 'enabled' | 'eventName' | 'allowReentry'
>

/** The workflows and their steps. */
export type Workflows = ReturnType<typeof workflowStore>

/** The workflows of a database. In one piece: its calls share the statements at its head. */
export function workflowStore(db: ServiceDatabase, clock: TimerClock) {
  const sql = statements(db)
  const steps = workflowSteps(db)
  const list = seqLister(db, 'workflow', columns, workflowRow)
  const select = <Bound extends unknown[]>(where: string) => {
    const rows = sql.rows<Bound, StoredWorkflow>(
      `SELECT ${columns} FROM workflow AS w WHERE removed = 0 AND ${where} ORDER BY seq`,
    )
    return async (...bound: Bound): Promise<WorkflowRow[]> => (await rows(...bound)).map(workflowRow)
  }
  const bySeq = select<[seq: number]>('seq = ?')
  type Written = Omit<StoredWorkflow, 'seq' | 'createdAt' | 'updatedAt'> & { now: number }
  const insert = sql.made<[Written], StoredWorkflow>(
    `INSERT INTO workflow (name, description, enabled, event_name, allow_reentry, enabled_after,
       triggered_after, created_at, updated_at)
     SELECT @name, @description, @enabled, @eventName, @allowReentry, @enabledAfter, @triggeredAfter, t, t
     FROM (SELECT ${arrival('workflow')} AS t) AS arrived RETURNING ${columns}`,
  )
  const write = sql.run<[Written & { seq: number }]>(
    `UPDATE workflow SET name = @name, description = @description, enabled = @enabled, event_name = @eventName,
       allow_reentry = @allowReentry, enabled_after = @enabledAfter, triggered_after = @triggeredAfter,
       updated_at = greatest(@now, created_at) WHERE seq = @seq`,
  )
  const remove = sql.run<[seq: number]>(
    'UPDATE workflow SET removed = 1, enabled = 0 WHERE seq = ? AND removed = 0',
  )
  const newestEvent = sql.count<[]>('SELECT coalesce(max(seq), 0) FROM event')
  const listeners = new Emitter()
  const get = async (seq: number): Promise<WorkflowRow | null> => (await bySeq(seq))[0] ?? null

  const create = sql.whole(async (fields: WorkflowFields, graph: NewGraph): Promise<WorkflowRow> => {
    const newest = await newestEvent()
    const row = { ...fields, ...flags(fields), enabledAfter: newest, triggeredAfter: newest }
    const made = workflowRow(await insert({ ...row, now: clock.now() }))
    await steps.replace(made.seq, graph)
    return made
  })

  const update = sql.whole(async (seq: number, change: Partial<WorkflowFields>, graph?: NewGraph) => {
    const before = await get(seq)
    if (!before) return null
    const after = { ...before, ...change }
    const newest = await newestEvent()
    if (after.enabled && !before.enabled) after.enabledAfter = after.triggeredAfter = newest
    if (after.eventName !== before.eventName) after.triggeredAfter = newest
    const other = graph !== undefined && (await steps.replace(seq, graph))
    if (other || JSON.stringify(after) !== JSON.stringify(before))
      await write({ ...after, ...flags(after), now: clock.now() })
    return get(seq)
  })

  // Nobody else changes what is in a file.
  let changes = 0
  const tell = (): void =>
    db.afterwards(() => {
      changes++
      listeners.emit()
    })

  async function told<T>(result: Promise<T>): Promise<T> {
    const done = await result
    tell()
    return done
  }

  return {
    /** Newest first. */
    list: (query: SeqQuery, filter: SeqFilter = { where: 'removed = 0', values: [] }) => list(query, filter),
    get,
    /** Those that run. */
    enabled: select<[]>('enabled = 1'),
    /** Those that run, and those in which somebody is under way. */
    lively: select<[]>(
      `(enabled = 1 OR EXISTS
         (SELECT 1 FROM execution WHERE workflow = w.seq AND status IN ('RUNNING', 'WAITING')))`,
    ),
    /** Says that parts of one were changed elsewhere (workflow-parts.ts), once that is committed. */
    tellChanged: tell,
    /** The steps of a workflow, in the order in which they were given, with the ways out of each. */
    steps: (workflow: number) => steps.of(workflow),
    create: (fields: WorkflowFields, graph: NewGraph) => told(create(fields, graph)),
    /**
     * Changes what is said; with `graph`, its steps and ways. `updatedAt` moves only when something changed. Null when
     * there is no such workflow.
     */
    update: (seq: number, change: Partial<WorkflowFields>, graph?: NewGraph) =>
      told(update(seq, change, graph)),
    /** Nobody sees it any more; its executions go by and by (workflow-sweep.ts). False when there is none. */
    remove: async (seq: number) => (await told(remove(seq))) === 1,
    /** Another number than before when one may have changed. */
    revision:
      db.engine === 'sqlite' ? async () => changes : sql.count<[]>('SELECT revision FROM workflow_revision'),
    /** Calls back after each change, when its transaction has ended. */
    onChanged: (listener: () => void) => void listeners.add(listener),
  }
}
