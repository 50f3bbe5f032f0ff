import { z } from 'zod'
import type { StepType } from '../../src-shared/interface/workflow'
import { type ServiceDatabase, statements } from './statements'

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
type NewPart = Pick<StoredStep, 'type' | 'name' | 'position' | 'config' | 'template'>

/** The parts of workflows, one by one. Each call joins the transaction it is made in. */
export type WorkflowParts = ReturnType<typeof workflowParts>

const waySql = `SELECT seq, from_step AS "from", to_step AS "to", branch, condition, wait_outcome AS "waitOutcome", priority,
    created_at AS "createdAt" FROM workflow_transition`
type StoredWay = StoredTransition & { branch: string | null }
const waitOutcomes: Partial<Record<string, string>> = { event: 'EVENT', timeout: 'TIMEOUT' }

/** Ways that came with their workflow say in one word what later ones say in two. */
function wayOf({ branch, condition, waitOutcome, ...way }: StoredWay): StoredTransition {
  const side = branch === 'yes' || branch === 'no' ? JSON.stringify({ branch }) : null
  return {
    ...way,
    condition: condition ?? side,
    waitOutcome: waitOutcome ?? waitOutcomes[branch ?? ''] ?? null,
  }
}

const branchedSchema = z.object({ branch: z.enum(['yes', 'no', 'event', 'timeout']) })

/** The one word for a way, where there is one. */
function branchOf({
  condition,
  waitOutcome,
}: Pick<NewTransition, 'condition' | 'waitOutcome'>): string | null {
  if (waitOutcome === 'EVENT') return 'event'
  if (waitOutcome === 'TIMEOUT') return 'timeout'
  const read = branchedSchema.safeParse(JSON.parse(condition ?? 'null'))
  return read.success ? read.data.branch : null
}

const stepSql = `SELECT seq, workflow, type, name, position, config, template, created_at AS "createdAt",
    updated_at AS "updatedAt" FROM workflow_step`

/** The parts of a database's workflows. In one piece: it is a table of statements. */
export function workflowParts(db: ServiceDatabase) {
  const sql = statements(db)
  const step = sql.made<[seq: number], StoredStep>(`${stepSql} WHERE seq = ?`)
  const way = sql.made<[seq: number], StoredWay>(`${waySql} WHERE seq = ?`)
  const waysOf = sql.rows<[workflow: number], StoredWay>(
    `${waySql} WHERE workflow = ? ORDER BY priority, seq`,
  )
  const insert = sql.numbered<[NewPart & { workflow: number; now: number }]>(
    `INSERT INTO workflow_step (workflow, place, type, name, position, config, template, created_at, updated_at)
     VALUES (@workflow, (SELECT coalesce(max(place), -1) + 1 FROM workflow_step WHERE workflow = @workflow),
       @type, @name, @position, @config, @template, @now, @now) RETURNING seq`,
  )
  const remove = sql.run<[steps: string]>(
    `UPDATE workflow_step SET removed = 1 WHERE seq IN (${sql.numbers('?')})`,
  )
  const removeWays = sql.run<[{ steps: string }]>(
    `DELETE FROM workflow_transition
     WHERE from_step IN (${sql.numbers('@steps')}) OR to_step IN (${sql.numbers('@steps')})`,
  )
  const insertWay = sql.numbered<[NewTransition & { branch: string | null; workflow: number; now: number }]>(
    `INSERT INTO workflow_transition
       (workflow, from_step, to_step, branch, condition, wait_outcome, priority, created_at)
     VALUES (@workflow, @from, @to, @branch, @condition, @waitOutcome, @priority, @now) RETURNING seq`,
  )

  return {
    /** The oldest first. */
    steps: sql.rows<[workflow: number], StoredStep>(
      `${stepSql} WHERE workflow = ? AND removed = 0 ORDER BY place, seq`,
    ),
    /** In the order in which they are tried. */
    transitions: async (workflow: number) => (await waysOf(workflow)).map(wayOf),
    addStep: async (workflow: number, part: NewPart, now: number) =>
      step(await insert({ ...part, workflow, now })),
    changeStep: sql.run<[Omit<NewPart, 'type'> & { seq: number; now: number }]>(
      `UPDATE workflow_step SET name = @name, position = @position, config = @config, template = @template,
         updated_at = @now WHERE seq = @seq`,
    ),
    async removeSteps(seqs: readonly number[]): Promise<void> {
      const list = JSON.stringify(seqs)
      await removeWays({ steps: list })
      await remove(list)
    },
    connect: async (workflow: number, between: NewTransition, now: number) =>
      wayOf(await way(await insertWay({ ...between, branch: branchOf(between), workflow, now }))),
    disconnect: sql.run<[way: number]>('DELETE FROM workflow_transition WHERE seq = ?'),
    trigger: sql.made<[workflow: number], { type: string; config: string | null }>(
      'SELECT trigger_type AS type, trigger_config AS config FROM workflow WHERE seq = ?',
    ),
    setTrigger: sql.run<[{ workflow: number; type: string; config: string }]>(
      'UPDATE workflow SET trigger_type = @type, trigger_config = @config WHERE seq = @workflow',
    ),
    counts: sql.made<[{ workflow: number }], { steps: number; executions: number }>(
      `SELECT (SELECT count(*) FROM workflow_step WHERE workflow = @workflow AND removed = 0) AS steps,
         (SELECT count(*) FROM execution WHERE workflow = @workflow) AS executions`,
    ),
    /** Whether somebody is under way in it. */
    isLive: sql.has<[workflow: number]>(
      `SELECT 1 FROM execution WHERE workflow = ? AND status IN ('RUNNING', 'WAITING') LIMIT 1`,
    ),
  }
}
