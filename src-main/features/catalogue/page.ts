import type { Slice } from '../../../src-shared/bridge/base'
import type { CatalogueQuery } from '../../../src-shared/bridge/catalogue'

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
