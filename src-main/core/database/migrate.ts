import { tell } from '../../../src-shared/messages/told'
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { problem } from '../problems'
import { translate } from './failures'
import { codeOf } from '../../../src-shared/error-code'

/** One step of the schema. `number` becomes the database's user_version; numbers have gaps, so that steps can be put between. */
export interface Migration {
  readonly number: number
  readonly name: string
  up(db: Database): void
}

/** The schema's version of an open database; 0 is an empty one. */
export function versionOf(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/**
 * Brings a database to the newest version. Each migration is a transaction of its own; the first failure stops
 * and leaves the database as the last good one made it. An empty database is made in one, which takes four fifths of the time.
 * An existing one is copied first, encrypted like itself, to `cache.before-<version>.db` (docs/security.md, C19 and C20).
 * Throws `cache_newer` where a newer Postroom wrote it.
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const found = versionOf(db)
  const newest = migrations.at(-1)?.number ?? 0
  if (found > newest) throw problem('cache_newer')
  const due = migrations.filter((migration) => migration.number > found)
  if (due.length === 0) return
  if (found > 0) backUp(db, found)
  for (const migration of found > 0 ? due : [allOf(due)]) step(db, migration)
}

/** Several migrations as one, which has the newest number and the name of whichever it is at. */
function allOf(migrations: readonly Migration[]): Migration {
  let current = migrations[0]
  return {
    number: migrations.at(-1)?.number ?? 0,
    get name() {
      return current?.name ?? ''
    },
    up(db) {
      for (current of migrations) current.up(db)
    },
  }
}

function step(db: Database, migration: Migration): void {
  try {
    db.exec('BEGIN IMMEDIATE')
    migration.up(db)
    db.pragma(`user_version = ${migration.number}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK')
    if (codeOf(error) !== '') throw translate(error)
    throw problem(
      'internal',
      {
        title: tell('core.migrate.theCopyCouldNot'),
        why: tell('core.migrate.theStepNameFailed', { name: migration.name }),
        action: tell('core.migrate.restartPostroomIfIt'),
      },
      { cause: error },
    )
  }
}

/** Only the newest backup is kept: it is for the step that is about to happen. */
function backUp(db: Database, version: number): void {
  const folder = dirname(db.name)
  const target = join(folder, `cache.before-${version}.db`)
  for (const name of readdirSync(folder)) {
    if (/^cache\.before-\d+\.db$/.test(name)) rmSync(join(folder, name))
  }
  // SQLite would create it readable for others; it takes an empty file that is already there.
  closeSync(openSync(target, 'wx', 0o600))
  db.prepare('VACUUM INTO ?').run(target)
}
