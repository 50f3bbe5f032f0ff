/** What others may use of exports: how a selection is written into a file. */
export { csvLine } from './csv'
export { ExportFile } from './file'
export { FrozenSelections } from './frozen'
export { newestFirst } from './newest-first'
export { type RowReader, type SelectionSource, addressesOf, openRows, openSelection } from './selection'
export { writeExport } from './write'
