/** What others on the page may use of verification: what can be done with the contacts of a result, and what is worth doing next. */
export { default as ActOnContacts, type BulkRequest } from './results/ActOnContacts.vue'
export { default as WorthLines } from './home/WorthLines.vue'
