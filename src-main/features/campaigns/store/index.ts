/** What others may use of the part of the copy that belongs to campaigns: sendings that were held, and who got campaigns. */
export { Bounces, bounceTables } from './bounces'
export { campaignPeopleStore } from './people'
export type { CampaignPeopleStore, CampaignPerson, DomainSteps, MailedCampaign, MailStep } from './people-api'
export { CampaignReading } from './people-reading'
export { campaignPeopleTables } from './people-schema'
export { CampaignPeopleTable } from './people-table'
export { sendingColumns, sendingTables, type SendingStore, sendingStore } from './sendings'
export { CampaignWeeks, type CampaignWeekStore, type WeekFigures, weekTables } from './weeks'
