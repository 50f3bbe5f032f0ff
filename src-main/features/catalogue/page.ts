import type { Slice } from '../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'
import {
  catalogueSchemas,
  type CatalogueList,
  type CatalogueRecords,
} from '../../../src-shared/interface/catalogue'
import type { Cache } from '../../cache/store'

/** Which part of a list of the catalogue is wanted. */
export interface CatalogueSlice {
  query: CatalogueQuery
  slice: Slice
}

/** A part of a list, as the copy holds it. */
export interface CataloguePage<Row> {
  rows: Row[]
  /** How many match. */
  count: number
  /** How many there are. */
  total: number
  /** When the list was last read, in milliseconds since 1970; null: never. */
  asOf: number | null
}

/** Reads a part of a list from the copy. */
export async function pageOf<L extends CatalogueList, Row>(
  cache: Pick<Cache, 'catalogue' | 'runs'>,
  list: L,
  asked: CatalogueSlice,
  rowOf: (record: CatalogueRecords[L]) => Row,
): Promise<CataloguePage<Row>> {
  const { records, count, total } = await cache.catalogue.page({ list, ...asked })
  const { asOf } = await cache.runs.resource(list)
  return { rows: records.map((record) => rowOf(catalogueSchemas[list].parse(record))), count, total, asOf }
}

/** A record of a list as the copy holds it; null where it does not. */
export async function recordOf<L extends CatalogueList>(
  { catalogue }: Pick<Cache, 'catalogue'>,
  list: L,
  id: string,
): Promise<CatalogueRecords[L] | null> {
  const record = await catalogue.get({ list, id })
  return record === null ? null : catalogueSchemas[list].parse(record)
}
