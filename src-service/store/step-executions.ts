import { named, type ServiceDatabase, statements } from './statements'

/** A step that an execution was at. Times are milliseconds since 1970. */
export interface StepExecutionRow {
  seq: number
  step: number
  status: 'RUNNING' | 'WAITING' | 'COMPLETED' | 'FAILED'
  /** JSON text. */
  output: string | null
  error: string | null
  executeAfter: number | null
  startedAt: number
  completedAt: number | null
}

/** Notes every step that executions are at. Each call joins the transaction it is made in. */
export interface StepJournal {
  began(execution: number, step: number, now: number): Promise<unknown>
  /** The step that it is at waits; until `until` where it goes on by itself. */
  waits(execution: number, until: number | null): Promise<unknown>
  ended(
    execution: number,
    now: number,
    end: { error: string | null; output: string | null },
  ): Promise<unknown>
  of(execution: number): Promise<StepExecutionRow[]>
}

/** A journal that notes nothing: what is specified does not tell of steps. */
export const noJournal: StepJournal = {
  began: async () => undefined,
  waits: async () => undefined,
  ended: async () => undefined,
  of: async () => [],
}

/** The journal of a database. */
export function stepJournal(db: ServiceDatabase): StepJournal {
  const sql = statements(db)
  const open = `seq = (SELECT max(seq) FROM step_execution WHERE execution = @execution)
    AND status IN ('RUNNING', 'WAITING')`
  const wait = sql.run<[{ execution: number; until: number | null }]>(
    `UPDATE step_execution SET status = 'WAITING', execute_after = @until WHERE ${open}`,
  )
  const end = sql.run<[{ execution: number; now: number; error: string | null; output: string | null }]>(
    `UPDATE step_execution SET status = CASE WHEN CAST(@error AS text) IS NULL THEN 'COMPLETED' ELSE 'FAILED' END,
       error = @error, output = @output, completed_at = greatest(@now, started_at) WHERE ${open}`,
  )
  return {
    began: sql.run(
      `INSERT INTO step_execution (execution, step, status, started_at) VALUES (?, ?, 'RUNNING', ?)`,
    ),
    waits: (execution, until) => wait({ execution, until }),
    ended: (execution, now, { error, output }) => end({ execution, now, error, output }),
    of: sql.rows(
      `SELECT ${named('seq, step, status, output, error, execute_after, started_at, completed_at')}
       FROM step_execution WHERE execution = ? ORDER BY seq`,
    ),
  }
}
