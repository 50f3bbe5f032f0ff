import type { Priority } from './call-options'
import type { ProblemError } from '../../../src-shared/problem'

/** Somebody who waits for leave to send. */
export interface WaitingRequest {
  priority: Priority
  /** Monotonic instant after which waiting makes no sense; null: as long as it takes. */
  deadline: number | null
  go(permit: Permit): void
  refuse(reason: ProblemError): void
}

const order: readonly Priority[] = ['click', 'job', 'sync']

/** A place for who waits, in the order in which they may go: by priority, within one in the order of coming. */
export function createRequestQueue() {
  const queues: Record<Priority, Set<WaitingRequest>> = { click: new Set(), job: new Set(), sync: new Set() }
  const everybody = () => order.flatMap((priority) => [...queues[priority]])
  const remove = (entry: WaitingRequest) => queues[entry.priority].delete(entry)

  return {
    get size() {
      return order.reduce((sum, priority) => sum + queues[priority].size, 0)
    },
    get nextDeadline() {
      const deadlines = everybody().flatMap(({ deadline }) => (deadline === null ? [] : [deadline]))
      return deadlines.length === 0 ? null : Math.min(...deadlines)
    },
    add: (entry: WaitingRequest) => void queues[entry.priority].add(entry),
    remove,
    /** Takes the first whose priority may go; null where nobody may. */
    next(mayGo: (priority: Priority) => boolean): WaitingRequest | null {
      for (const priority of order) {
        const [entry] = queues[priority]
        if (entry && mayGo(priority)) {
          remove(entry)
          return entry
        }
      }
      return null
    },
    /** Takes everybody whose deadline has come. */
    overdue(now: number) {
      const late = everybody().filter(({ deadline }) => deadline !== null && deadline <= now)
      late.forEach(remove)
      return late
    },
    /** Takes everybody. */
    all() {
      const entries = everybody()
      entries.forEach(remove)
      return entries
    },
  }
}

/** Leave to send one request. Exactly one of the methods is to be called, when nothing more of it can come. */
export interface Permit {
  /** Monotonic instant of sending. */
  readonly sentAt: number
  /** The service answered. `retryAfterMs` counts with 429 alone. */
  answered(status: number, durationMs: number, retryAfterMs: number | null): void
  /**
   * No whole answer came; `sent`: the service may have seen the request. null: for a reason that says nothing about
   * the service, such as being cancelled.
   */
  failed(reason: ProblemError | null, sent: boolean): void
}
