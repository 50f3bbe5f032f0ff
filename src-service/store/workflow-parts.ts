import type { StepType } from '../../src-shared/interface/workflow'
import type { ServiceDatabase } from './database'

/** A step as it is stored. Times are milliseconds since 1970; 0 where the step came with its workflow. */
export interface StoredStep {
  seq: number
  workflow: number
  type: StepType
  name: string
  /** JSON text. */
  position: string
  /** JSON text, unchecked. */
  config: string
  template: number | null
  createdAt: number
  updatedAt: number
}

/** A way from step to step. */
export interface StoredTransition {
  seq: number
  from: number
  to: number
  /** JSON text. */
  condition: string | null
  waitOutcome: string | null
  priority: number
  createdAt: number
}

/** What leads from where to where, and by what. */
export type NewTransition = Pick<StoredTransition, 'from' | 'to' | 'condition' | 'waitOutcome' | 'priority'>
/** What a step is made of. */
export type NewPart = Pick<StoredStep, 'type' | 'name' | 'position' | 'config' | 'template'>

/** The parts of workflows, one by one. Each call joins the transaction it is made in. */
export interface WorkflowParts {
  /** The oldest first. */
  steps(workflow: number): StoredStep[]
  /** In the order in which they are tried. */
  transitions(workflow: number): StoredTransition[]
  addStep(workflow: number, step: NewPart, now: number): StoredStep
  changeStep(seq: number, step: NewPart, now: number): void
  removeSteps(seqs: readonly number[]): void
  connect(workflow: number, way: NewTransition, now: number): StoredTransition
  disconnect(way: number): void
  trigger(workflow: number): { type: string; config: string | null }
  setTrigger(workflow: number, trigger: { type: string; config: string }): void
  counts(workflow: number): { steps: number; executions: number }
  /** Whether somebody is under way in it. */
  isLive(workflow: number): boolean
}

// Ways that came with their workflow say in one word what later ones say in two.
const waySql = `SELECT seq, from_step AS "from", to_step AS "to", priority, created_at AS createdAt,
    coalesce(condition, CASE WHEN branch IN ('yes', 'no') THEN json_object('branch', branch) END) AS condition,
    coalesce(wait_outcome, CASE branch WHEN 'event' THEN 'EVENT' WHEN 'timeout' THEN 'TIMEOUT' END) AS waitOutcome
  FROM workflow_transition`
const stepSql = `SELECT seq, workflow, type, name, position, config, template, created_at AS createdAt,
    updated_at AS updatedAt FROM workflow_step`

/** The parts of a database's workflows. In one piece: its calls share the statements at its head. */
export function workflowParts(db: ServiceDatabase): WorkflowParts {
  const steps = db.prepare<[number], StoredStep>(
    `${stepSql} WHERE workflow = ? AND removed = 0 ORDER BY place, seq`,
  )
  const step = db.prepare<[number], StoredStep>(`${stepSql} WHERE seq = ?`)
  const transitions = db.prepare<[number], StoredTransition>(
    `${waySql} WHERE workflow = ? ORDER BY priority, seq`,
  )
  const way = db.prepare<[number], StoredTransition>(`${waySql} WHERE seq = ?`)
  const insert = db
    .prepare<NewPart & { workflow: number; now: number }, number>(
      `INSERT INTO workflow_step (workflow, place, type, name, position, config, template, created_at, updated_at)
       VALUES (@workflow, (SELECT coalesce(max(place), -1) + 1 FROM workflow_step WHERE workflow = @workflow),
         @type, @name, @position, @config, @template, @now, @now) RETURNING seq`,
    )
    .pluck()
  const write = db.prepare<Omit<NewPart, 'type'> & { seq: number; now: number }>(
    `UPDATE workflow_step SET name = @name, position = @position, config = @config, template = @template,
       updated_at = @now WHERE seq = @seq`,
  )
  const remove = db.prepare<[string]>(
    'UPDATE workflow_step SET removed = 1 WHERE seq IN (SELECT value FROM json_each(?))',
  )
  const removeWays = db.prepare<{ steps: string }>(
    `DELETE FROM workflow_transition WHERE from_step IN (SELECT value FROM json_each(@steps))
       OR to_step IN (SELECT value FROM json_each(@steps))`,
  )
  const insertWay = db
    .prepare<NewTransition & { workflow: number; now: number }, number>(
      `INSERT INTO workflow_transition
         (workflow, from_step, to_step, branch, condition, wait_outcome, priority, created_at)
       VALUES (@workflow, @from, @to,
         coalesce(CASE @waitOutcome WHEN 'EVENT' THEN 'event' WHEN 'TIMEOUT' THEN 'timeout' END,
           CASE WHEN json_extract(@condition, '$.branch') IN ('yes', 'no', 'event', 'timeout')
             THEN json_extract(@condition, '$.branch') END),
         @condition, @waitOutcome, @priority, @now) RETURNING seq`,
    )
    .pluck()
  const removeWay = db.prepare<[number]>('DELETE FROM workflow_transition WHERE seq = ?')
  const trigger = db.prepare<[number], { type: string; config: string | null }>(
    'SELECT trigger_type AS type, trigger_config AS config FROM workflow WHERE seq = ?',
  )
  const setTrigger = db.prepare<[string, string, number]>(
    'UPDATE workflow SET trigger_type = ?, trigger_config = ? WHERE seq = ?',
  )
  const counts = db.prepare<{ workflow: number }, { steps: number; executions: number }>(
    `SELECT (SELECT count(*) FROM workflow_step WHERE workflow = @workflow AND removed = 0) AS steps,
       (SELECT count(*) FROM execution WHERE workflow = @workflow) AS executions`,
  )
  const live = db
    .prepare<[number], number>(
      `SELECT 1 FROM execution WHERE workflow = ? AND status IN ('RUNNING', 'WAITING') LIMIT 1`,
    )
    .pluck()

  return {
    steps: (workflow) => steps.all(workflow),
    transitions: (workflow) => transitions.all(workflow),
    addStep(workflow, part, now) {
      const made = step.get(insert.get({ ...part, workflow, now }) ?? 0)
      if (!made) throw new Error('The new step was not returned.')
      return made
    },
    changeStep(seq, { name, position, config, template }, now) {
      write.run({ seq, name, position, config, template, now })
    },
    removeSteps(seqs) {
      const list = JSON.stringify(seqs)
      removeWays.run({ steps: list })
      remove.run(list)
    },
    connect(workflow, { from, to, condition, waitOutcome, priority }, now) {
      const values = { workflow, from, to, condition, waitOutcome, priority, now }
      const made = way.get(insertWay.get(values) ?? 0)
      if (!made) throw new Error('The new way was not returned.')
      return made
    },
    disconnect: (seq) => void removeWay.run(seq),
    trigger: (workflow) => trigger.get(workflow) ?? { type: 'EVENT', config: null },
    setTrigger: (workflow, { type, config }) => void setTrigger.run(type, config, workflow),
    counts: (workflow) => counts.get({ workflow }) ?? { steps: 0, executions: 0 },
    isLive: (workflow) => live.get(workflow) === 1,
  }
}
