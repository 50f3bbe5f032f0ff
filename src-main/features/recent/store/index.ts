/** What others may use of the part of the copy that belongs to recent things. */
export { type RecentRecord, type RecentStore, recentStore, recentTable } from './recent'
