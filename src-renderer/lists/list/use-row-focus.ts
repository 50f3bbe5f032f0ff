import { SerialQueue } from '../../../src-shared/serial-queue'
import { computed, nextTick, shallowRef, watch, type Ref } from 'vue'
import { moveHead, type RowRange, type Span } from './row-range'
import { pickLimit, type ListSelection } from './selection'

/** What a key press asks of a list. */
type RowCommand =
  { do: 'move'; to: number; extend: boolean } | { do: 'open' } | { do: 'toggle' } | { do: 'all' }

/** What a key press depends on. */
interface RowKeyPlace {
  position: number
  count: number
  /** Rows that Page Up and Page Down move by. */
  pageRows: number
}

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

function target(key: string, { position, count, pageRows }: RowKeyPlace): number | null {
  switch (key) {
    case 'ArrowDown':
      return position + 1
    case 'ArrowUp':
      return position - 1
    case 'PageDown':
      return position + pageRows
    case 'PageUp':
      return position - pageRows
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Reads a key press over the rows of a list; null where it means nothing there. */
export function rowCommand(press: Press, place: RowKeyPlace): RowCommand | null {
  if (place.count === 0 || press.altKey) return null
  const command = press.ctrlKey || press.metaKey
  if (command) return press.key.toLowerCase() === 'a' ? { do: 'all' } : null
  if (press.key === 'Enter') return { do: 'open' }
  if (press.key === ' ') return { do: 'toggle' }
  const to = target(press.key, place)
  if (to === null) return null
  return { do: 'move', to: Math.min(place.count - 1, Math.max(0, to)), extend: press.shiftKey }
}

interface Host<Row> {
  rows: Ref<HTMLElement | null>
  count: () => number
  pageRows: () => number
  row: (position: number) => Row | undefined
  idOf: (row: Row) => string
  reveal: (position: number) => void
  /** Ids of positions [from, to), read where they are not held. */
  ids: (span: Span) => Promise<string[]>
  selection: () => ListSelection | undefined
  open: (row: Row, position: number) => void
  /** Whether moving the keyboard row opens the row it comes to: while a panel shows one. */
  follows: () => boolean
}

/**
 * The keyboard row of a list, and what keys and clicks do to it and to the selection.
 * In one piece: keys and clicks move the same row and the same range.
 */
export function useRowFocus<Row>(host: Host<Row>) {
  const active = shallowRef(0)
  const activeId = shallowRef<string | null>(null)
  const range = shallowRef<RowRange | null>(null)
  let openOnArrival = false

  const elementOf = (position: number) =>
    host.rows.value?.querySelector<HTMLElement>(`[data-position="${position}"]`) ?? null

  function take(position: number): void {
    const row = host.row(position)
    active.value = position
    activeId.value = row === undefined ? null : host.idOf(row)
  }

  /** Rows come and go under the focus; it is kept on the rows' own element meanwhile, and given back. */
  async function focusActive(): Promise<void> {
    await nextTick()
    const target = elementOf(active.value) ?? host.rows.value
    target?.focus({ preventScroll: true })
  }

  function openAt(position: number): void {
    const row = host.row(position)
    openOnArrival = row === undefined
    if (row !== undefined) host.open(row, position)
  }

  async function pick(span: Span, on: boolean): Promise<void> {
    const selection = host.selection()
    if (!selection) return
    if (span.to - span.from > pickLimit) selection.refused.value = true
    else selection.set(await host.ids(span), on)
  }

  /** Chains ranges, so that quick presses of Shift-arrow are picked in their order. */
  const picking = new SerialQueue()
  function extendTo(head: number): void {
    const start = range.value ?? { anchor: active.value, head: active.value }
    const moved = moveHead(start, head)
    range.value = moved.range
    void picking.run(async () => {
      if (moved.off) await pick(moved.off, false)
      await pick(moved.on, true)
    })
  }

  function toggle(position: number): void {
    const selection = host.selection()
    const row = host.row(position)
    if (!selection || row === undefined) return
    const id = host.idOf(row)
    selection.set([id], !selection.has(id))
    range.value = { anchor: position, head: position }
  }

  function moveTo(position: number, extend = false): void {
    if (extend && host.selection()) extendTo(position)
    else range.value = null
    take(position)
    host.reveal(position)
    if (!extend && host.follows()) openAt(position)
  }

  function press(event: KeyboardEvent): void {
    const place = { position: active.value, count: host.count(), pageRows: host.pageRows() }
    const command = rowCommand(event, place)
    if (!command) return
    const selection = host.selection()
    if ((command.do === 'toggle' || command.do === 'all') && !selection) return
    event.preventDefault()
    if (command.do === 'open') openAt(active.value)
    else if (command.do === 'toggle') toggle(active.value)
    else if (command.do === 'all') void selection?.all()
    else moveTo(command.to, command.extend)
    void focusActive()
  }

  /** A click on a row, or on its checkbox. */
  function click(event: MouseEvent, position: number, onCheckbox: boolean): void {
    const selectable = host.selection() !== undefined
    if (selectable && event.shiftKey) {
      extendTo(position)
      take(position)
    } else if (selectable && (onCheckbox || event.ctrlKey || event.metaKey)) {
      toggle(position)
      take(position)
    } else {
      range.value = null
      take(position)
      openAt(position)
    }
    void focusActive()
  }

  return {
    active,
    activeId,
    press,
    click,
    moveTo,
    /** Moves the keyboard row to a position and shows it, opening nothing. */
    show(position: number): void {
      range.value = null
      take(position)
      host.reveal(position)
    },
    focusActive,
    /** The rows were replaced: the keyboard row follows its record where it is held, else keeps its position. */
    settle(newQuery: boolean, positionOf: (id: string) => number | null): void {
      range.value = null
      const found = activeId.value === null || newQuery ? null : positionOf(activeId.value)
      active.value = found ?? (newQuery ? 0 : Math.min(active.value, Math.max(0, host.count() - 1)))
      if (newQuery) activeId.value = null
    },
    /** Rows have arrived: one that was to be opened may be among them. */
    arrived(): void {
      if (activeId.value === null) take(active.value)
      if (openOnArrival) openAt(active.value)
    },
    /** Keeps the focus within the list while the rows that had it scroll away and come back. */
    keepFocus(drawn: Ref<readonly { position: number }[]>): void {
      const rendered = computed(() => drawn.value.some((row) => row.position === active.value))
      watch(
        rendered,
        (now) => {
          const focused = document.activeElement
          const within = host.rows.value?.contains(focused) ?? false
          if (within && (now || focused !== host.rows.value)) void focusActive()
        },
        { flush: 'pre' },
      )
    },
  }
}
