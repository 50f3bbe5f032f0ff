import type Database from 'better-sqlite3'
import { type ServiceDatabase, statements } from './statements'

/** Notes that a new database was filled with so many invented people. */
export function noteSample(db: Database.Database, contacts: number): void {
  db.prepare<[number]>('INSERT INTO sample (only, contacts) VALUES (1, ?)').run(contacts)
}

/** Whether a database was filled with invented people. */
export async function holdsSample(db: ServiceDatabase): Promise<boolean> {
  return (await statements(db).count<[]>('SELECT contacts FROM sample')()) > 0
}
