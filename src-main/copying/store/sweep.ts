import type { Session, Steps } from '../../core/database/session'
import type { RunRegistry } from './registry'

/** A list that a run reads, as the sweep needs it. Both parts of a removal happen within the caller's transaction. */
export interface Sweepable {
  /** How many rows there are. */
  total(): number
  /** The largest row in use. */
  lastRow(): number
  /** The rows that exist from one to another, both included. */
  between(from: number, to: number): number[]
  removeRow(row: number): void
}

/** Rows deleted in one transaction at most. */
const batch = 500
const span = 4096

/**
 * Deletes what a run did not see, a few hundred rows a transaction, counting in the run's row. Begun again after
 * a kill it goes on with what is left.
 */
export function* sweep(session: Session, registry: RunRegistry, list: Sweepable, runId: number): Steps<void> {
  if (registry.table.must(runId).seen >= list.total()) return
  const last = list.lastRow()
  for (let from = 0; from <= last; from += span) {
    const unseen = list.between(from, from + span - 1).filter((row) => !registry.seen.has(runId, row))
    for (let at = 0; at < unseen.length; at += batch) {
      session.write(() => {
        const stored = registry.table.must(runId)
        for (const row of unseen.slice(at, at + batch)) {
          // It may have been seen or removed between two slices.
          if (registry.seen.has(runId, row)) continue
          list.removeRow(row)
          stored.run.removed += 1
        }
        registry.table.write(stored)
      })
      yield
    }
    yield
  }
}
