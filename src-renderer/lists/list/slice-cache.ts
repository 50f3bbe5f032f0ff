/** Rows [offset, offset + rows.length) of a list, and how long the list is. */
export interface ListSlice<Row> {
  rows: Row[]
  count: number
  /** Rows of different revisions are not to be mixed. */
  revision: number
}

/** The first rows of a list; `count` is null where there are more and nobody has counted them yet. */
export type FirstRows<Row> = Omit<ListSlice<Row>, 'count'> & { count: number | null }

/**
 * Reads a slice of a list by position. `limit` is at most {@link sliceLimit}. `early` takes rows that come before the whole
 * answer; after that, or after `signal`, it passes over them.
 */
export type LoadSlice<Row> = (
  offset: number,
  limit: number,
  signal: AbortSignal,
  early?: (first: FirstRows<Row>) => void,
) => Promise<ListSlice<Row>>

/** Rows are kept and asked for in blocks of this many. */
export const blockSize = 50

/** The most rows one request asks for (the bridge's own limit). */
export const sliceLimit = 500

/** How long the list is left alone after it was read anew, while the copy changes many times a second (milliseconds). */
export const calmMs = 300

/** Positions [first, end). */
export interface ListRange {
  first: number
  end: number
}

interface Generation<Row> {
  blocks: Map<number, Row[]>
  count: number | null
  revision: number | null
}

interface Wanted extends ListRange {
  /** Seen now, or only near. */
  seen: boolean
}

const blank = <Row>(): Generation<Row> => ({ blocks: new Map(), count: null, revision: null })

/**
 * The rows of a long list around the place that is looked at, and no others. One request is under way at a time;
 * when it has answered, the next asks for what is looked at *then*, so that a drag across a million rows costs
 * a request per answer, not per place passed. A new query or revision is read beside the rows that are shown, and takes
 * their place when it covers the view: nothing flashes.
 */
export class SliceCache<Row> {
  #shown = blank<Row>()
  #next: Generation<Row> | null = null
  #view: ListRange = { first: 0, end: 0 }
  #request: AbortController | null = null
  #again = false
  #halted = false
  #calm: ReturnType<typeof setTimeout> | null = null
  #ended = false

  constructor(
    private load: LoadSlice<Row>,
    private readonly on: {
      /** Other rows are shown than before. `replaced`: they are of a new query or revision. */
      changed: (replaced: boolean) => void
      failed: (error: unknown) => void
    },
  ) {}

  /** How many rows the list has; null until the first answer. */
  get count(): number | null {
    return this.#shown.count
  }

  get revision(): number | null {
    return this.#shown.revision
  }

  /** How many rows are held: bounded by the view and its margins. */
  get held(): number {
    let rows = 0
    for (const generation of [this.#shown, this.#next]) {
      for (const block of generation?.blocks.values() ?? []) rows += block.length
    }
    return rows
  }

  row(position: number): Row | undefined {
    return this.#shown.blocks.get(Math.floor(position / blockSize))?.[position % blockSize]
  }

  /** The position of the first held row that fits; null where none does. */
  find(fits: (row: Row) => boolean): number | null {
    for (const [block, rows] of this.#shown.blocks) {
      const index = rows.findIndex(fits)
      if (index >= 0) return block * blockSize + index
    }
    return null
  }

  /** Which positions are looked at. */
  show(view: ListRange): void {
    if (view.first === this.#view.first && view.end === this.#view.end) return
    this.#view = view
    this.#halted = false
    this.#forget(this.#shown)
    this.#ask()
  }

  /** Another query: read at once, whatever is under way. */
  replace(load: LoadSlice<Row>, view: ListRange): void {
    this.load = load
    this.#view = view
    this.#restart()
  }

  /** The same query over a changed copy: read again soon, at most every {@link calmMs}. */
  refresh(): void {
    if (this.#calm || this.#request) this.#again = true
    else this.#restart()
  }

  dispose(): void {
    this.#ended = true
    this.#request?.abort()
    if (this.#calm) clearTimeout(this.#calm)
  }

  #restart(): void {
    this.#request?.abort()
    this.#request = null
    this.#again = false
    this.#halted = false
    this.#next = blank()
    if (this.#calm) clearTimeout(this.#calm)
    this.#calm = setTimeout(() => {
      this.#calm = null
      if (this.#again && !this.#request) this.#restart()
    }, calmMs)
    this.#ask()
  }

  #ask(): void {
    if (this.#request || this.#halted || this.#ended) return
    const generation = this.#next ?? this.#shown
    const wanted = this.#wanted(generation)
    // A margin of a revision that is about to go is not worth a request.
    if (!wanted || (this.#again && !wanted.seen)) {
      if (this.#again && !this.#calm) this.#restart()
      return
    }
    const request = new AbortController()
    this.#request = request
    const early = (first: FirstRows<Row>) => {
      if (this.#request === request && generation === this.#next) this.#showEarly(generation, wanted, first)
    }
    this.load(wanted.first, wanted.end - wanted.first, request.signal, early).then(
      (slice) => this.#answered(request, generation, wanted, slice),
      (error: unknown) => this.#failed(request, error),
    )
  }

  #answered(
    request: AbortController,
    generation: Generation<Row>,
    wanted: Wanted,
    slice: ListSlice<Row>,
  ): void {
    if (this.#request !== request) return
    this.#request = null
    let target = generation
    if (generation.revision !== null && generation.revision !== slice.revision) {
      this.#again = true
      // Rows at the margin can wait for the next reading; rows that are looked at begin one.
      if (!wanted.seen) return this.#ask()
      target = this.#next = blank()
    }
    this.#keep(target, wanted, slice)
    if (target === this.#next && this.#covers(target)) {
      this.#shown = target
      this.#next = null
      this.on.changed(true)
    } else if (target === this.#shown) this.on.changed(false)
    this.#ask()
  }

  /** Rows of a new list that cover the view take the place of the old ones; the list stays as long as it was until it is counted. */
  #showEarly(generation: Generation<Row>, wanted: Wanted, { rows, count, revision }: FirstRows<Row>): void {
    const length = count ?? Math.max(rows.length, this.#shown.count ?? 0)
    if (wanted.first > 0 || (count === null && rows.length < this.#view.end)) return
    this.#keep(generation, wanted, { rows, count: length, revision })
    this.#shown = generation
    this.#next = null
    this.on.changed(true)
  }

  #failed(request: AbortController, error: unknown): void {
    if (this.#request !== request) return
    this.#request = null
    // Asked again when the view or the query changes, or by hand: not in a loop.
    this.#halted = true
    this.on.failed(error)
  }

  #keep(generation: Generation<Row>, wanted: ListRange, slice: ListSlice<Row>): void {
    generation.count = slice.count
    generation.revision = slice.revision
    for (let start = wanted.first; start < wanted.end; start += blockSize) {
      const rows = slice.rows.slice(start - wanted.first, start - wanted.first + blockSize)
      generation.blocks.set(start / blockSize, rows)
    }
    this.#forget(generation)
  }

  #covers(generation: Generation<Row>): boolean {
    return generation.count !== null && this.#missing(generation, this.#blocks(generation, 0)) === null
  }

  /** What is looked at comes first; then a margin of a block on each side. */
  #wanted(generation: Generation<Row>): Wanted | null {
    const seen = this.#missing(generation, this.#blocks(generation, 0))
    if (seen) return { ...seen, seen: true }
    const near = this.#missing(generation, this.#blocks(generation, 1))
    return near && { ...near, seen: false }
  }

  #blocks(generation: Generation<Row>, margin: number): ListRange {
    const length = generation.count ?? this.#view.end
    const last = Math.max(0, Math.ceil(length / blockSize))
    // A view past the end of a list that has shrunk looks at its last rows.
    const end = Math.min(last, Math.max(1, Math.ceil(this.#view.end / blockSize)) + margin)
    const height = Math.ceil((this.#view.end - this.#view.first) / blockSize)
    const first = Math.min(Math.floor(this.#view.first / blockSize), Math.max(0, last - height)) - margin
    return { first: Math.max(0, first), end: generation.count === null ? Math.max(1, end) : end }
  }

  /** The first gap within a range of blocks, in positions, as long as one request may be. */
  #missing(generation: Generation<Row>, blocks: ListRange): ListRange | null {
    let first = blocks.first
    while (first < blocks.end && generation.blocks.has(first)) first++
    if (first >= blocks.end) return null
    let end = first + 1
    const most = first + sliceLimit / blockSize
    while (end < blocks.end && end < most && !generation.blocks.has(end)) end++
    return { first: first * blockSize, end: end * blockSize }
  }

  #forget(generation: Generation<Row>): void {
    const kept = this.#blocks(generation, 2)
    for (const block of generation.blocks.keys()) {
      if (block < kept.first || block >= kept.end) generation.blocks.delete(block)
    }
  }
}
