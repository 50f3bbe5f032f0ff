import type { BudgetState } from '../core/client/budget-state'
import type { Clock } from '../core/clock'
import type { JobPace } from '../../src-shared/bridge/jobs'
import {
  addAnswerTimes,
  medianAnswerTime,
  noAnswerTimes,
  type AnswerTimes,
} from '../core/client/answer-times'

const minuteMs = 60_000
/** Less says nothing about a minute. */
const leastMs = 5000
/** One sample a second is enough for a minute. */
const sampleMs = 1000

/** How many items a minute a job does, over the last minute, on the monotonic clock. */
export interface PaceMeter {
  /** Tells that so many items are done in all. */
  note(done: number): void
  /** Items a minute; null until five seconds were watched. */
  rate(): number | null
}

/** A meter that starts now, with what is done already. */
export function createRateMeter(now: () => number, done: number): PaceMeter {
  let samples = [{ at: now(), done }]
  let latest = done

  function trim(): void {
    const from = now() - minuteMs
    // The last sample before the minute stays: the rate is measured from it.
    const first = samples.findIndex(({ at }) => at > from)
    if (first > 1) samples = samples.slice(first - 1)
  }

  return {
    note(total) {
      latest = total
      const last = samples[samples.length - 1]
      if (!last || now() - last.at >= sampleMs) samples.push({ at: now(), done: total })
      trim()
    },
    rate() {
      trim()
      const first = samples[0]
      const elapsed = first ? now() - first.at : 0
      if (!first || elapsed < leastMs) return null
      return ((latest - first.done) * minuteMs) / elapsed
    },
  }
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
