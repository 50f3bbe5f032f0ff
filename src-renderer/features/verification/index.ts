/** What others on the page may use of verification: what can be done with the contacts of a result. */
export { default as ActOnContacts, type BulkRequest } from './results/ActOnContacts.vue'
