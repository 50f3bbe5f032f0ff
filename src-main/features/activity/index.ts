/** What others may use of activity: what the service logs of the project. */
export { ProjectFeed } from './project-activity'
