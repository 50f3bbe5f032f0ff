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
