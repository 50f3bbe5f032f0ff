import { inOrder } from './in-order'
import type { Branch, StepType } from '../../src-shared/interface/workflow'
import { type ServiceDatabase, statements } from './statements'

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

type StepValues = Omit<NewStep, 'seq'> & { workflow: number; place: number }
type TransitionRow = { workflow: number; from: number; to: number; branch: Branch | null }

/** Reads and writes the steps of a database's workflows. Removed ones are not seen. */
export function workflowSteps(db: ServiceDatabase) {
  const sql = statements(db)
  const stepsOf = sql.rows<[workflow: number], Omit<StepRow, 'transitions'>>(
    `SELECT seq, type, name, position, config, template FROM workflow_step
     WHERE workflow = ? AND removed = 0 ORDER BY place, seq`,
  )
  const waysOf = sql.rows<[workflow: number], Omit<TransitionRow, 'workflow'>>(
    `SELECT from_step AS "from", to_step AS "to", branch FROM workflow_transition WHERE workflow = ? ORDER BY seq`,
  )
  const insert = sql.numbered<[StepValues]>(
    `INSERT INTO workflow_step (workflow, place, type, name, position, config, template)
     VALUES (@workflow, @place, @type, @name, @position, @config, @template) RETURNING seq`,
  )
  const write = sql.run<[StepValues & { seq: number }]>(
    `UPDATE workflow_step SET place = @place, name = @name, position = @position, config = @config,
       template = @template WHERE seq = @seq AND workflow = @workflow AND type = @type AND removed = 0`,
  )
  const remove = sql.run<[workflow: number, kept: string]>(
    `UPDATE workflow_step SET removed = 1
     WHERE workflow = ? AND removed = 0 AND seq NOT IN (${sql.numbers('?')})`,
  )
  const removeWays = sql.run<[workflow: number]>('DELETE FROM workflow_transition WHERE workflow = ?')
  const insertWay = sql.run<[TransitionRow]>(
    'INSERT INTO workflow_transition (workflow, from_step, to_step, branch) VALUES (@workflow, @from, @to, @branch)',
  )

  async function of(workflow: number): Promise<StepRow[]> {
    const ways = await waysOf(workflow)
    return (await stepsOf(workflow)).map((step) => ({
      ...step,
      transitions: ways.filter(({ from }) => from === step.seq).map(({ to, branch }) => ({ to, branch })),
    }))
  }

  async function store(workflow: number, place: number, { seq, ...step }: NewStep): Promise<number> {
    const values = { ...step, workflow, place }
    if (seq === null) return insert(values)
    if ((await write({ ...values, seq })) === 0) throw new Error('There is no such step to keep.')
    return seq
  }

  return {
    /** In the order in which they were given. */
    of,
    /** Makes a workflow's steps what is given; joins the caller's transaction. Returns whether that changed anything. */
    async replace(workflow: number, { steps, transitions }: NewGraph): Promise<boolean> {
      const before = JSON.stringify(await of(workflow))
      const keptSeqs = steps.flatMap(({ seq }) => (seq === null ? [] : [seq]))
      await remove(workflow, JSON.stringify(keptSeqs))
      const rows = await inOrder(steps, async (step, place) => store(workflow, place, step))
      await removeWays(workflow)
      for (const way of transitions) {
        const [from, to] = [rows[way.from], rows[way.to]]
        if (from === undefined || to === undefined) throw new Error('A way leads nowhere.')
        await insertWay({ workflow, from, to, branch: way.branch })
      }
      return JSON.stringify(await of(workflow)) !== before
    },
  }
}
