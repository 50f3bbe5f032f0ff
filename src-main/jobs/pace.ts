import type { BudgetState } from '../core/client/budget-state'
import type { Clock } from '../core/clock'
import { createRateMeter, type RateMeter } from '../core/rate-meter'
import type { JobPace } from '../../src-shared/bridge/jobs'
import {
  addAnswerTimes,
  medianAnswerTime,
  noAnswerTimes,
  type AnswerTimes,
} from '../core/client/answer-times'

/** How many items a minute a job does, over the last minute. `done`: what is done already. */
export function createJobMeter(now: () => number, done: number): RateMeter {
  return createRateMeter(now, done, { last: 60_000, least: 5000, per: 60_000 })
}

/**
 * Seconds until so many items are done: as the rate says, but never sooner than the share of the budget allows, since a
 * minute's share may have been spent in a burst. null where it cannot be known.
 */
export function secondsLeft(items: number, rate: number | null, share: number): number | null {
  if (items === 0) return 0
  if (rate === null || rate <= 0) return null
  return Math.round((items / Math.min(rate, Math.max(1, share))) * 60)
}

/** Points of a chart are taken so often at first. */
const stepMs = 5000
/** When there are so many, every second one is let go, and half as many are taken from then on. */
const mostPoints = 480

/** What was seen at the last point: counts of the client, which the next point is told from. */
interface PacePoint {
  /** On the monotonic clock. */
  at: number
  refusedForRate: number
  serverErrors: number
  answerTimes: AnswerTimes
}

/** How much a count grew. Another client counts anew: a key was replaced. */
function since(before: number, now: number): number {
  return now - (before <= now ? before : 0)
}

/** Requests a minute while jobs run, for their chart: a bounded number of points, however long it takes. */
export class PaceRecorder {
  #points: JobPace[] = []
  #stepMs = stepMs
  #last: PacePoint | null = null
  /** Of the answers since the first point. */
  readonly #answerTimes = noAnswerTimes()

  constructor(private readonly clock: Clock) {}

  get points(): JobPace[] {
    return this.#points
  }

  /** Takes a point where one is due. */
  note(state: BudgetState): void {
    if (!this.#last || this.clock.monotonic() - this.#last.at >= this.#stepMs) this.#take(state)
  }

  /** The job rests: takes a point, without which a job of a few seconds would have answers but no median. */
  rest(state: BudgetState): void {
    this.#take(state)
  }

  #take({ spent, share, refusedForRate, serverErrors, answerTimes }: BudgetState): void {
    const at = this.clock.monotonic()
    const last = this.#last
    if (last) addAnswerTimes(this.#answerTimes, answerTimes, last.answerTimes)
    this.#points.push({
      at: this.clock.now(),
      requests: spent,
      share,
      refusedForRate: last ? since(last.refusedForRate, refusedForRate) : 0,
      serverErrors: last ? since(last.serverErrors, serverErrors) : 0,
      medianMs: medianAnswerTime(this.#answerTimes),
    })
    this.#last = { at, refusedForRate, serverErrors, answerTimes }
    if (this.#points.length >= mostPoints) this.#thinOut()
  }

  #thinOut(): void {
    const points = this.#points
    this.#points = points.flatMap((point, index) => {
      const before = points[index - 1]
      if (index % 2 === 0) return index === points.length - 1 ? [point] : []
      const refusedForRate = point.refusedForRate + (before?.refusedForRate ?? 0)
      return [{ ...point, refusedForRate, serverErrors: point.serverErrors + (before?.serverErrors ?? 0) }]
    })
    this.#stepMs *= 2
  }
}
