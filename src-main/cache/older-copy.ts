import type { Database } from 'better-sqlite3'

/** The last version before the first schema: the same tables, made step by step. It goes on under the new number. */
const sameTables = 71

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

/** How a copy of this version goes on under a schema whose first version is `first`: as it is, under its number, or set aside. */
export function fateOf(version: number, first: number): 'as it is' | 'renumber' | 'set aside' {
  if (version === 0 || version >= first) return 'as it is'
  return version === sameTables ? 'renumber' : 'set aside'
}

/**
 * Carries what cannot be read anew from a copy of an older schema into an empty new one, in the transaction that is open,
 * and notes in the activity log what was done. A table that lacks what the new one needs stays behind.
 */
export function carryOver(db: Database, old: Database, now: number): void {
  const version = Number(old.pragma('user_version', { simple: true }))
  const tables = version < ledgerSince ? kept : [...ledger, ...kept]
  const rows = Object.fromEntries(tables.map((table) => [table, copyTable(old, db, table)]))
  // How many addresses stand behind each is counted anew, over the contacts that are read.
  db.exec('UPDATE verdict_kind SET addresses = 0; UPDATE ledger_counts SET kept = 0')
  db.prepare(
    `INSERT INTO activity (at, kind, cause, title, outcome, sent) VALUES (?, 'run', 'Postroom', ?, 'done', ?)`,
  ).run(
    now,
    'Set the copy of an earlier Postroom aside: contacts, events and lists are read again',
    JSON.stringify({ carriedOver: rows }),
  )
}

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
