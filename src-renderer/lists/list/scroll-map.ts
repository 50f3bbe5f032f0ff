/**
 * Chromium lays out no element higher than about 33.5 million pixels, and half of that on
 * screens of double density. Longer lists get a scroll bar of this many pixels, mapped onto their rows.
 */
const spacerCeiling = 8_000_000

/** What a scroll position depends on. Heights are CSS pixels. */
export interface ScrollGeometry {
  count: number
  rowHeight: number
  viewHeight: number
}

/** The height all rows have together, whether or not an element could be that high. */
function listHeight(geometry: ScrollGeometry): number {
  return geometry.count * geometry.rowHeight
}

/** The height of the element that gives the scroll bar its length. */
export function spacerHeight(geometry: ScrollGeometry, ceiling = spacerCeiling): number {
  return Math.min(listHeight(geometry), Math.max(ceiling, geometry.viewHeight))
}

/**
 * Where a list stands, in list pixels (`top`: 0 to {@link ScrollMap.max}), and which scroll position of the
 * element shows that. Below the ceiling the two are the same. Above it, what a person does decides: the wheel and
 * the keys move `top` by exactly what they say, a drag of the scroll bar maps proportionally, and both ends are
 * reached exactly.
 */
export class ScrollMap {
  #top = 0
  #geometry: ScrollGeometry
  /** The scroll position that this map asked for last: the event that reports it says nothing new. */
  #asked: number | null = null
  /** A gesture that once moved further than a view is a drag until it ends. */
  #dragging = false
  #seen = 0

  constructor(
    geometry: ScrollGeometry,
    readonly ceiling = spacerCeiling,
  ) {
    this.#geometry = geometry
  }

  get top(): number {
    return this.#top
  }

  /** The greatest `top`: with it, the last row stands at the lower edge. */
  get max(): number {
    return Math.max(0, listHeight(this.#geometry) - this.#geometry.viewHeight)
  }

  /** The greatest scroll position of the element. */
  get scrollMax(): number {
    return Math.max(0, spacerHeight(this.#geometry, this.ceiling) - this.#geometry.viewHeight)
  }

  /** Whether a pixel of the scroll bar is more than a pixel of the list. */
  get scaled(): boolean {
    return this.max > this.scrollMax
  }

  /** The scroll position of the element that stands for `top`. */
  get scrollTop(): number {
    return this.scaled ? (this.#top / this.max) * this.scrollMax : this.#top
  }

  /** New rows, another density or another window: stays where it is as far as that still exists. */
  resize(geometry: ScrollGeometry): void {
    this.#geometry = geometry
    this.#top = this.#clamp(this.#top)
  }

  /** Goes to a position; fractions are dropped, so that text stands on whole pixels. */
  moveTo(top: number): void {
    this.#top = this.#clamp(Math.round(top))
    this.#dragging = false
  }

  moveBy(pixels: number): void {
    this.moveTo(this.#top + pixels)
  }

  /** Goes as little as needed for a row to be seen whole. */
  reveal(position: number): void {
    const { rowHeight, viewHeight } = this.#geometry
    const start = position * rowHeight
    if (start < this.#top) this.moveTo(start)
    else if (start + rowHeight > this.#top + viewHeight) this.moveTo(start + rowHeight - viewHeight)
  }

  /** Tells the map which position the element really took when it was asked to show `top`: browsers round. */
  asked(scrollTop: number): void {
    this.#asked = scrollTop
    this.#seen = scrollTop
  }

  /** The element scrolled by itself. Answers whether `top` changed. */
  scrolled(scrollTop: number): boolean {
    if (this.#asked !== null && Math.abs(scrollTop - this.#asked) < 1) return false
    const before = this.#top
    const moved = scrollTop - this.#seen
    this.#asked = null
    this.#seen = scrollTop
    if (!this.scaled) this.#top = this.#clamp(scrollTop)
    else if (this.#isDrag(moved)) this.#top = this.#fromBar(scrollTop)
    else this.#top = this.#clamp(Math.round(this.#top + moved))
    return this.#top !== before
  }

  /** The gesture is over: the next small movement is exact again. Answers whether the element stands elsewhere than `top`. */
  ended(): boolean {
    this.#dragging = false
    return this.scaled && Math.abs(this.#seen - this.scrollTop) >= 1
  }

  /**
   * A pixel of the scroll bar's track stands for far more than a view, so whatever moves less than a view (a
   * finger, a click beside the thumb) means list pixels.
   */
  #isDrag(moved: number): boolean {
    this.#dragging ||= Math.abs(moved) > this.#geometry.viewHeight
    return this.#dragging
  }

  #fromBar(scrollTop: number): number {
    const share = Math.min(1, Math.max(0, scrollTop / this.scrollMax))
    // The browser's last position may be a fraction of a pixel short of its maximum.
    if (this.scrollMax - scrollTop < 1) return this.max
    return this.#clamp(Math.round(share * this.max))
  }

  #clamp(top: number): number {
    return Math.min(this.max, Math.max(0, top))
  }
}
