/**
 * Brings the contacts of the copy up to date before so many rows are written. `whole`: every contact was looked at; if
 * not, new ones alone were, because reading all of them costs more requests than reading each that is to be changed.
 * `anew`: every contact is looked at, however lately that was done. Rejects with a problem that concerns the whole job.
 */
export type RefreshCopy = (input: {
  rows: number
  signal: AbortSignal
  anew?: boolean
}) => Promise<{ whole: boolean }>
