import type Database from 'better-sqlite3'

/** Notes that a new database was filled with so many invented people. */
export function noteSample(db: Database.Database, contacts: number): void {
  db.prepare<[number]>('INSERT INTO sample (only, contacts) VALUES (1, ?)').run(contacts)
}

/** Whether a database was filled with invented people. */
export function holdsSample(db: Database.Database): boolean {
  return db.prepare<[], number>('SELECT contacts > 0 FROM sample').pluck().get() === 1
}
