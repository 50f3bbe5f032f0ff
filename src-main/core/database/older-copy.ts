import { t } from '../../../src-shared/messages/message'
import { tell, toldText } from '../../../src-shared/messages/told'
import type { Database } from 'better-sqlite3'

/** What decides about classes, and verdicts themselves: as they are now since this version. */
const ledgerSince = 35
const ledger = [
  'verdict_rule',
  'verdict_expiry',
  'domain_override',
  'verdict_kind',
  'verdict_ground',
  'verdict',
]

/** What cannot be read anew from the service. */
const kept = [
  'activity',
  'saved_view',
  'import_mapping',
  'draft',
  'review_last',
  'review_sign_off',
  'review_rule_off',
  'review_segment',
]

/**
 * Carries what cannot be read anew from a copy of an older schema into an empty new one, in the transaction that is open,
 * and notes in the activity log what was done. A table that lacks what the new one needs stays behind. No job goes on: nothing
 * is sent of what an older Postroom may have sent already. The log names each that was under way, and how far it was.
 */
export function carryOver(db: Database, old: Database, now: number): void {
  const version = Number(old.pragma('user_version', { simple: true }))
  const tables = version < ledgerSince ? kept : [...ledger, ...kept]
  const rows = Object.fromEntries(tables.map((table) => [table, copyTable(old, db, table)]))
  // How many addresses stand behind each is counted anew, over the contacts that are read.
  db.exec('UPDATE verdict_kind SET addresses = 0; UPDATE ledger_counts SET kept = 0')
  db.prepare(
    `INSERT INTO activity (at, kind, cause, title, outcome, sent) VALUES (?, 'run', 'postroom', ?, 'done', ?)`,
  ).run(now, toldText(tell('told.setAside')), JSON.stringify({ carriedOver: rows }))
  endJobs(db, old, now)
}

/** Enters the jobs of an older copy that were under way as ended: into the entry that each has, or one of its own. */
function endJobs(db: Database, old: Database, now: number): void {
  if (columnsOf(old, 'job').length === 0) return
  const jobs = old
    .prepare<[], { id: number; title: string; total: number; done: number; failed: number }>(
      `SELECT id, title, total, done, failed FROM job WHERE state IN ('queued', 'running', 'paused') ORDER BY id`,
    )
    .all()
  const close = db.prepare<[string, string, number]>(
    `UPDATE activity SET outcome = 'cancelled', problem = ?, sent = ?
     WHERE outcome = 'running' AND kind = 'run' AND sent ->> '$.job' = ?`,
  )
  const enter = db.prepare<[number, string, string, string]>(
    `INSERT INTO activity (at, kind, cause, title, outcome, problem, sent) VALUES (?, 'run', 'postroom', ?, 'cancelled', ?, ?)`,
  )
  for (const { id, title, ...counts } of jobs) {
    const sent = JSON.stringify({ job: id, ...counts })
    if (close.run(underWay(), sent, id).changes === 0) enter.run(now, title, underWay(), sent)
  }
  // Ids of jobs begin anew: no entry may wait for the end of another job than its own.
  db.prepare(`UPDATE activity SET outcome = 'unknown' WHERE outcome = 'running' AND kind = 'run'`).run()
}

const underWay = () => t('core.olderCopy.cancelledTheJobWas')

/** Copies the columns that both have; answers how many rows. */
function copyTable(old: Database, db: Database, table: string): number {
  const there = new Set(columnsOf(old, table).map(({ name }) => name))
  const here = columnsOf(db, table)
  const isLacking = here.some(({ name, notnull, dflt_value: usual }) => {
    return notnull === 1 && usual === null && !there.has(name)
  })
  if (there.size === 0 || isLacking) return 0
  const names = here.map(({ name }) => name).filter((name) => there.has(name))
  const put = db.prepare<unknown[]>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  )
  let rows = 0
  for (const row of old
    .prepare<[], unknown[]>(`SELECT ${names.join(', ')} FROM ${table}`)
    .raw()
    .iterate()) {
    put.run(...row)
    rows += 1
  }
  return rows
}

function columnsOf(db: Database, table: string): { name: string; notnull: number; dflt_value: unknown }[] {
  return db
    .prepare<[string], { name: string; notnull: number; dflt_value: unknown }>(
      'SELECT name, "notnull", dflt_value FROM pragma_table_info(?)',
    )
    .all(table)
}
