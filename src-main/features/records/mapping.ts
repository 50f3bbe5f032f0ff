import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { looksLikeFullAddress } from '../../../src-shared/address/parts'
import type { DataField } from '../../../src-shared/bridge/contacts'
import type { RecordField, RecordMapping, RecordRow } from '../../../src-shared/bridge/records'
import type { ColumnChoice } from '../../../src-shared/bridge/import-file'
import { reservedDataKeys } from '../../../src-shared/interface/contact'
import { nameOfField, valueOfField } from '../../../src-shared/record-field'
import { problem } from '../../core/problems'

/** More fields than these are not proposed: a contact with so many keys is no use to anybody. */
const mostProposed = 30

/**
 * Where fields would go, from their names and from some records: the field that holds addresses to the address, what is a
 * text, a number or a yes, and most records have, to a key of its name. null where no field holds addresses.
 */
export function proposeMapping(
  fields: readonly DataField[],
  rows: readonly RecordRow[],
): RecordMapping | null {
  const known: RecordField[] = ['id', ...fields.map(({ key }): RecordField => `data.${key}`)]
  const email = known
    .map((field) => ({ field, score: scoreOf(field, rows) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)[0]?.field
  if (email === undefined) return null
  const most = Math.max(0, ...fields.map(({ count }) => count))
  const data = fields
    .filter(({ key, types, count }) => `data.${key}` !== email && count * 2 >= most && isUseful(key, types))
    .slice(0, mostProposed)
    .map(({ key }) => ({ field: `data.${key}` as const, key }))
  return { email, subscribed: null, data }
}

/** How much of a field looks like addresses, its name counting a little. */
function scoreOf(field: RecordField, rows: readonly RecordRow[]): number {
  const filled = rows
    .map((row) => valueOfField(row, field))
    .filter((value) => value !== undefined && value !== null && value !== '')
  const addresses = filled.filter(
    (value) => typeof value === 'string' && value.length < 400 && looksLikeFullAddress(value.trim()),
  ).length
  if (addresses === 0 || addresses < filled.length / 2) return 0
  const named = /^e-?mail( ?address)?$/i.test(nameOfField(field)) ? 1 : 0
  return named + addresses / filled.length + filled.length / Math.max(1, rows.length)
}

function isUseful(key: string, types: DataField['types']): boolean {
  const own = new Set<string>([...reservedDataKeys, 'createdAt', 'updatedAt'])
  return !own.has(key) && types.every((type) => type !== 'object' && type !== 'list')
}

/** Refuses a mapping that leads two fields to one place. */
export function refuseSamePlace({ data }: RecordMapping): void {
  const keys = new Set<string>()
  for (const [at, { key }] of data.entries()) {
    if (keys.has(key)) {
      throw problem('input_invalid', {
        title: tell('records.mapping.twoFieldsGoTo'),
        why: tell('records.mapping.twoFieldsGoTo2', { key }),
        action: tell('records.mapping.leaveOneOfThem'),
        fields: [{ field: `data.${at}.key`, message: t('records.mapping.anotherFieldGoesTo', { key }) }],
      })
    }
    keys.add(key)
  }
}

/** A column of what is handed over: from which field, and where it goes. */
export interface MappedColumn {
  field: RecordField
  name: string
  target: ColumnChoice['target']
}

/** The columns of a mapping, the address first. */
export function columnsOf({ email, subscribed, data }: RecordMapping): MappedColumn[] {
  const column = (field: RecordField, target: ColumnChoice['target']): MappedColumn => ({
    field,
    name: nameOfField(field),
    target,
  })
  return [
    column(email, { kind: 'email' }),
    ...(subscribed === null ? [] : [column(subscribed, { kind: 'subscribed' })]),
    ...data.map(({ field, key }) => column(field, { kind: 'data', key })),
  ]
}

/** Finds out how the cells of a column are to be read: as numbers or yes and no where all of them are, else as text. */
export class ColumnKinds {
  private readonly kinds: Set<string>[]

  constructor(private readonly columns: readonly MappedColumn[]) {
    this.kinds = columns.map(() => new Set())
  }

  note(cells: readonly unknown[]): void {
    for (const [at, cell] of cells.entries()) {
      if (cell !== undefined && cell !== null) this.kinds[at]?.add(typeof cell)
    }
  }

  typeOf(at: number): ColumnChoice['as'] {
    const [kind, ...others] = this.kinds[at] ?? []
    if (this.columns[at]?.target.kind !== 'data' || others.length > 0) return { type: 'text' }
    if (kind === 'number') return { type: 'number', decimal: '.' }
    return kind === 'boolean' ? { type: 'boolean' } : { type: 'text' }
  }
}
