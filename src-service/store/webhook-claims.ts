import type { Engine } from './engine-sql'
import { liveSenders } from './postgres/working-locks'
import { type ServiceDatabase, statements } from './statements'

/** Which process calls the webhook that an execution is at. Of a file one alone does, and nothing is noted. */
export type WebhookClaims = ReturnType<typeof webhookClaims>

/** What an execution at a webhook fits, over `execution`, that no process calls it for. */
export const unclaimed = (engine: Engine): string =>
  engine === 'sqlite'
    ? 'true'
    : 'NOT EXISTS (SELECT 1 FROM webhook_claim AS k WHERE k.execution = execution.seq)'

const nothing = async (): Promise<number> => 0

/** The claims of a database. Each call joins the transaction it is made in. */
export function webhookClaims(db: ServiceDatabase) {
  if (db.engine === 'sqlite')
    return { claim: nothing, release: nothing, releaseAllBut: nothing, releaseInterrupted: nothing }
  const sql = statements(db)
  const releaseAllBut = sql.run<[caller: number, kept: string]>(
    `DELETE FROM webhook_claim WHERE caller = ? AND execution NOT IN (${sql.numbers('?')})`,
  )
  return {
    /** Says that an execution's webhook is about to be called, by the process that others know as `caller`. */
    claim: sql.run<[execution: number, caller: number]>(
      'INSERT INTO webhook_claim (execution, caller) VALUES (?, ?)',
    ),
    /** Says that this process calls it no more. */
    release: sql.run<[execution: number, caller: number]>(
      'DELETE FROM webhook_claim WHERE execution = ? AND caller = ?',
    ),
    /** The same of all that it has claimed but these executions. */
    releaseAllBut: (caller: number, kept: readonly number[]) => releaseAllBut(caller, JSON.stringify(kept)),
    /** Has those be called again that a process called which is no more. */
    releaseInterrupted: sql.run<[]>(`DELETE FROM webhook_claim WHERE caller NOT IN (${liveSenders})`),
  }
}
