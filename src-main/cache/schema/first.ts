import { randomInt } from 'node:crypto'
import { t } from '../../../src-shared/messages/message'
import type { Migration } from '../../core/database/migrate'
import { workListTables } from '../../jobs/store/work'
import { workItemTable } from '../../jobs/store/work-items'
import {
  batchDraftColumns,
  batchTables,
  verdictRuleTables,
  verdictTables,
} from '../../features/verification/store'
import { capabilityTables } from '../../features/capabilities/store'
import { catalogueTables } from '../../features/catalogue/store'
import { importTables } from '../../features/imports/store'
import { jobTables } from '../../jobs/store/jobs'
import { listTables } from './lists'
import { projectActivityTables } from '../../features/activity/store'
import { activityParts } from './activity-parts'
import { planTables } from '../../features/plans/store'
import { recentTable } from '../../features/recent/store'
import { segmentDayTable } from '../../features/segments/store'
import { mailHoldTable, sentMailColumns } from '../../features/mail/store'
import { problemSigns } from './problem-signs'
import { signs } from './signs'
import { verdictSigns } from './verdict-signs'
import { recordChangeTables, recordTables } from '../../features/records/store'
import { reviewTables } from '../../features/review/store'
import {
  bounceTables,
  campaignPeopleTables,
  sendingColumns,
  sendingTables,
  weekTables,
} from '../../features/campaigns/store'

const tables = [
  listTables,
  jobTables,
  importTables,
  verdictTables,
  verdictRuleTables,
  workListTables,
  workItemTable,
  batchTables,
  catalogueTables,
  sendingTables,
  reviewTables,
  recordTables,
  capabilityTables,
  projectActivityTables,
]

/** Ids of one copy begin at a multiple of this: more imports or batches than anybody makes. */
const spacing = 1_000_000

/** The first schema, every table of it. */
const first: Migration = {
  number: 101,
  name: 'first schema',
  up(db) {
    for (const sql of tables) db.exec(sql)
    const begin = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
    for (const name of ['import', 'batch']) begin.run(name, randomInt(1, 2 ** 31) * spacing)
  },
}

/** A step that adds what some SQL says, or several. Its name is said when it is asked for. */
const adding = (number: number, name: () => string, ...added: string[]): Migration => ({
  number,
  get name() {
    return name()
  },
  up(db) {
    for (const sql of added) db.exec(sql)
  },
})

/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  first,
  adding(110, () => 'recent things', recentTable),
  adding(120, () => t('app.batchDrafts.draftsOfBatches'), batchDraftColumns),
  adding(140, () => t('app.activityParts.partsOfActivity'), activityParts),
  adding(150, () => t('app.segmentDays.daysOfSegments'), segmentDayTable),
  signs,
  verdictSigns,
  adding(170, () => t('app.sentMailFacts.factsOfSentMails'), sentMailColumns),
  adding(
    172,
    () => t('app.campaignPeople.whoGotACampaign'),
    campaignPeopleTables,
    'CREATE INDEX sending_of_campaign ON sending (campaign, id)',
    'ALTER TABLE review_last ADD COLUMN found TEXT',
  ),
  adding(173, () => t('app.recordChanges.changesOfRecords'), recordChangeTables),
  adding(
    174,
    () => t('app.asked.requestsOfJobs'),
    'ALTER TABLE job ADD COLUMN requests INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE sending ADD COLUMN at_once INTEGER NOT NULL DEFAULT 0',
  ),
  problemSigns,
  adding(
    180,
    () => t('app.campaignGuards.howManyWereWritten'),
    sendingColumns,
    'CREATE INDEX sent_mail_by_at ON sent_mail (at)',
  ),
  adding(195, () => t('app.plans.campaignsInSlices'), planTables),
  adding(196, () => t('app.mailHolds.heldMails'), mailHoldTable),
  adding(198, () => t('app.campaignWeeks.weeksOfCampaigns'), weekTables, bounceTables),
]
