import type { ReadNote, Reading, WorkbookFound } from '../../../../src-shared/bridge/import-file'

/** What the first bytes of a file tell about how it is to be read. */
export interface Detected {
  reading: Reading
  /** What is not sure about it, in words: a person had better look at the preview. */
  doubts: ReadNote[]
}

/** Why a row cannot be taken as it stands. A cell that is too long is kept whole, for the rejects file. */
export interface RowFault {
  /** Which row of the batch, from 0. */
  index: number
  /** Stable. `unclosed_quote`: taken for text; `long_cell`: over `cell` of {@link rowLimits}; `long_row`; `many_cells`: of these two all but the beginning is dropped. */
  code: 'long_cell' | 'long_row' | 'many_cells' | 'unclosed_quote'
  /** "A cell is longer than 1 MB." */
  sentence: string
}

/** Some rows of a file, in its order, without the header and without empty rows. */
export interface RowBatch {
  /** At least as many cells as the header has (as the first row, where there is none); more where the row has more. */
  rows: string[][]
  /** The physical line that each row begins in, from 1. */
  lines: number[]
  faults: RowFault[]
  /** Bytes of the input that were taken in so far. */
  bytes: number
}

/** What was found when all was read. */
export interface FileReadEnd {
  /** The names in the header, with "Column 3" for what has none; as many as the widest row has cells. */
  names: string[]
  /** Rows handed on. */
  rows: number
  bytes: number
  notes: ReadNote[]
}

/** What reading found, beside the rows. */
export interface TableFindings {
  reading: Reading
  detected: Reading
  /** null: a text. */
  workbook: WorkbookFound | null
  end: FileReadEnd
}

/**
 * How much is taken before a row is at fault: characters of a cell and of a row (1 Mi and 10 Mi; bytes, for plain English), and
 * cells of a row.
 */
export const rowLimits = { cell: 1 << 20, row: 10 << 20, cells: 10_000 }

/** How `readRows` is to go about it. */
export interface ReadOptions {
  /** Aborting rejects with a ProblemError `cancelled`. */
  signal?: AbortSignal
  /** Rows of a batch at most; a batch of long rows has fewer. 1,000 if not said. */
  batch?: number
  /** Ends, without an error, after so many rows: for a preview. */
  limit?: number
}

/** A file or a text that is open for reading. */
export interface Source {
  /** Bytes. */
  size: number
  /** The first 256 kB, and further places of a long file where these are plain ASCII, for `detectReading`. */
  sample(): Promise<Uint8Array>
  /** All its bytes, from the beginning; may be called again. Rejects in words where the file changes meanwhile. */
  bytes(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}
