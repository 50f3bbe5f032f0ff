import type { ReadLimits } from './api'

/** What is read of a file: 1 Mi characters a cell, 10 Mi a row (bytes, for plain English), 10,000 cells. */
export const rowLimits: ReadLimits = { cell: 1 << 20, row: 10 << 20, cells: 10_000 }
