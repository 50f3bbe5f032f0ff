import type { SegmentDays as Days } from '../../../src-shared/bridge/segments'
import { localDate } from '../../../src-shared/instants'
import { segmentSchema } from '../../../src-shared/interface/segment'
import type { Clock } from '../../core/clock'
import type { Cache } from '../../cache/store'
import { conditionOf, gatherSegments } from './audience-segments'

/** Days that are counted, and of which is kept who they were. */
const kept = { counts: 84, people: 8 } as const

const dayMs = 86_400_000

/** The people of the copied segments day by day: counted here, as the service keeps no history of them. */
export class DailyCounts {
  #counting: Promise<void> = Promise.resolve()
  /** By segment: of which day, state of the copy and condition its newest count is. */
  readonly #counted = new Map<string, string>()

  constructor(
    private readonly options: {
      cache: Cache
      clock: Clock
      /** Takes over a selection as one of the page's. */
      frozen: { keep(frozen: { selectionId: string; count: number }): Promise<void> }
      /** What differs once contacts or events were read anew; null before both were read to their end. */
      copyState(): string | null
    },
  ) {}

  /**
   * Counts every dynamic segment that was not counted today, once contacts and events were read to their end. `anew`: those
   * too that were counted today, where the copy has been read since.
   */
  count(anew = false): Promise<void> {
    const counting = this.#counting.then(() => this.#countAll(anew))
    this.#counting = counting.catch(() => undefined)
    return counting
  }

  async #countAll(anew: boolean): Promise<void> {
    const { cache, clock, copyState } = this.options
    const state = copyState()
    if (state === null) return
    const now = clock.now()
    const days = {
      day: localDate(now),
      oldest: localDate(now - kept.counts * dayMs),
      newestWho: localDate(now - kept.people * dayMs),
    }
    for (const record of await cache.catalogue.all('segments')) {
      const { id, ...segment } = segmentSchema.parse(record)
      const condition = conditionOf(segment)
      if (segment.type !== 'DYNAMIC' || condition === null) continue
      const counted = `${days.day} ${state} ${JSON.stringify(condition)}`
      if (this.#counted.get(id) === counted) continue
      const { segments } = await gatherSegments(condition, cache)
      await cache.audience.keepDay({ segment: id, ...days, condition, segments, anew })
      if (anew) this.#counted.set(id, counted)
    }
  }

  /** How it went with each, today included, as the copy stands. */
  async all(): Promise<Days[]> {
    await this.count(true)
    const { cache } = this.options
    const counts = await cache.audience.days()
    const ids = [...new Set(counts.map(({ segment }) => segment))]
    const changes = await cache.audience.dayChanges({ segments: ids, since: this.#lately() })
    return ids.map((id) => {
      const change = changes.find(({ segment }) => segment === id)
      return {
        id,
        counts: counts.flatMap(({ segment, day, people }) => (segment === id ? [{ day, people }] : [])),
        since: change?.since ?? null,
        cameIn: change?.cameIn ?? null,
        left: change?.left ?? null,
      }
    })
  }

  /** Freezes who came in and who left. */
  async lately(id: string) {
    const change = await this.options.cache.audience.dayChange({ segment: id, since: this.#lately() })
    if (change === null) return null
    await this.options.frozen.keep(change.cameIn)
    await this.options.frozen.keep(change.left)
    return change
  }

  /** The first of the last seven days. */
  #lately(): string {
    return localDate(this.options.clock.now() - 7 * dayMs)
  }
}
