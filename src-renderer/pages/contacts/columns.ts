import type { ContactField, DataField } from '../../../src-shared/bridge/contacts'
import type { ListColumn } from '../../components/list/column'
import { dataField, fieldName, fieldTypes, parseField } from './field-words'

/** A column as it is remembered: its field, and its width where it was dragged (pixels). */
export interface ColumnState {
  field: ContactField
  width: number | null
}

const ownWidths: Partial<Record<string, number>> = {
  email: 220,
  subscribed: 128,
  verdict: 152,
  domain: 160,
  createdAt: 112,
  updatedAt: 112,
  checkedAt: 112,
}

const dataWidth = { number: 88, boolean: 88, date: 112, text: 152, object: 152, list: 152 } as const

/** Keys that name a person, the best first. */
const nameKeys = ['name', 'fullName', 'firstName']

/** The columns of a profile that has chosen none: on wide windows two keys more. */
export function defaultColumns(known: readonly DataField[], wide: boolean): ColumnState[] {
  const name = nameKeys.find((key) => known.some((field) => field.key === key))
  const others = known
    .filter(({ key, types }) => !nameKeys.includes(key) && (types[0] === 'text' || types[0] === 'number'))
    .slice(0, wide ? 2 : 0)
  const fields: ContactField[] = [
    'email',
    ...(name ? [dataField(name)] : []),
    'subscribed',
    'verdict',
    ...others.map(({ key }) => dataField(key)),
    ...(wide ? (['updatedAt'] as const) : []),
    'createdAt',
  ]
  return fields.map((field) => ({ field, width: null }))
}

/** What was remembered for a profile, as far as it still reads as columns; null where nothing is left. */
export function storedColumns(
  stored: readonly { field: string; width: number | null }[] | undefined,
): ColumnState[] | null {
  const columns = (stored ?? []).flatMap(({ field, width }) => {
    const parsed = parseField(field)
    return parsed ? [{ field: parsed, width }] : []
  })
  return columns.length > 0 ? columns : null
}

/** The columns as the list draws them. The address takes what is left until it is given a width. */
export function listColumns(states: readonly ColumnState[], known: readonly DataField[]): ListColumn[] {
  const growing = states.find(({ field, width }) => field === 'email' && width === null)
  return states.map((state) => {
    const type = fieldTypes(state.field, known)[0] ?? 'text'
    return {
      key: state.field,
      ...fieldName(state.field),
      align: type === 'number' || type === 'date' ? 'end' : 'start',
      width: state.width ?? ownWidths[state.field] ?? dataWidth[type],
      grow: state === growing,
      sortable: true,
      resizable: true,
    }
  })
}

/** With a column shown or not. The last one stays: a list without columns shows nothing. */
export function toggleColumn(states: readonly ColumnState[], field: ContactField): ColumnState[] {
  if (!states.some((state) => state.field === field)) return [...states, { field, width: null }]
  return states.length === 1 ? [...states] : states.filter((state) => state.field !== field)
}

/** With a column moved to another place. */
export function moveColumn(states: readonly ColumnState[], field: ContactField, to: number): ColumnState[] {
  const moved = states.find((state) => state.field === field)
  if (!moved) return [...states]
  const rest = states.filter((state) => state !== moved)
  const place = Math.min(rest.length, Math.max(0, to))
  return [...rest.slice(0, place), moved, ...rest.slice(place)]
}

export function resizeColumn(states: readonly ColumnState[], field: string, width: number): ColumnState[] {
  return states.map((state) => (state.field === field ? { ...state, width } : state))
}
