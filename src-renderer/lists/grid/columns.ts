import { t } from '../../../src-shared/messages/message'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { ListColumn } from '../list/column'
import { dataKey, fieldName, fieldTypes } from './field-words'
import type { ListField } from './list-field'

/** A column as it is remembered: its field, and its width where it was dragged (pixels). */
export interface ColumnState {
  field: ListField
  width: number | null
}

const ownWidths: Partial<Record<string, number>> = {
  id: 152,
  name: 160,
  changedAt: 96,
  email: 220,
  'data.name': 152,
  'data.fullName': 152,
  subscribed: 112,
  verdict: 136,
  domain: 160,
  createdAt: 112,
  updatedAt: 112,
  checkedAt: 112,
  lastEvent: 136,
}

const dataWidth = { number: 88, boolean: 88, date: 112, text: 128, object: 152, list: 152 } as const

/** What was remembered of a list, as far as it still reads as columns; null where nothing is left. */
export function storedColumns(
  stored: readonly { field: string; width: number | null }[] | undefined,
  parse: (text: string) => ListField | null,
): ColumnState[] | null {
  const columns = (stored ?? []).flatMap(({ field, width }) => {
    const parsed = parse(field)
    return parsed ? [{ field: parsed, width }] : []
  })
  return columns.length > 0 ? columns : null
}

/** The least width of the column that says why a row was found. */
const whyWidth = 280

/**
 * The columns as the list draws them. `grows` takes what is left until it is given a width; `tells`, if any, says why a row
 * was found, and takes some of it always. `fits`: how wide a column is that fits what stands in it.
 */
export function listColumns(
  states: readonly ColumnState[],
  known: readonly DataField[],
  grows: ListField | null,
  tells: ListField | null = null,
  fits: (field: ListField) => number | undefined = () => undefined,
): ListColumn[] {
  const growing = states.find(({ field, width }) => field === grows && width === null)
  return states.map((state) => {
    const type = fieldTypes(state.field, known)[0] ?? 'text'
    const width = state.width ?? ownWidths[state.field] ?? fits(state.field) ?? dataWidth[type]
    const tellsWhy = state.field === tells
    return {
      key: state.field,
      ...fieldName(state.field),
      align: type === 'number' || type === 'date' ? 'end' : 'start',
      width: tellsWhy ? Math.max(width, whyWidth) : width,
      grow: state === growing || tellsWhy,
      ...(tellsWhy ? { note: t('lists.columns.andWhyItWas') } : {}),
      sortable: state.field !== 'lastEvent',
      resizable: true,
    }
  })
}

/** The columns of keys of `data`, the last first. */
export function dataColumnsBackwards(states: readonly ColumnState[]): ListField[] {
  return states
    .map(({ field }) => field)
    .filter((field) => dataKey(field) !== null)
    .reverse()
}

/** With a column shown or not. The last one stays: a list without columns shows nothing. */
export function toggleColumn(states: readonly ColumnState[], field: ListField): ColumnState[] {
  if (!states.some((state) => state.field === field)) return [...states, { field, width: null }]
  return states.length === 1 ? [...states] : states.filter((state) => state.field !== field)
}

/** With a column moved to another place. */
export function moveColumn(states: readonly ColumnState[], field: ListField, to: number): ColumnState[] {
  const moved = states.find((state) => state.field === field)
  if (!moved) return [...states]
  const rest = states.filter((state) => state !== moved)
  const place = Math.min(rest.length, Math.max(0, to))
  return [...rest.slice(0, place), moved, ...rest.slice(place)]
}

export function resizeColumn(states: readonly ColumnState[], field: string, width: number): ColumnState[] {
  return states.map((state) => (state.field === field ? { ...state, width } : state))
}

/** Pixels of a letter as columns are measured by, what stands around a text, and the least and greatest of such a width. */
const fitted = { letter: 7.2, around: 14, min: 72, max: 240 } as const

/** How wide a column of so many letters is. */
export function widthOfLetters(letters: number): number {
  const width = Math.ceil(letters * fitted.letter) + fitted.around
  return Math.min(fitted.max, Math.max(fitted.min, width))
}
