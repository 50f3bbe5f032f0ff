import { SerialQueue } from '../../../src-shared/serial-queue'
import { computed, nextTick, shallowRef, watch, type Ref } from 'vue'
import { isTyping } from '../../kit/shortcuts'
import { isForOthers, rowCommand, type Opening } from './row-keys'
import { moveHead, type RowRange, type Span } from './row-range'
import { pickLimit, type ListSelection } from './selection'

interface Host<Row> {
  rows: Ref<HTMLElement | null>
  /** What stands in the place of rows where there are none. */
  instead: Ref<HTMLElement | null>
  count: () => number
  pageRows: () => number
  row: (position: number) => Row | undefined
  idOf: (row: Row) => string
  reveal: (position: number) => void
  /** Ids of positions [from, to), read where they are not held. */
  ids: (span: Span) => Promise<string[]>
  selection: () => ListSelection | undefined
  open: (row: Row, position: number, how: Opening) => void
  /** Whether another search is typed than that of the rows: what is to be opened is not among them yet. */
  isStale: () => boolean
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
  /** How the keyboard row is to be opened as soon as it is there; null: it is not. */
  let awaited: Opening | null = null

  const elementOf = (position: number) =>
    host.rows.value?.querySelector<HTMLElement>(`[data-position="${position}"]`) ?? null

  function take(position: number): void {
    const row = host.row(position)
    active.value = position
    activeId.value = row === undefined ? null : host.idOf(row)
  }

  /** Rows come and go under the focus; it is kept on the rows' own element meanwhile, and given back. */
  function land(): void {
    const row = host.row(active.value) === undefined ? null : elementOf(active.value)
    const target = row ?? host.rows.value ?? host.instead.value
    target?.focus({ preventScroll: true })
  }

  async function focusActive(): Promise<void> {
    await nextTick()
    land()
  }

  /** Gives the focus that waits on the rows' own element to the keyboard row. */
  async function giveOn(): Promise<void> {
    await nextTick()
    if (document.activeElement === host.rows.value) land()
  }

  function openAt(position: number, how: Opening = 'open', wait = false): void {
    const row = wait ? undefined : host.row(position)
    awaited = row === undefined ? how : null
    if (row !== undefined) host.open(row, position, how)
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
    if (isForOthers(event)) return
    const place = { position: active.value, count: host.count(), pageRows: host.pageRows() }
    const command = rowCommand(event, place)
    if (!command) return
    const selection = host.selection()
    if ((command.do === 'toggle' || command.do === 'all') && !selection) return
    event.preventDefault()
    if (command.do === 'open' || command.do === 'edit') openAt(active.value, command.do, host.isStale())
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
    press,
    click,
    moveTo,
    /** Moves the keyboard row to a position and shows it, opening nothing. */
    show(position: number): void {
      range.value = null
      take(position)
      host.reveal(position)
      const at = document.activeElement
      if (host.rows.value?.contains(at) && !isTyping(at)) void focusActive()
    },
    focusActive,
    land,
    /** Opens the keyboard row: that of what is typed, once it is there. */
    openActive(): void {
      const wait = host.isStale()
      if (wait || host.count() > 0) openAt(active.value, 'open', wait)
    },
    /** The rows were replaced: the keyboard row follows its record where it is held, else keeps its position. */
    settle(newQuery: boolean, positionOf: (id: string) => number | null): void {
      range.value = null
      const found = activeId.value === null || newQuery ? null : positionOf(activeId.value)
      active.value = found ?? (newQuery ? 0 : Math.min(active.value, Math.max(0, host.count() - 1)))
      if (newQuery) activeId.value = null
      // Nothing was found: what is found later was not asked for.
      if (newQuery && host.count() === 0 && !host.isStale()) awaited = null
    },
    /** Rows have arrived: one that was to be opened may be among them. */
    arrived(): void {
      if (activeId.value === null) take(active.value)
      if (awaited !== null) openAt(active.value, awaited, host.isStale())
      if (document.activeElement === host.rows.value) void giveOn()
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
