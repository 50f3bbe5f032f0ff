import type { OffsetPage } from '../../../src-shared/interface/offset-list'
import { joinSignals } from '../../../src-shared/signals'

/** Asks for one page of at most `limit` records. */
export type AskPage = (of: { skip: number; limit: number }, signal: AbortSignal) => Promise<OffsetPage>

interface PageAhead {
  skip: number
  stop(): void
  page: Promise<{ page: OffsetPage } | { failure: unknown }>
}

/** Pages that are asked for ahead of the one that is wanted next, in the order of their places. */
export class PagesAhead {
  private readonly line: PageAhead[] = []

  constructor(
    private readonly ask: AskPage,
    private readonly signal: AbortSignal,
  ) {}

  get count(): number {
    return this.line.length
  }

  /** Where the last page that was asked for begins; null where none is under way. */
  get furthest(): number | null {
    return this.line.at(-1)?.skip ?? null
  }

  /** Where the next page begins; null where none is under way. */
  get next(): number | null {
    return this.line[0]?.skip ?? null
  }

  launch(skip: number, limit: number): void {
    const { signal, abort, release } = joinSignals(this.signal)
    const page = this.ask({ skip, limit }, signal)
      .then(
        (found) => ({ page: found }),
        // It may be one that nobody waits for any more: whoever takes it throws it.
        (failure: unknown) => ({ failure }),
      )
      .finally(release)
    this.line.push({ skip, stop: () => abort(new Error('Nobody waits for this page any more')), page })
  }

  /** The first page, once it is there. Rejects with why there is none. */
  async take(): Promise<{ skip: number; page: OffsetPage }> {
    const flight = this.line.shift()
    if (!flight) throw new Error('No page is under way')
    const came = await flight.page
    if ('failure' in came) throw came.failure
    return { skip: flight.skip, page: came.page }
  }

  /** Lets go of every page under way. */
  async drop(): Promise<void> {
    const dropped = this.line.splice(0)
    for (const { stop } of dropped) stop()
    await Promise.all(dropped.map(({ page }) => page))
  }
}
