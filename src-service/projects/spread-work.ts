import type { TimerClock } from '../clock'
import { repeated } from '../repeated'
import type { Background } from '../service-context'
import type { SharedWork } from '../store/postgres/notices'
import { fairExchange } from './fair-share'
import type { OpenProjects, OpenTimes } from './open-projects'

interface SpreadParts {
  work: SharedWork
  projects: Pick<OpenProjects, 'open'>
  clock: TimerClock
  failed(what: string, error: unknown): void
}

/** Work that goes to where there is room, as long as the process runs. */
export interface SpreadWork extends Background {
  /** How many projects other processes got from this one. */
  given(): number
}

/**
 * Looks again and again who works for how many projects, and has some change hands. Whoever has room opens a project of one that has
 * more, and waits for it; that one lets what is leaving come to its end, and lets go. So none goes to where it cannot be opened.
 */
export function spreadWork(
  { work, projects, clock, failed }: SpreadParts,
  { lookEvery, keepFor, atOnce }: Pick<OpenTimes, 'lookEvery' | 'keepFor' | 'atOnce'>,
): SpreadWork {
  /** When this process may give what it works for. */
  const keptUntil = new Map<number, number>()
  const leaving = new Set<number>()
  let given = 0

  async function give(project: number): Promise<void> {
    leaving.add(project)
    try {
      if (await work.giveUp(project)) given += 1
      else keptUntil.set(project, clock.now() + keepFor)
    } catch (error) {
      failed('Giving up the work for a project', error)
    }
    leaving.delete(project)
  }

  function note(working: readonly number[]): void {
    const kept = new Set(working)
    for (const project of keptUntil.keys()) if (!kept.has(project)) keptUntil.delete(project)
    for (const project of kept) if (!keptUntil.has(project)) keptUntil.set(project, clock.now() + keepFor)
  }

  async function look(): Promise<number> {
    try {
      // What is leaving is no more this one's than what has left.
      const stays = (project: number): boolean => !leaving.has(project)
      const processes = (await work.processes()).map((each) =>
        each.isThis ? { ...each, working: each.working.filter(stays) } : each,
      )
      note(processes.find(({ isThis }) => isThis)?.working ?? [])
      const isFree = (project: number): boolean => clock.now() >= (keptUntil.get(project) ?? Infinity)
      const { give: gives, want, drop } = fairExchange(processes, atOnce, isFree)
      for (const project of gives.slice(0, Math.max(0, atOnce - leaving.size))) void give(project)
      await Promise.all([
        ...want.map(async (project) => (await projects.open(project)) && work.want(project, true)),
        ...drop.map((project) => work.want(project, false)),
      ])
    } catch (error) {
      failed('Spreading work', error)
    }
    return lookEvery
  }

  return { ...repeated(clock, look), given: () => given }
}
