import type { ServiceDatabase } from './database'

/** What was deleted and is still to be cleared away. Each call joins the transaction it is made in. */
export interface WorkflowSweep {
  /** A removed workflow; null when there is none left. */
  workflow(): number | null
  /** A removed step; null when there is none left. */
  step(): number | null
  /** Drops the rows of a workflow that has no executions left. */
  dropWorkflow(seq: number): void
  /** Drops the row of a step that no execution is at any more. */
  dropStep(seq: number): void
}

/** What is to be cleared away in a database. */
export function workflowSweep(db: ServiceDatabase): WorkflowSweep {
  const workflow = db.prepare<[], number>('SELECT seq FROM workflow WHERE removed = 1 LIMIT 1').pluck()
  const step = db.prepare<[], number>('SELECT seq FROM workflow_step WHERE removed = 1 LIMIT 1').pluck()
  const drops = [
    'DELETE FROM workflow_transition WHERE workflow = ?',
    'DELETE FROM workflow_step WHERE workflow = ?',
    'DELETE FROM workflow WHERE seq = ? AND removed = 1',
  ].map((sql) => db.prepare<[number]>(sql))
  const dropStep = db.prepare<[number]>('DELETE FROM workflow_step WHERE seq = ? AND removed = 1')
  return {
    workflow: () => workflow.get() ?? null,
    step: () => step.get() ?? null,
    dropWorkflow(seq) {
      for (const drop of drops) drop.run(seq)
    },
    dropStep: (seq) => void dropStep.run(seq),
  }
}
