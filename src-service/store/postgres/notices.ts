import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { Emitter } from '../../../src-shared/emitter'

/** The first number of the lock that whoever works for a project holds. */
const workingLock = 0x706f7377
/** Milliseconds between two tries to connect, or to become the one who works. */
const again = 1000

/** Tables of which rows have changed, and who has changed them. */
interface Notice {
  by: string
  tables: readonly string[]
}

/** What a process hears from the others that serve a project, and whether it is the one that works. */
export interface Notices {
  /** Calls back with what has changed; null for anything. Returns the way to stop. */
  onHeard(call: (notice: Notice | null) => void): () => void
  /**
   * Has `begin` called once no other process works for the project, and what it resolves to called when that is over: another
   * process may begin then. It begins again when it can.
   */
  work(begin: () => Promise<() => Promise<void>>): void
  close(): Promise<void>
}

/**
 * Keeps a connection on which a project is listened to, and which holds the lock of whoever works for it: the database lets go
 * of that with the connection, however a process ends.
 * In one piece: all of it is about that connection.
 * @param failed Told of what went wrong: all of it is tried again.
 */
export function hearNotices(
  config: ClientConfig,
  project: number,
  failed: (what: string, error: unknown) => void,
): Notices {
  const heard = new Emitter<Notice | null>()
  let begin: (() => Promise<() => Promise<void>>) | null = null
  let end: (() => Promise<void>) | null = null
  let client: Client | null = null
  let closed = false
  let next: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  async function connect(): Promise<Client> {
    const made = new Client(config)
    made.on('error', (error) => failed('The connection that hears of changes', error))
    made.on('notification', ({ payload = '' }) => {
      const [by = '', ...tables] = payload.split(',')
      heard.emit({ by, tables })
    })
    made.on('end', () => {
      if (client !== made) return
      client = null
      // Another process may begin from now on.
      turn = turn.then(stopWorking).catch((error: unknown) => failed('Ending to work for the project', error))
    })
    await made.connect()
    await made.query(`LISTEN ${channelOf(project)}`)
    client = made
    // Whatever was said meanwhile was not heard.
    heard.emit(null)
    return made
  }

  /** One look: connects, and begins to work where the lock lets it. */
  async function look(): Promise<void> {
    const connected = client ?? (await connect())
    if (begin === null || end !== null) return
    const { rows } = await connected.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(${workingLock}, ${project}) AS mine`,
    )
    if (!rows[0]?.mine) return
    // What the one before sent within its last second still counts.
    await wait(again)
    if (client !== connected) return
    end = await begin()
    // Lost while it began: another process may have begun, too.
    if (client !== connected) await stopWorking()
  }

  async function stopWorking(): Promise<void> {
    const ending = end
    end = null
    await ending?.()
  }

  function plan(after: number): void {
    if (closed) return
    next = setTimeout(() => {
      turn = look()
        .catch((error: unknown) => failed('Looking who works for the project', error))
        .then(() => plan(again))
    }, after).unref()
  }
  plan(0)

  return {
    onHeard: heard.add,
    work(how) {
      begin = how
    },
    async close() {
      closed = true
      clearTimeout(next)
      await turn
      await stopWorking()
      await client?.end()
    },
  }
}

/** The name under which changes of a project are told. */
export function channelOf(project: number): string {
  return `service_${project}`
}
