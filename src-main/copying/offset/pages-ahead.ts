import type { OffsetPage } from '../../../src-shared/interface/offset-list'
import { joinSignals } from '../../../src-shared/signals'

/** Asks for one page of at most `limit` records. */
export type AskPage = (of: { skip: number; limit: number }, signal: AbortSignal) => Promise<OffsetPage>

/** A page, and where it was asked for. */
export interface PageAt {
  skip: number
  page: OffsetPage
}

interface PageAhead {
  skip: number
  stop(): void
  came: Promise<void>
  /** null while it is under way. */
  answer: { page: OffsetPage } | { failure: unknown } | null
}

/** Pages that are asked for ahead of the one that is wanted next, in the order of their places, until they are let go. */
export class PagesAhead {
  private readonly line: PageAhead[] = []

  constructor(
    private readonly ask: AskPage,
    private readonly signal: AbortSignal,
  ) {}

  /** How many there are, come or under way. */
  get count(): number {
    return this.line.length
  }

  get underWay(): number {
    return this.line.filter(({ answer }) => answer === null).length
  }

  /** Where the last page that was asked for begins; null where there is none. */
  get furthest(): number | null {
    return this.line.at(-1)?.skip ?? null
  }

  /** Where the next page begins; null where there is none. */
  get next(): number | null {
    return this.line[0]?.skip ?? null
  }

  launch(skip: number, limit: number): void {
    const { signal, abort, release } = joinSignals(this.signal)
    const came = this.ask({ skip, limit }, signal)
      .then(
        (page) => void (ahead.answer = { page }),
        // It may be one that nobody waits for any more: whoever asks for it throws it.
        (failure: unknown) => void (ahead.answer = { failure }),
      )
      .finally(release)
    const stop = () => abort(new Error('Nobody waits for this page any more'))
    const ahead: PageAhead = { skip, stop, came, answer: null }
    this.line.push(ahead)
  }

  /** The first page, once it is there. Rejects with why there is none. */
  async first(): Promise<PageAt> {
    await this.line[0]?.came
    const first = this.come(0)
    if (!first) throw new Error('No page is under way')
    return first
  }

  /** The page at an index of those there are; null where it is still under way. Throws why there is none. */
  come(index: number): PageAt | null {
    const { skip = 0, answer = null } = this.line[index] ?? {}
    if (answer === null) return null
    if ('failure' in answer) throw answer.failure
    return { skip, page: answer.page }
  }

  /** Lets go of the first page. */
  shift(): void {
    this.line.shift()
  }

  /** Lets go of every page. */
  async drop(): Promise<void> {
    const dropped = this.line.splice(0)
    for (const { stop, answer } of dropped) if (answer === null) stop()
    await Promise.all(dropped.map(({ came }) => came))
  }
}
