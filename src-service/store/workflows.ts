import { Emitter } from '../../src-shared/emitter'
import type { TimerClock } from '../clock'
import type { ServiceDatabase } from './database'
import { type SeqLister, seqLister } from './seq-list'
import { type NewGraph, type StepRow, workflowSteps } from './workflow-steps'

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

type WorkflowTuple = [number, string, string | null, number, string, number, number, number, number, number]

const columns =
  'seq, name, description, enabled, event_name, allow_reentry, enabled_after, triggered_after, created_at, updated_at'

/** What is said of a workflow. */
export type WorkflowFields = Pick<
  WorkflowRow,
  'name' | 'description' | 'enabled' | 'eventName' | 'allowReentry'
>

/** The workflows and their steps. */
export interface Workflows {
  /** Newest first. */
  list: SeqLister<WorkflowRow>
  get(seq: number): WorkflowRow | null
  /** Those that run. */
  enabled(): WorkflowRow[]
  /** Those that run, and those in which somebody is under way. */
  lively(): WorkflowRow[]
  /** Says that parts of one were changed elsewhere (workflow-parts.ts), once that is committed. */
  tellChanged(): void
  /** The steps of a workflow, in the order in which they were given, with the ways out of each. */
  steps(workflow: number): StepRow[]
  create(fields: WorkflowFields, graph: NewGraph): WorkflowRow
  /**
   * Changes what is said; with `graph`, its steps and ways. `updatedAt` moves only when something changed. Null when
   * there is no such workflow.
   */
  update(seq: number, change: Partial<WorkflowFields>, graph?: NewGraph): WorkflowRow | null
  /** Nobody sees it any more; its executions go by and by (workflow-sweep.ts). False when there is none. */
  remove(seq: number): boolean
  /** Calls back after each change, when its transaction has ended. */
  onChanged(listener: () => void): void
}

/** The workflows of a database. In one piece: its calls share the statements at its head. */
export function workflowStore(db: ServiceDatabase, clock: TimerClock): Workflows {
  const steps = workflowSteps(db)
  const list = seqLister(db, 'workflow', columns, workflowRow)
  const bySeq = db
    .prepare<[number], WorkflowTuple>(`SELECT ${columns} FROM workflow WHERE seq = ? AND removed = 0`)
    .raw()
  const enabled = db
    .prepare<[], WorkflowTuple>(
      `SELECT ${columns} FROM workflow WHERE enabled = 1 AND removed = 0 ORDER BY seq`,
    )
    .raw()
  const lively = db
    .prepare<[], WorkflowTuple>(
      `SELECT ${columns} FROM workflow AS w WHERE removed = 0 AND (enabled = 1 OR EXISTS
         (SELECT 1 FROM execution WHERE workflow = w.seq AND status IN ('RUNNING', 'WAITING'))) ORDER BY seq`,
    )
    .raw()
  // Never earlier than the newest workflow, should the clock have gone back: see schema.ts.
  const insert = db
    .prepare<Stored & { now: number }, WorkflowTuple>(
      `INSERT INTO workflow (name, description, enabled, event_name, allow_reentry, enabled_after,
         triggered_after, created_at, updated_at)
       SELECT @name, @description, @enabled, @eventName, @allowReentry, @enabledAfter, @triggeredAfter, t, t FROM (
         SELECT max(@now, coalesce((SELECT created_at FROM workflow ORDER BY seq DESC LIMIT 1), 0)) AS t
       ) RETURNING ${columns}`,
    )
    .raw()
  const write = db.prepare<Stored & { seq: number; now: number }>(
    `UPDATE workflow SET name = @name, description = @description, enabled = @enabled, event_name = @eventName,
       allow_reentry = @allowReentry, enabled_after = @enabledAfter, triggered_after = @triggeredAfter,
       updated_at = max(@now, created_at) WHERE seq = @seq`,
  )
  const remove = db.prepare<[number]>(
    'UPDATE workflow SET removed = 1, enabled = 0 WHERE seq = ? AND removed = 0',
  )
  const newestEvent = db.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM event').pluck()
  const listeners = new Emitter()

  function get(seq: number): WorkflowRow | null {
    const found = bySeq.get(seq)
    return found ? workflowRow(found) : null
  }

  const create = db.transaction((fields: WorkflowFields, graph: NewGraph) => {
    const newest = newestEvent.get() ?? 0
    const row = { ...fields, enabledAfter: newest, triggeredAfter: newest }
    const made = insert.get({ ...stored(row), now: clock.now() })
    if (!made) throw new Error('The new workflow was not returned.')
    steps.replace(made[0], graph)
    return workflowRow(made)
  })

  const update = db.transaction((seq: number, change: Partial<WorkflowFields>, graph?: NewGraph) => {
    const before = get(seq)
    if (!before) return null
    const after = { ...before, ...change }
    const newest = newestEvent.get() ?? 0
    if (after.enabled && !before.enabled) after.enabledAfter = after.triggeredAfter = newest
    if (after.eventName !== before.eventName) after.triggeredAfter = newest
    const other = graph !== undefined && steps.replace(seq, graph)
    if (other || JSON.stringify(after) !== JSON.stringify(before)) {
      write.run({ ...stored(after), seq, now: clock.now() })
    }
    return get(seq)
  })

  function told<T>(result: T): T {
    listeners.emit()
    return result
  }

  return {
    list: (query, filter) => list(query, filter ?? { where: 'removed = 0', values: [] }),
    get,
    enabled: () => enabled.all().map(workflowRow),
    lively: () => lively.all().map(workflowRow),
    tellChanged: () => told(undefined),
    steps: (workflow) => steps.of(workflow),
    create: (fields, graph) => told(create.immediate(fields, graph)),
    update: (seq, change, graph) => told(update.immediate(seq, change, graph)),
    remove: (seq) => told(remove.run(seq).changes === 1),
    onChanged: (listener) => void listeners.add(listener),
  }
}

interface Stored {
  name: string
  description: string | null
  enabled: number
  eventName: string
  allowReentry: number
  enabledAfter: number
  triggeredAfter: number
}

function stored(row: WorkflowFields & Pick<WorkflowRow, 'enabledAfter' | 'triggeredAfter'>): Stored {
  const { name, description, eventName, enabledAfter, triggeredAfter } = row
  const [enabled, allowReentry] = [row.enabled ? 1 : 0, row.allowReentry ? 1 : 0]
  return { name, description, eventName, enabledAfter, triggeredAfter, enabled, allowReentry }
}

function workflowRow(tuple: WorkflowTuple): WorkflowRow {
  const [seq, name, description, enabled, eventName, allowReentry, ...others] = tuple
  const [enabledAfter, triggeredAfter, createdAt, updatedAt] = others
  return {
    seq,
    name,
    description,
    enabled: enabled === 1,
    eventName,
    allowReentry: allowReentry === 1,
    enabledAfter,
    triggeredAfter,
    createdAt,
    updatedAt,
  }
}
