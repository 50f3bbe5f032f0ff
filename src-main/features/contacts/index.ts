/** What others may use of contacts: changes of many. */
export { openBulk } from './bulk/bulk'
export type { OpenSelection } from './bulk/preview'
