import type { TransactionSession } from './transaction-session'

/** A transaction that is open, or what one of those who share one does in it. */
export interface OpenTransaction {
  readonly session: TransactionSession
  /** What was begun within it may go on after its end, and is of it no longer. */
  hasEnded: boolean
  /** A statement failed and nothing was taken back since: the database carries out no other. */
  isBroken: boolean
  /** How many are within each other. */
  depth: number
  /** What is called when it has ended. */
  readonly afterwards: (() => void)[]
}

/** What somebody does in a transaction. */
export function openTransaction(session: TransactionSession): OpenTransaction {
  return { session, hasEnded: false, isBroken: false, depth: 0, afterwards: [] }
}

/**
 * Does what somebody does in it, and closes it for them.
 * @throws What the work throws, and Error where it went on after a statement had failed.
 */
export async function closeAfter<Result>(
  open: OpenTransaction,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return unbroken(open, await work())
  } finally {
    open.hasEnded = true
  }
}

/** Does one within another: it is taken back alone when it fails. */
export async function within<Result>(open: OpenTransaction, work: () => Promise<Result>): Promise<Result> {
  const { session } = open
  const name = `within_${open.depth++}`
  session.savepoint(name)
  try {
    const result = unbroken(open, await work())
    session.keep(name)
    return result
  } catch (error) {
    session.takeBack(name)
    open.isBroken = false
    throw error
  } finally {
    open.depth--
  }
}

function unbroken<Result>(open: OpenTransaction, result: Result): Result {
  if (open.isBroken) throw new Error('A transaction went on after a failure, and was taken back.')
  return result
}
