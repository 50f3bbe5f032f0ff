/** What others may use of the part of the copy that belongs to segments: audiences, counted and listed. */
export type {
  AudienceDefinition,
  AudiencePart,
  AudienceStore,
  AudienceSurvey,
  FoundPersona,
  RecentMail,
  SentCampaign,
  VerdictTally,
} from './audience/api'
export { Audience } from './audience/audience'
export { domainsOf, talliesByDomain } from './audience/figures'
export { CopiedMembers } from './audience/copied-members'
export { KeptAudiences } from './audience/kept-audiences'
export { LastEvents } from './audience/last-events'
export { ReadingSetting } from './audience/reading'
export { RowsById } from './audience/rows-by-id'
export { SentMails } from './audience/sent-mails'
export { audienceStore } from './audience/store'
export { segmentDayTable, SegmentDays } from './days'
