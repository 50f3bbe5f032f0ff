/**
 * The cells of a file's column (src-shared/bridge/list-files.ts), row by row in the file's order, some hundred at a time;
 * the header is left out, and a row that is too short has ''. Rejects with `not_found` where the file was let go, or the
 * program started anew meanwhile, and with `file_unreadable` where it cannot be read any more.
 */
export interface ListFileRows {
  rowsOf(fileId: string, column: number, signal?: AbortSignal): AsyncIterable<string[]>
  /** Its name, as a person reads it: "spring.csv", "Pasted rows", and that of the column. Rejects as above. */
  nameOf(fileId: string, column: number): Promise<{ file: string; column: string }>
}
