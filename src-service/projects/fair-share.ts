import type { WorkingProcess } from '../store/postgres/working-locks'

/** What this process does for work to be where there is room, each a list of projects. */
export interface Exchange {
  /** To let others have that wait for them. */
  give: number[]
  /** To wait for until another process gives them. */
  want: number[]
  /** To wait for no more. */
  drop: number[]
}

interface Share extends WorkingProcess {
  /** How many it works for, or is about to: what it waits for and nobody works for is its own. */
  load: number
}

/**
 * Shares work among processes: one gives projects to another that works for fewer, until none works for more than its fair share,
 * which is the mean rounded up, nor for less than the mean rounded down. From a mean of ten on two may differ by a tenth of it
 * more, so that projects which begin and end move no others.
 * @param atOnce The most that it gives, and the most that it waits for.
 */
export function fairExchange(
  all: readonly WorkingProcess[],
  atOnce: number,
  mayGive: (project: number) => boolean,
): Exchange {
  const worked = new Set(all.flatMap(({ working }) => working))
  const isTheirs = (project: number): boolean => !worked.has(project)
  const shares = all
    .filter(({ isSharing }) => isSharing)
    .map((each): Share => ({ ...each, load: each.working.length + each.wanting.filter(isTheirs).length }))
  const mine = shares.find(({ isThis }) => isThis)
  if (!mine) return { give: [], want: [], drop: [] }
  const others = shares.filter((each) => each !== mine)
  const mean = shares.reduce((sum, { load }) => sum + load, 0) / shares.length
  const isMore = (load: number, than: number): boolean => load - than > 1 + Math.floor(mean / 10)
  return {
    give: toGive(mine, others, isMore, mayGive).slice(0, atOnce),
    want: toWant(mine, others, isMore).slice(0, Math.max(0, atOnce - mine.wanting.length)),
    drop: mine.wanting.filter((project) => {
      const owner = others.find(({ working }) => working.includes(project))
      return worked.has(project) && !(owner && isMore(owner.load, mine.load))
    }),
  }
}

type IsMore = (load: number, than: number) => boolean

function toGive(
  mine: Share,
  others: readonly Share[],
  isMore: IsMore,
  may: (project: number) => boolean,
): number[] {
  const give: number[] = []
  for (const { wanting, load } of others) {
    const asked = wanting.filter((project) => mine.working.includes(project) && may(project))
    for (const [taken, project] of asked.entries())
      if (isMore(mine.load - give.length, load + taken)) give.push(project)
  }
  return give
}

/** Takes from whoever has most, one after the other. */
function toWant(mine: Share, others: readonly Share[], isMore: IsMore): number[] {
  const wanted = new Set([mine, ...others].flatMap(({ wanting }) => wanting))
  const left = others.map(({ working }) => working.filter((project) => !wanted.has(project)))
  const load = new Set([...mine.working, ...mine.wanting]).size
  const want: number[] = []
  for (;;) {
    const most = left.reduce((one, other) => (other.length > one.length ? other : one), [])
    if (!isMore(most.length, load + want.length)) return want
    want.push(...most.splice(0, 1))
  }
}
