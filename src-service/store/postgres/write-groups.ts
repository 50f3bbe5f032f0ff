import { AsyncResource } from 'node:async_hooks'
import type { Connections } from './connections'
import { closeAfter, type OpenTransaction, openTransaction } from './open-transaction'
import { TransactionSession } from './transaction-session'

/** What writers of a project wait for: a lock of two numbers, the first of them this one, the service's own. */
export const writeLock = 0x706f7374
/** Milliseconds after which nobody joins a transaction any more, and how many may: those who were first wait for the last. */
const joinedFor = 10
const joinedBy = 32
const joined = 'joined'

/**
 * Somebody who writes: does it in the transaction and never rejects. What it resolves to tells whoever waits for it how it
 * ended.
 */
type Writer = (open: OpenTransaction) => Promise<WriteOutcome>

interface WriteOutcome {
  failed: boolean
  /** Tells how it ended, once the transaction has: `lost` where that was taken back as a whole. */
  tell(lost?: Lost): void
}

/** Why a transaction was taken back. */
interface Lost {
  error: unknown
}

/**
 * Writes in a transaction that others may share: resolves when it is committed. `alone` does the same as a transaction of its own,
 * lock and all, where nobody else waits.
 */
type Write = <Result>(
  work: (open: OpenTransaction) => Promise<Result>,
  alone?: () => Promise<Result>,
) => Promise<Result>

interface Waiting {
  write: Writer
  alone: (() => Promise<void>) | undefined
}

/**
 * Writers of a project, in the order in which they come. Each has the project to itself while it writes; those who come while
 * one writes join its transaction, so that the way to the disk is gone once for all of them. One that fails is taken back
 * alone. Those of this process wait here and not for the lock: waiting there would take up the connections of readers.
 * In one piece: all of it is about who waits.
 */
export function writeGroups(connections: Connections, project: number): Write {
  const begin = `BEGIN; SELECT pg_advisory_xact_lock(${writeLock}, ${project})`
  const waiting: Waiting[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) await writeGroup()
    isWriting = false
  }

  async function writeGroup(): Promise<void> {
    const [first, second] = waiting
    if (first?.alone && !second) {
      waiting.shift()
      return first.alone()
    }
    const session = new TransactionSession(connections, begin)
    const outcomes: WriteOutcome[] = []
    const together = await settled(writeTogether(session, outcomes))
    const lost = 'error' in together ? together : undefined
    for (const { tell } of outcomes) tell(lost)
  }

  /** @throws What the database says where all of it was taken back. */
  async function writeTogether(session: TransactionSession, outcomes: WriteOutcome[]): Promise<void> {
    const closes = performance.now() + joinedFor
    do {
      const isFirst = outcomes.length === 0
      const writer = waiting.shift()
      if (!writer) break
      if (!isFirst) session.savepoint(joined)
      const outcome = await writer.write(openTransaction(session))
      outcomes.push(outcome)
      // The first one has nobody before it who would lose anything.
      if (isFirst && outcome.failed) return session.end('ROLLBACK')
      if (outcome.failed) session.takeBack(joined)
      else if (!isFirst) session.keep(joined)
    } while (waiting.length > 0 && outcomes.length < joinedBy && performance.now() < closes)
    await session.end('COMMIT')
  }

  return async <Result>(
    work: (open: OpenTransaction) => Promise<Result>,
    alone?: () => Promise<Result>,
  ): Promise<Result> => {
    const end = await new Promise<() => Result>((ended) => {
      // Whoever comes later runs where it came from, not where the first one did.
      const write = AsyncResource.bind(async (open: OpenTransaction): Promise<WriteOutcome> => {
        const result = await settled(closeAfter(open, () => work(open)))
        return {
          failed: 'error' in result,
          tell: (lost) => ended(() => endOf(open, 'error' in result ? result : (lost ?? result))),
        }
      })
      const ownTransaction =
        alone &&
        AsyncResource.bind(async () => {
          const result = await settled(alone())
          ended(() => valueOf(result))
        })
      waiting.push({ write, alone: ownTransaction })
      void writeAll()
    })
    return end()
  }
}

/** Ends it for whoever wrote, in their own time: nobody else is held up by what they do afterwards. */
function endOf<Result>({ afterwards }: OpenTransaction, result: { value: Result } | Lost): Result {
  try {
    return valueOf(result)
  } finally {
    afterwards.forEach((call) => call())
  }
}

function valueOf<Result>(result: { value: Result } | Lost): Result {
  if ('error' in result) throw result.error
  return result.value
}

function settled<Result>(work: Promise<Result>): Promise<{ value: Result } | Lost> {
  return work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
}
