import { computed, nextTick, watch, type CSSProperties, type Ref } from 'vue'
import { rowWidth, type ListColumn, type ListSort } from './column'
import { useLeadingList } from './leading-list'
import type { Opening } from './row-keys'
import type { ListSelection } from './selection'
import { type LoadSlice, sliceLimit } from './slice-cache'
import { useColumnWindow } from './use-column-window'
import { useDrawnRows } from './use-drawn-rows'
import { useFittingColumns } from './use-fitting-columns'
import { stripHeight, useListScroll } from './use-list-scroll'
import { useRowFocus } from './use-row-focus'
import { useSlices } from './use-slices'
import type { Span } from './row-range'

/** The ids of all rows of a span, in their order: of rows that are held at once, of the others as they are read. */
async function idsOfSpan<Row>(
  span: Span,
  rowAt: (position: number) => Row | undefined,
  load: LoadSlice<Row>,
  idOf: (row: Row) => string,
): Promise<string[]> {
  const ids: string[] = []
  for (let from = span.from; from < span.to; from += sliceLimit) {
    const to = Math.min(span.to, from + sliceLimit)
    const held = Array.from({ length: to - from }, (_, index) => rowAt(from + index))
    const rows = held.includes(undefined)
      ? (await load(from, to - from, new AbortController().signal)).rows
      : held
    for (const row of rows) if (row !== undefined) ids.push(idOf(row))
  }
  return ids
}

interface ListSource<Row> {
  scroller: Ref<HTMLElement | null>
  body: Ref<HTMLElement | null>
  /** What stands in the place of rows. */
  instead: Ref<HTMLElement | null>
  /** Its properties, as they are now (BigList.vue says what they mean). */
  given: {
    readonly columns: readonly ListColumn[]
    readonly sort: ListSort | null
    readonly load: LoadSlice<Row>
    readonly revision?: number
    readonly density: 'regular' | 'compact' | 'tall'
    readonly openId: string | null
    readonly selection?: ListSelection
    readonly stripFor: string | null
    readonly leads: boolean
    idOf(row: Row): string
  }
  onOpen(row: Row, position: number, how: Opening): void
  onColumns(drawn: readonly ListColumn[]): void
  onCounted(count: number): void
  onFailed(error: unknown): void
}

/**
 * The rows and columns that are drawn of a list of any length, where they stand, and the keyboard row among them.
 * In one piece: it is where a list's parts are put together.
 */
export function useListView<Row>({ scroller, body, instead, given, ...told }: ListSource<Row>) {
  const rowHeight = computed(() => ({ compact: 26, regular: 32, tall: 48 })[given.density])
  const selectable = () => given.selection !== undefined

  const columns = useFittingColumns(scroller, {
    columns: () => given.columns,
    sorted: () => given.sort?.key ?? null,
    selectable,
  })
  const across = useColumnWindow(scroller, () => columns.value, selectable)
  watch(across.drawn, told.onColumns, { immediate: true })

  const slices = useSlices<Row>({
    load: () => given.load,
    revision: () => given.revision,
    idOf: (row) => given.idOf(row),
    onReplaced: keepPlace,
    onFailed: told.onFailed,
  })
  const length = computed(() => slices.count.value ?? 0)
  const empty = computed(() => slices.count.value === 0)
  const strip = computed(() => (given.stripFor === null ? 0 : stripHeight))
  const scroll = useListScroll(scroller, length, rowHeight, strip)
  slices.follow(scroll.range)
  const { drawn, shift } = useDrawnRows<Row>({
    range: scroll.range,
    shift: computed(() => scroll.range.value.first * rowHeight.value - scroll.top.value),
    count: slices.count,
    arrived: slices.arrived,
    row: slices.row,
    idOf: (row) => given.idOf(row),
  })

  const leading = useLeadingList({ leads: given.leads, load: () => given.load })
  const focus = useRowFocus<Row>({
    rows: body,
    instead,
    count: () => length.value,
    pageRows: () => scroll.pageRows.value,
    row: slices.row,
    idOf: (row) => given.idOf(row),
    reveal: scroll.reveal,
    ids: (span) => idsOfSpan(span, slices.row, given.load, given.idOf),
    selection: () => given.selection,
    open: told.onOpen,
    isStale: leading.isStale,
    follows: () => given.openId !== null,
  })
  focus.keepFocus(drawn)

  /** An open row is closed before its list changes: Esc is for its panel then. */
  const unselect = () => given.openId === null && (given.selection?.drop() ?? false)
  if (given.leads)
    leading.lead({ land: focus.land, open: focus.openActive, hasRows: () => length.value > 0, unselect })

  function escape(event: KeyboardEvent): void {
    if (event.defaultPrevented || given.openId !== null) return
    if (given.leads ? leading.clear() : unselect()) event.preventDefault()
  }

  // What had the focus goes with the rows, or with what stood in their place.
  watch(empty, async () => {
    if (!scroller.value?.contains(document.activeElement)) return
    await nextTick()
    if (document.activeElement === document.body) focus.land()
  })

  /** A new query begins at the top; a changed copy leaves the first row that is seen where it is. */
  function keepPlace(newQuery: boolean): void {
    if (newQuery) leading.settle()
    const first = drawn.value[0]
    if (newQuery) scroll.moveTo(0)
    else if (first?.id && scroll.top.value > 0) {
      const found = slices.positionOf(first.id)
      if (found !== null) scroll.moveTo(scroll.top.value + (found - first.position) * rowHeight.value)
    }
    focus.settle(newQuery, slices.positionOf)
  }

  // What opens beneath the last row that is seen would stand below the edge.
  watch(
    () => given.stripFor,
    (id) => {
      if (id !== null) scroll.reveal(slices.positionOf(id) ?? focus.active.value)
    },
    { flush: 'post' },
  )

  watch(drawn, () => {
    focus.arrived()
    if (slices.count.value !== null) told.onCounted(slices.count.value)
  })

  const measures = computed<CSSProperties>(() => ({
    '--tracks': across.tracks.value,
    '--row-width': `${rowWidth(columns.value, selectable())}px`,
    '--row-height': `${rowHeight.value}px`,
    '--spacer': `${scroll.spacer.value + strip.value}px`,
    '--strip': `${strip.value}px`,
    '--view': `${scroll.viewHeight.value}px`,
  }))
  /** Set on the rows alone: as a variable of the whole list it would have every cell's style computed anew. */
  const place = computed(() => ({ transform: `translateY(${shift.value}px)` }))

  return { columns, across, slices, length, empty, drawn, focus, escape, measures, place }
}
