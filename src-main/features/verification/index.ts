/** What others may use of verification: batches, corrections and what is known of an address. */
export { createBatchVerification } from './batches/batch-work'
export { Batches } from './batches/batches'
export { openCorrections } from './correction/corrections'
export { estimateVerification, noteKnown } from './estimate'
export { createImportVerification, verificationFailures } from './import-verification'
export { type ListFileRows, ListFiles } from './list-files/open-files'
export { createLocalCheck } from './local'
export { renoting } from './renote'
