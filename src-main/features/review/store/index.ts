/** What others may use of the part of the copy that belongs to the review. */
export { type ReviewStore, reviewStore, reviewTables } from './reviews'
