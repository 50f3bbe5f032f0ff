import { setTimeout as wait } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { Rounds } from '../../rounds'
import { isTrouble } from './faults'
import { type Notices, OpenNotices, type ProjectNotice } from './project-notices'
import * as locks from './working-locks'

/** The first number of the lock that everybody shares who has a project open. */
const openLock = 0x706f736f
/** What is said of a project that its process has given up. */
const freed = 'freed'
/** Milliseconds between two tries to connect, or to become the one who works. */
const again = 1000
/** Milliseconds between two looks whether another process has settled when a project is due. */
const soon = 20

/** How the processes that serve all projects share the work for them. */
export interface SharedWork {
  /** Has this process be one of them, and tells of all that work. */
  processes(): Promise<locks.WorkingProcess[]>
  /** Says whether another process should give the work for a project that is open here up to this one. */
  want(project: number, isWanted: boolean): Promise<void>
  /** Lets another process work once what is under way has ended. False where this one does not. */
  giveUp(project: number): Promise<boolean>
  /** Whether no other process has the project open. */
  isAlone(project: number): Promise<boolean>
}

/** What a process hears from the others over one connection, for all the projects that it has open. */
export interface NoticeConnection extends SharedWork {
  /**
   * Listens for a project. From then on, and until the last process that has it open closes it alone, the database says that the
   * project is due: whoever looks for work finds it where all of them end.
   */
  open(project: number): Promise<Notices>
  close(): Promise<void>
}

/** Looks at which a process that has gone is noticed: what it committed last may be seen after the first. */
const looksAfterOneIsGone = 3
/** So often it is looked for anyhow: one that came and went between two looks was never known. */
const looksBetween = 60

/**
 * Keeps a connection on which all projects of a process are listened to, and which holds the locks of those that it works for: the
 * database lets go of them with the connection, however a process ends.
 * In one piece: all of it is about that connection.
 * @param failed Told of what went wrong: all of it is tried again.
 */
export function hearNotices(
  config: ClientConfig,
  failed: (what: string, error: unknown) => void,
): NoticeConnection {
  const opened = new Map<number, OpenNotices>()
  let client: Client | null = null
  let connecting: Promise<Client> | null = null
  /** What the connection listens for. */
  const listening = new Set<number>()
  /** What the connection waits for others to give up. */
  const wanted = new Set<number>()
  let sharing: Client | null = null
  let sender: number | null = null
  let known: readonly number[] = []
  let looksLeft = 0
  let quietLooks = 0
  let closed = false
  let next: NodeJS.Timeout | undefined

  function connected(): Promise<Client> {
    if (client) return Promise.resolve(client)
    connecting ??= connect().finally(() => (connecting = null))
    return connecting
  }

  async function connect(): Promise<Client> {
    const made = new Client({ ...config, pipeline: true })
    listening.clear()
    wanted.clear()
    made.on('error', (error) => failed('The connection that hears of changes', error))
    made.on('notification', ({ channel, payload = '' }) => {
      const [by = '', ...tables] = payload.split(',')
      tell(channel, { by, tables })
    })
    made.on('end', () => {
      if (client !== made) return
      client = null
      sender = null
      // Another process may begin from now on, and takes what is on its way from this one for cut off.
      for (const each of opened.values()) {
        void each.stopWorking()
        void each.unheard()
      }
    })
    await made.connect()
    let own: number
    try {
      own = await locks.beSender(made)
      await listen(made, [...opened.keys()])
    } catch (error) {
      await made.end().catch(() => undefined)
      throw error
    }
    client = made
    sender = own
    for (const each of opened.values()) {
      // Whatever was said meanwhile was not heard.
      each.tell(null)
      each.heardAs(own)
    }
    return made
  }

  function tell(channel: string, notice: ProjectNotice): void {
    const project = Number(channel.slice(channelOf('').length))
    if (notice.by !== freed) opened.get(project)?.tell(notice)
    else if (wanted.has(project)) looks.begin()
  }

  /** Listens, and says that these projects are open, and so are due for whoever finds nobody working for them. */
  async function listen(on: Client, projects: readonly number[]): Promise<void> {
    if (projects.length === 0) return
    projects.forEach((each) => listening.add(each))
    await on.query(projects.map((each) => `LISTEN ${channelOf(each)}`).join('; '))
    let left = projects
    while (left.length > 0) {
      // Not waited for: two connections that wait for each other's locks would be one too many.
      const { rows } = await on.query<{ project: number }>(
        `SELECT project FROM unnest($1::integer[]) AS project WHERE NOT pg_try_advisory_lock_shared(${openLock}, project)`,
        [left],
      )
      left = rows.map(({ project }) => project)
      if (left.length > 0) await wait(soon)
    }
    await on
      .query('UPDATE service_project SET due_at = 0 WHERE project = ANY ($1) AND due_at IS DISTINCT FROM 0', [
        projects,
      ])
      .catch((error: unknown) => {
        // Where nothing can be written nothing is to be done.
        if (!isTrouble(error)) throw error
      })
  }

  /** One look: connects, and begins to work for what nobody works for. */
  async function look(): Promise<void> {
    const on = await connected()
    await lookForSenders(on)
    const waiting = [...opened.values()].filter((each) => each.isWaiting).map(({ project }) => project)
    if (waiting.length === 0) return
    for (const project of await locks.lockWork(on, waiting)) {
      void begin(on, project)
      await want(project, false)
    }
  }

  /** Has what was on its way from a process that is gone be ended by those who work for its projects. */
  async function lookForSenders(on: Client): Promise<void> {
    const { rows } = await on.query<{ sender: number }>(locks.liveSenders)
    const live = rows.map((each) => each.sender)
    if (known.some((each) => !live.includes(each))) looksLeft = looksAfterOneIsGone
    known = live
    if (looksLeft === 0 && ++quietLooks < looksBetween) return
    quietLooks = 0
    looksLeft = Math.max(0, looksLeft - 1)
    for (const each of opened.values()) each.endInterrupted()
  }

  async function begin(on: Client, project: number): Promise<void> {
    const isHeld = (): boolean => client === on
    const notices = opened.get(project)
    // What the one before sent within its last second still counts.
    await notices?.begin(() => wait(again), isHeld)
    if (!notices?.isWorking && isHeld()) await unlock(on, project)
  }

  async function unlock(on: Client, project: number): Promise<void> {
    await locks.unlockWork(on, project).catch((error: unknown) => failed('Letting go of a project', error))
  }

  const looks = new Rounds(async () => {
    clearTimeout(next)
    await look().catch((error: unknown) => failed('Looking who works for the projects', error))
    if (!closed) next = setTimeout(looks.begin, again).unref()
  })
  looks.begin()

  async function want(project: number, isWanted: boolean): Promise<void> {
    const on = client
    if (!on || wanted.has(project) === isWanted || (isWanted && !opened.get(project)?.isWaiting)) return
    if (isWanted) wanted.add(project)
    else wanted.delete(project)
    if (!(await locks.setWanted(on, project, isWanted))) wanted.delete(project)
  }

  async function free(project: number): Promise<void> {
    const on = client
    if (!on || closed) return
    await locks.unlockWork(on, project)
    await on.query('SELECT pg_notify($1, $2)', [channelOf(project), freed])
  }

  async function isAlone(project: number): Promise<boolean> {
    const on = await connected()
    const lock = `(${openLock}, $1)`
    const { rows } = await on.query<{ alone: boolean }>(
      `SELECT CASE WHEN pg_try_advisory_lock${lock} THEN pg_advisory_unlock${lock} ELSE false END AS alone`,
      [project],
    )
    return rows[0]?.alone ?? false
  }

  /** Stops listening. Calls `alone` where no other process has the project open, and none can before it has ended. */
  async function letGo(project: number, alone?: () => Promise<void>): Promise<void> {
    opened.delete(project)
    listening.delete(project)
    const on = client
    if (!on) return
    await want(project, false)
    await on.query(`UNLISTEN ${channelOf(project)}`)
    const { rows } = await on.query<{ mine: boolean }>(
      `SELECT pg_try_advisory_lock(${openLock}, $1) AS mine`,
      [project],
    )
    try {
      if (rows[0]?.mine) await alone?.()
    } finally {
      if (rows[0]?.mine) await on.query(`SELECT pg_advisory_unlock(${openLock}, $1)`, [project])
      await on.query(`SELECT pg_advisory_unlock_shared(${openLock}, $1)`, [project])
      await unlock(on, project)
    }
  }

  return {
    async open(project) {
      if (opened.has(project)) throw new Error('The project is open already.')
      const notices = new OpenNotices(project, letGo, failed)
      opened.set(project, notices)
      try {
        const on = await connected()
        // A new connection listens for all that is open.
        if (!listening.has(project)) await listen(on, [project])
        if (client === on && sender !== null) notices.heardAs(sender)
      } catch (error) {
        opened.delete(project)
        throw error
      }
      return notices
    },
    want,
    isAlone,
    giveUp: async (project) => (await opened.get(project)?.giveUp(() => free(project))) ?? false,
    async processes() {
      const on = await connected()
      if (sharing !== on) await locks.shareWork(on)
      sharing = on
      return locks.processesAtWork(on)
    },
    async close() {
      closed = true
      clearTimeout(next)
      await looks.end()
      await Promise.all([...opened.values()].flatMap((each) => [each.stopWorking(), each.unheard()]))
      await client?.end()
    },
  }
}

/** The name under which changes of a project are told. */
export function channelOf(project: number | ''): string {
  return `service_${project}`
}
