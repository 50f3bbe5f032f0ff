import { type ServiceDatabase, statements } from './statements'

/** What was deleted in a database and is still to be cleared away. Each call joins the transaction it is made in. */
export function workflowSweep(db: ServiceDatabase) {
  const sql = statements(db)
  const drops = [
    'DELETE FROM workflow_transition WHERE workflow = ?',
    'DELETE FROM workflow_step WHERE workflow = ?',
    'DELETE FROM workflow WHERE seq = ? AND removed = 1',
  ].map((text) => sql.run<[workflow: number]>(text))
  const workflowLeft = sql.has<[]>('SELECT 1 FROM workflow WHERE removed = 1 LIMIT 1')
  const stepLeft = sql.has<[]>('SELECT 1 FROM workflow_step WHERE removed = 1 LIMIT 1')
  return {
    /** Whether anything is left to be cleared away. */
    isLeft: async () => (await workflowLeft()) || (await stepLeft()),
    /** Takes a removed workflow; null when there is none left. */
    takeWorkflow: sql.value<[], number>(`SELECT seq FROM workflow WHERE removed = 1 LIMIT 1 ${sql.taking}`),
    /** Takes a removed step; null when there is none left. */
    takeStep: sql.value<[], number>(`SELECT seq FROM workflow_step WHERE removed = 1 LIMIT 1 ${sql.taking}`),
    /** Drops the rows of a workflow that has no executions left. */
    async dropWorkflow(seq: number): Promise<void> {
      for (const drop of drops) await drop(seq)
    },
    /** Drops the row of a step that no execution is at any more. */
    dropStep: sql.run<[seq: number]>('DELETE FROM workflow_step WHERE seq = ? AND removed = 1'),
  }
}
