/** What others on the page may use of records. */
export { default as RecordServices } from './connection/RecordServices.vue'
