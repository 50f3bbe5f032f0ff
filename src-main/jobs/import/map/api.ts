import type { ColumnChoice, ColumnType, ImportColumn } from '../../../../src-shared/bridge/imports'

/** What a cell is as the service takes it; null: nothing, an empty cell. */
export type CellValue = string | number | boolean | null

/** Why a cell cannot be read as its column is. */
export interface CellFault {
  /** "This is not a number." */
  fault: string
}

/** Reads cells of one column. Total: never throws, whatever the text. */
export type CellReader = (text: string) => CellValue | CellFault

/** An address made fit to be sent. */
export interface TidyAddress {
  email: string
  /** Whether something around it was taken off: spaces, `mailto:`, a display name, a comma. */
  trimmed: boolean
  /** Whether its domain was written in lower case, or in ASCII. */
  lowered: boolean
}

/** What a mapping remembers of a column. */
export interface RememberedColumn extends ColumnChoice {
  name: string
}

/**
 * The functions of this room, each in a module of its own name:
 * `propose-columns.ts`, `remember.ts`, `read-cell.ts`, `tidy-address.ts`, `suggest-address.ts`.
 */
export interface MapRoom {
  /** Says where each column goes, from names and some rows. `knownKeys`: keys of `data` in the copy, the most frequent first. */
  proposeColumns(
    names: readonly string[],
    rows: readonly (readonly string[])[],
    knownKeys: readonly string[],
  ): ImportColumn[]
  /** The identity of a set of names, in any order. */
  headerKey(names: readonly string[]): string
  /** What to store under {@link headerKey}. */
  rememberColumns(columns: readonly ImportColumn[]): RememberedColumn[]
  /** Columns with the choices of an earlier import of the same names; null where they do not fit. */
  applyRemembered(
    columns: readonly ImportColumn[],
    remembered: readonly RememberedColumn[],
  ): ImportColumn[] | null
  /** A reader for one column: make it once, call it for every row. */
  cellReader(as: ColumnType): CellReader
  /** As {@link cellReader}, for yes and no of a `subscribed` column: text of other kinds ("unsubscribed") is understood too. */
  readSubscribed: CellReader
  /** The address as it can be sent, or why it is none. */
  tidyAddress(text: string): TidyAddress | CellFault
  /** An address that this one was probably meant to be; null where nothing points to one. */
  suggestAddress(email: string): string | null
}
