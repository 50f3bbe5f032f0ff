import type { Branch, StepType } from '../../src-shared/interface/workflow'
import type { ServiceDatabase } from './database'

/** A step as it is stored, with the transitions out of it. */
export interface StepRow {
  seq: number
  type: StepType
  name: string
  /** JSON text. */
  position: string
  /** JSON text: what the kind of step is told (`stepConfigSchemas`). */
  config: string
  /** The template that it sends. */
  template: number | null
  transitions: { to: number; branch: Branch | null }[]
}

/** A step to be stored: a new one, or one that is there, by its row. */
export interface NewStep extends Omit<StepRow, 'seq' | 'transitions'> {
  seq: number | null
}

/** All steps of a workflow and the transitions between them, checked. They name steps by their index in `steps`. */
export interface NewGraph {
  steps: NewStep[]
  transitions: { from: number; to: number; branch: Branch | null }[]
}

/** Reads and writes the steps of workflows. Removed ones are not seen. */
export interface WorkflowSteps {
  /** In the order in which they were given. */
  of(workflow: number): StepRow[]
  /** Makes a workflow's steps what is given; joins the caller's transaction. Returns whether that changed anything. */
  replace(workflow: number, graph: NewGraph): boolean
}

type StepTuple = [number, StepType, string, string, string, number | null]
type TransitionTuple = [number, number, Branch | null]
type StepValues = Omit<NewStep, 'seq'> & { workflow: number; place: number }

/** The steps of a database's workflows. In one piece: its calls share the statements at its head. */
export function workflowSteps(db: ServiceDatabase): WorkflowSteps {
  const stepsOf = db
    .prepare<[number], StepTuple>(
      `SELECT seq, type, name, position, config, template FROM workflow_step
       WHERE workflow = ? AND removed = 0 ORDER BY place, seq`,
    )
    .raw()
  const waysOf = db
    .prepare<[number], TransitionTuple>(
      'SELECT from_step, to_step, branch FROM workflow_transition WHERE workflow = ? ORDER BY seq',
    )
    .raw()
  const insert = db
    .prepare<StepValues, number>(
      `INSERT INTO workflow_step (workflow, place, type, name, position, config, template)
       VALUES (@workflow, @place, @type, @name, @position, @config, @template) RETURNING seq`,
    )
    .pluck()
  const write = db.prepare<StepValues & { seq: number }>(
    `UPDATE workflow_step SET place = @place, name = @name, position = @position, config = @config,
       template = @template WHERE seq = @seq AND workflow = @workflow AND type = @type AND removed = 0`,
  )
  const remove = db.prepare<[number, string]>(
    `UPDATE workflow_step SET removed = 1
     WHERE workflow = ? AND removed = 0 AND seq NOT IN (SELECT value FROM json_each(?))`,
  )
  const removeWays = db.prepare<[number]>('DELETE FROM workflow_transition WHERE workflow = ?')
  const insertWay = db.prepare<[number, number, number, Branch | null]>(
    'INSERT INTO workflow_transition (workflow, from_step, to_step, branch) VALUES (?, ?, ?, ?)',
  )

  function of(workflow: number): StepRow[] {
    const transitions = new Map<number, StepRow['transitions']>()
    for (const [from, to, branch] of waysOf.all(workflow)) {
      transitions.set(from, [...(transitions.get(from) ?? []), { to, branch }])
    }
    return stepsOf.all(workflow).map(([seq, type, name, position, config, sent]) => ({
      ...{ seq, type, name, position, config, template: sent },
      transitions: transitions.get(seq) ?? [],
    }))
  }

  function store(workflow: number, place: number, { seq, ...step }: NewStep): number {
    const values = { ...step, workflow, place }
    if (seq === null) {
      const made = insert.get(values)
      if (made === undefined) throw new Error('The new step was not returned.')
      return made
    }
    if (write.run({ ...values, seq }).changes === 0) throw new Error('There is no such step to keep.')
    return seq
  }

  return {
    of,
    replace(workflow, { steps, transitions }) {
      const before = JSON.stringify(of(workflow))
      const keptSeqs = steps.flatMap(({ seq }) => (seq === null ? [] : [seq]))
      remove.run(workflow, JSON.stringify(keptSeqs))
      const rows = steps.map((step, place) => store(workflow, place, step))
      removeWays.run(workflow)
      for (const { from, to, branch } of transitions) {
        const [fromStep, toStep] = [rows[from], rows[to]]
        if (fromStep === undefined || toStep === undefined) throw new Error('A way leads nowhere.')
        insertWay.run(workflow, fromStep, toStep, branch)
      }
      return JSON.stringify(of(workflow)) !== before
    },
  }
}
