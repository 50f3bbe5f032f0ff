import type { InjectionKey } from 'vue'

/** A column of a {@link BigList}. Widths are CSS pixels. */
export interface ListColumn {
  /** What the `cell` slot and the events call it by. Unique within a list. */
  key: string
  label: string
  /** The label is a name of the service's own (a key of `data`): shown in mono. */
  mono?: boolean
  /** What else stands in it, said after the label. */
  note?: string
  /** Text left, numbers and times right, so that digits stand under each other. */
  align?: 'start' | 'end'
  /** The width, or the least width of a column that grows. */
  width: number
  /** Takes what the other columns leave, with others that do. */
  grow?: boolean
  sortable?: boolean
  resizable?: boolean
  /** It leaves a list that is too narrow for all of its columns, the least number first; without one it stays. */
  leaves?: number
}

/** What the list is sorted by: the key of a column. */
export interface ListSort {
  key: string
  direction: 'asc' | 'desc'
}

/** The least and the greatest width that dragging can give a column. */
const columnWidth = { min: 64, max: 800 } as const

/** The width of the checkbox column, gutter included. */
export const checkboxWidth = 42

/** Keeps a dragged width within {@link columnWidth}, in whole pixels. */
export function clampWidth(width: number): number {
  return Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)))
}

/** `grid-template-columns` of a row. Where no column grows, an empty last track takes the rest. */
export function columnTracks(columns: readonly ListColumn[], selectable: boolean): string {
  const tracks = columns.map((column) =>
    column.grow ? `minmax(${column.width}px, 1fr)` : `${column.width}px`,
  )
  if (selectable) tracks.unshift(`${checkboxWidth}px`)
  if (!columns.some((column) => column.grow)) tracks.push('minmax(0, 1fr)')
  return tracks.join(' ')
}

/** The least width of a row: a list that is narrower scrolls sideways. */
export function rowWidth(columns: readonly ListColumn[], selectable: boolean): number {
  return columns.reduce((sum, column) => sum + column.width, selectable ? checkboxWidth : 0)
}

/** The sort that a click on a column's head asks for: text begins at A, times and numbers at the newest and largest. */
export function nextSort(column: ListColumn, current: ListSort | null): ListSort {
  if (current?.key === column.key) {
    return { key: column.key, direction: current.direction === 'asc' ? 'desc' : 'asc' }
  }
  return { key: column.key, direction: column.align === 'end' ? 'desc' : 'asc' }
}

/** Under this key a list provides what the outlines of its rows are drawn by. */
export const outlineKey: InjectionKey<{
  columns: readonly ListColumn[]
  firstIndex: number | null
  selectable: boolean
}> = Symbol('outline')
