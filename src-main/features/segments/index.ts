/** What others may use of segments: their list and their members. */
export { conditionOf, gatherSegments, membersOf } from './audience-segments'
export { memberRequests, requestsOf } from './member-requests'
export { staticSegment } from './static-segment'
export { DailyCounts } from './days'
