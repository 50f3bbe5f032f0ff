import { randomInt } from 'node:crypto'
import type { Migration } from '../../core/database/migrate'
import { workListTables } from '../../jobs/store/work'
import { workItemTable } from '../../jobs/store/work-items'
import { batchDrafts } from './batch-drafts'
import { campaignPeople } from './campaign-people'
import { batchTables, verdictRuleTables, verdictTables } from '../../features/verification/store'
import { capabilityTables } from '../../features/capabilities/store'
import { catalogueTables } from '../../features/catalogue/store'
import { importTables } from '../../features/imports/store'
import { jobTables } from '../../jobs/store/schema'
import { listTables } from './lists'
import { projectActivityTables } from '../../features/activity/store'
import { activityParts } from './activity-parts'
import { asked } from './asked'
import { recent } from './recent'
import { plans } from './plans'
import { recordChanges } from './record-changes'
import { segmentDays } from './segment-days'
import { sentMailFacts } from './sent-mail-facts'
import { signs } from './signs'
import { verdictSigns } from './verdict-signs'
import { recordTables } from '../../features/records/store'
import { reviewTables } from '../../features/review/store'
import { sendingTables } from '../../features/campaigns/store'

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
export const first: Migration = {
  number: 101,
  name: 'first schema',
  up(db) {
    for (const sql of tables) db.exec(sql)
    const begin = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
    for (const name of ['import', 'batch']) begin.run(name, randomInt(1, 2 ** 31) * spacing)
  },
}

/** Every migration, in order. */
export const migrations: readonly Migration[] = [
  first,
  recent,
  batchDrafts(),
  activityParts(),
  segmentDays(),
  signs,
  verdictSigns,
  sentMailFacts(),
  campaignPeople(),
  recordChanges(),
  asked(),
  plans(),
]
