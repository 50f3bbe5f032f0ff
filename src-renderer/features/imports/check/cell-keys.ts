import { shallowRef } from 'vue'
import type { ImportRow } from '../../../../src-shared/bridge/imports'
import { endsTwo, isPress, onMac } from '../../../kit/shortcuts'
import { pressName } from '../../../shortcuts'
import type { ListColumn } from '../../../lists/list/column'
import { cellIndex } from './row-columns'

/** What keys and clicks within the rows ask for. */
interface CellKeysInput {
  columns: () => readonly ListColumn[]
  rowAt: (position: number) => ImportRow | undefined
  begin: (row: ImportRow, column: number) => void
  /** The column that Enter repairs where no cell was chosen. */
  usual: (row: ImportRow) => number
  /** Closes the row that is open. Answers whether one was. */
  close: () => boolean
  reveal: (key: string) => void
  leaveOut: (row: ImportRow) => void
}

function rowElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-position]') : null
}

/** Cells within the rows of a list: arrows choose one, Enter and F2 repair it, a double click too. */
export function useCellKeys(asked: CellKeysInput) {
  /** The key of the chosen column; null: none was chosen. */
  const cursor = shallowRef<string | null>(null)
  let clicked = false

  function rowOf(event: Event): ImportRow | undefined {
    return asked.rowAt(Number(rowElement(event.target)?.dataset.position))
  }

  function move(by: number): void {
    const cells = asked.columns().filter(({ key }) => cellIndex(key) !== null)
    const at = cells.findIndex(({ key }) => key === cursor.value)
    cursor.value = cells[Math.max(0, Math.min(cells.length - 1, at < 0 ? 0 : at + by))]?.key ?? null
    if (cursor.value !== null) asked.reveal(cursor.value)
  }

  function press(event: KeyboardEvent): void {
    // Only on the row itself: a field within it has its own keys.
    if (rowElement(event.target) !== event.target || endsTwo(event)) return
    const row = rowOf(event)
    if (!row) return
    const chosen = cursor.value === null ? null : cellIndex(cursor.value)
    const name = pressName(event, onMac)
    if (name === 'ArrowLeft') move(-1)
    else if (name === 'ArrowRight') move(1)
    else if (isPress(event, 'repair') && !row.leftOut) asked.begin(row, chosen ?? asked.usual(row))
    else if (isPress(event, 'leaveOut')) asked.leaveOut(row)
    else if (name !== 'Escape' || !asked.close()) return
    event.preventDefault()
    event.stopPropagation()
  }

  function columnOf(event: MouseEvent): number | null {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-cell]') : null
    return cellIndex(cell?.dataset.cell ?? '')
  }

  return {
    cursor,
    press,
    click: () => void (clicked = true),
    /** Whether a click led here; asked once. */
    takeClick(): boolean {
      const now = clicked
      clicked = false
      return now
    },
    double(event: MouseEvent): void {
      const row = rowOf(event)
      const column = columnOf(event)
      if (row && column !== null && !row.leftOut) asked.begin(row, column)
    },
  }
}
