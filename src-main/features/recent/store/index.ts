/** What others may use of the part of the copy that belongs to recent things. */
export { type RecentStore, recentStore } from './recent'
export { recentTable } from './schema'
