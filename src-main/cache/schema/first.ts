import { randomInt } from 'node:crypto'
import type { Migration } from '../migrate'
import { workListTables } from '../work'
import { workItemTable } from '../work-items'
import { batchTables } from './batches'
import { capabilityTables } from './capabilities'
import { catalogueTables } from './catalogue'
import { importTables } from './imports'
import { jobTables } from './jobs'
import { listTables } from './lists'
import { projectActivityTables } from './project-activity'
import { recordTables } from './records'
import { reviewTables } from './reviews'
import { sendingTables } from './sendings'
import { verdictRuleTables } from './verdict-rules'
import { verdictTables } from './verdicts'

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
export const migrations: readonly Migration[] = [first]
