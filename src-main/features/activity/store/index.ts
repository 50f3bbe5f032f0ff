/** What others may use of the part of the copy that belongs to the activity log. */
export { activityStore } from './activity'
export type { ActivityStore } from './api'
export { type ProjectActivityStore, projectActivityStore, projectActivityTables } from './project-activity'
