import type { TimerClock } from '../clock'
import type { ProjectLookup } from '../store/postgres/project-lookup'
import type { OpenedProject, SharedDatabase } from '../store/postgres/shared-database'
import type { ProjectService } from './project-service'
import { repeated } from '../repeated'

/** When a process opens projects and lets go of them, in milliseconds. */
export interface OpenTimes {
  /** How long nobody must have asked for a project that is let go. */
  idleFor: number
  /**
   * How long one is kept at least, and how soon something must be to be done for it to be kept: longer than it takes until a process
   * works for one that nobody works for, which is two seconds.
   */
  settling: number
  /** Between two looks for projects with work that nobody does. */
  lookEvery: number
  /** How many one look takes: others have looks of their own. */
  most: number
  /** Between two looks at what to let go. */
  letGoEvery: number
  /** After how long one that could not be opened is tried again. */
  again: number
  /** How long the work of a project stays with a process at least, before it is given to one that works for fewer. */
  keepFor: number
  /** How many are given at a time. */
  atOnce: number
}

/** What a process has with a word of none. */
export const openTimes: OpenTimes = {
  idleFor: 180_000,
  settling: 15_000,
  lookEvery: 1000,
  most: 10,
  letGoEvery: 5000,
  again: 60_000,
  keepFor: 30_000,
  atOnce: 5,
}

interface Part {
  opened: OpenedProject
  service: ProjectService
}

interface Entry {
  readonly opening: Promise<Part>
  part: Part | null
  closing: Promise<void> | null
  openedAt: number
  askedAt: number
  /** Requests that are answered now. */
  underWay: number
}

interface OpenProjectsParts {
  shared: Pick<SharedDatabase, 'open' | 'work'>
  lookup: Pick<ProjectLookup, 'due' | 'settle'>
  create(opened: OpenedProject): Promise<ProjectService>
  clock: TimerClock
  failed(what: string, error: unknown): void
}

/** The projects that a process has open: those that are asked for, and those that it works for. */
export interface OpenProjects {
  /** Answers with the service of a project, which is made when it is first asked for. */
  ask<Answer>(project: number, answer: (service: ProjectService) => Answer | Promise<Answer>): Promise<Answer>
  /** How many are open, by what is done for them. */
  counts(): { working: number; idle: number }
  /** The services of those that it works for. */
  working(): ProjectService[]
  /** Has a project open. False where it cannot be. */
  open(project: number): Promise<boolean>
  /** Begins to look for work, and to let go of what is idle. */
  start(): void
  /** Ends that, and every service. */
  stop(): Promise<void>
}

/**
 * Opens projects when they are asked for or have work to do that nobody does, and lets go of them when neither is so any more.
 * In one piece: all of it is about what is open.
 */
export function openProjects(
  { shared, lookup, create, clock, failed }: OpenProjectsParts,
  { idleFor, settling, lookEvery, most, letGoEvery, again }: OpenTimes = openTimes,
): OpenProjects {
  const entries = new Map<number, Entry>()
  /** When what could not be opened may be tried again. */
  const refused = new Map<number, number>()

  function entryOf(project: number): Entry {
    const known = entries.get(project)
    if (known && known.closing === null) return known
    // What is being let go of is opened anew once it is gone.
    const opening = (known?.closing ?? Promise.resolve()).then(() => open(project))
    const now = clock.now()
    const entry: Entry = {
      opening,
      part: null,
      closing: null,
      openedAt: now,
      askedAt: -Infinity,
      underWay: 0,
    }
    entries.set(project, entry)
    opening.then(
      (part) => (entry.part = part),
      () => forget(project, entry),
    )
    return entry
  }

  function forget(project: number, entry: Entry): void {
    if (entries.get(project) === entry) entries.delete(project)
  }

  async function open(project: number): Promise<Part> {
    const opened = await shared.open(project)
    try {
      return { opened, service: await create(opened) }
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  async function look(): Promise<number> {
    const now = clock.now()
    for (const [project, until] of refused) if (until <= now) refused.delete(project)
    try {
      const due = await lookup.due(now, most, [...entries.keys(), ...refused.keys()])
      await Promise.all(due.map(tryToOpen))
    } catch (error) {
      failed('Looking for projects with work', error)
    }
    return lookEvery
  }

  async function tryToOpen(project: number): Promise<boolean> {
    if (refused.has(project)) return false
    try {
      await entryOf(project).opening
      return true
    } catch (error) {
      refused.set(project, clock.now() + again)
      failed('Opening a project', error)
      return false
    }
  }

  async function letGo(): Promise<number> {
    for (const [project, entry] of entries) {
      try {
        if (await isIdle(project, entry)) entry.closing = close(project, entry)
      } catch (error) {
        failed('Looking whether a project is idle', error)
      }
    }
    return letGoEvery
  }

  async function isIdle(project: number, entry: Entry): Promise<boolean> {
    const isAsked = (): boolean => {
      const now = clock.now()
      return entry.underWay > 0 || now < entry.askedAt + idleFor || now < entry.openedAt + settling
    }
    if (!entry.part || entry.closing || isAsked()) return false
    const { opened, service } = entry.part
    if (service.outgoing.isBusy()) return false
    if (!opened.isWorking()) return true
    // Who has it open would begin to work for it, with one more than others have.
    if (!(await shared.work.isAlone(project))) return false
    const next = await service.nextWork()
    return (next === null || next > clock.now() + settling) && !isAsked()
  }

  async function close(project: number, entry: Entry): Promise<void> {
    try {
      const { opened, service } = await entry.opening
      const settle = async (): Promise<void> => lookup.settle(project, await service.nextWork())
      await opened.close(settle).finally(() => end(service))
    } catch (error) {
      failed('Letting go of a project', error)
    }
    forget(project, entry)
  }

  const rounds = [repeated(clock, look), repeated(clock, letGo)]
  const parts = (): Part[] =>
    [...entries.values()].flatMap(({ part, closing }) => (part && !closing ? [part] : []))
  const working = (): ProjectService[] =>
    parts().flatMap(({ opened, service }) => (opened.isWorking() ? [service] : []))

  return {
    async ask(project, answer) {
      const entry = entryOf(project)
      entry.underWay++
      try {
        return await answer((await entry.opening).service)
      } finally {
        entry.underWay--
        entry.askedAt = clock.now()
      }
    },
    counts() {
      const count = working().length
      return { working: count, idle: parts().length - count }
    },
    working,
    open: tryToOpen,
    start: () => rounds.forEach((each) => each.start()),
    async stop() {
      await Promise.all(rounds.map((each) => each.stop()))
      await Promise.all(
        [...entries.values()].map(({ closing, opening }) => closing ?? opening.catch(() => null)),
      )
      await Promise.all(parts().map(({ service }) => end(service)))
    },
  }
}

async function end(service: ProjectService): Promise<void> {
  await service.stop()
  await service.db.close()
}
