import type { ContactField, DataField } from '../../../src-shared/bridge/contacts'
import type { ColumnState } from '../../lists/grid/columns'
import { dataField } from '../../lists/grid/field-words'

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
