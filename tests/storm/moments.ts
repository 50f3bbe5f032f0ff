import { type FSWatcher, existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Moment } from '../fixtures/recording-proxy'
import type { Sent } from './wire'

/** When a kill comes, counted from the start of what it cuts off. */
export type KillMoment =
  /** The `nth` request (`writes`: that writes) has arrived, is lost on the way there, was carried out, was answered. */
  | { at: 'arrived' | 'lost' | 'carriedOut' | 'answered'; nth: number; writes: boolean }
  /** The `nth` time that something was written to a log of the copy or of an import's rows. */
  | { at: 'stored'; nth: number }
  /** So many milliseconds have passed. */
  | { at: 'after'; ms: number }

/** A whole number from 0 to below `below`. */
export type Draw = (below: number) => number

const stages = ['arrived', 'lost', 'carriedOut', 'answered'] as const

/** Draws a moment. `within`: how many requests are to be expected; `writes`: whether some of them write. */
export function drawMoment(draw: Draw, { within, writes }: { within: number; writes: boolean }): KillMoment {
  const kind = draw(10)
  if (kind === 0) return { at: 'after', ms: draw(600) }
  if (kind <= 2) return { at: 'stored', nth: 1 + draw(4 * within) }
  const stage = stages[draw(stages.length)] ?? 'arrived'
  return { at: stage, nth: 1 + draw(within), writes: writes && draw(5) > 0 }
}

/** In words. */
export function told(moment: KillMoment): string {
  if (moment.at === 'after') return `${moment.ms} ms on`
  if (moment.at === 'stored') return `stored ${moment.nth}`
  return `${moment.writes ? 'write' : 'request'} ${moment.nth} ${moment.at}`
}

/** Counts requests until the one of a moment; says whether this is it. */
export function requestCounter(
  moment: KillMoment,
  isWrite: (request: Sent) => boolean,
): (stage: Moment, request: Sent) => boolean {
  if (moment.at === 'after' || moment.at === 'stored') return () => false
  const { at, nth, writes } = moment
  const stage = at === 'lost' ? 'arrived' : at
  let left = nth
  return (now, request) => now === stage && (!writes || isWrite(request)) && --left === 0
}

/** Calls back once a moment has come that no request tells of. Answers how to stop. */
export function waitFor(moment: KillMoment, folder: string, come: () => void): () => void {
  if (moment.at === 'after') {
    const timer = setTimeout(come, moment.ms)
    return () => clearTimeout(timer)
  }
  if (moment.at !== 'stored') return () => undefined
  let left = moment.nth
  const watchers = storedIn(folder).map((place) =>
    watch(place, (_event, name) => {
      if (name?.endsWith('-wal') === true && --left === 0) come()
    }),
  )
  return () => watchers.forEach((each: FSWatcher) => each.close())
}

/** The folders of a data folder where databases lie, as far as they are there. */
function storedIn(folder: string): string[] {
  const profiles = join(folder, 'profiles')
  if (!existsSync(profiles)) return []
  return readdirSync(profiles)
    .flatMap((id) => [join(profiles, id), join(profiles, id, 'imports')])
    .filter((place) => existsSync(place))
}
