import type { ServiceDatabase } from '../store/database'
import { TakenAddresses } from './addresses'
import { mailings } from './calendar'
import { joinedAt, span } from './growth'
import { inventPerson } from './person'
import { Random } from './random'
import { tell } from './story'

/** Told how many contacts are in, every 50,000. */
export type FillProgress = (done: number) => void

/** How the sample is made. */
export interface SampleOptions {
  contacts: number
  /** Milliseconds since 1970 that the two years of the sample lead up to. */
  anchor: number
  onProgress?: FillProgress
}

// Rows a transaction: large enough that committing costs nothing, small enough to stay in the page cache.
const batch = 10_000

/**
 * Fills empty tables with sample contacts, their events and one verified domain. The same number of contacts and the
 * same anchor give the same rows; another anchor moves every time by the same amount and changes nothing else but the
 * names of months. Memory stays flat: people are
 * made one by one in the order they joined, their events are staged in a temporary table and sorted by SQLite.
 */
export function fillSample(db: ServiceDatabase, { contacts, anchor, onProgress }: SampleOptions): void {
  const random = new Random(20_417)
  const from = anchor - span
  const taken = new TakenAddresses(contacts)
  const insert = db.prepare<[string, number, string, number, number]>(
    'INSERT INTO contact (email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const names = eventNames(db)
  db.pragma('temp_store = FILE')
  db.exec('CREATE TEMP TABLE staged (at INTEGER, contact INTEGER, name INTEGER, email INTEGER, data TEXT)')
  const stageEvent = db.prepare<[number, number, number, number | null, string | null]>(
    'INSERT INTO temp.staged VALUES (?, ?, ?, ?, ?)',
  )

  let seq = 0
  let messages = 0
  const stage = {
    from,
    mailings: mailings(from),
    record(at: number, name: string, message: number | null, data: string | null): void {
      stageEvent.run(from + Math.floor(at), seq, names(name), message, data)
    },
    nextMessage: () => ++messages,
  }
  const addBatch = db.transaction((end: number) => {
    while (seq < end) {
      const joined = Math.floor(span * joinedAt((seq + random.next()) / contacts))
      seq++
      const person = inventPerson(random, taken)
      const { subscribed, data, updatedAt } = tell(random, stage, person, joined)
      insert.run(person.email, subscribed ? 1 : 0, data, from + joined, from + updatedAt)
    }
  })
  while (seq < contacts) {
    addBatch(Math.min(seq + batch, contacts))
    if (onProgress && seq % 50_000 === 0) onProgress(seq)
  }
  db.exec(`
    INSERT INTO event (contact, name, email, data, created_at)
      SELECT contact, name, email, data, at FROM temp.staged ORDER BY at;
    DROP TABLE temp.staged;
  `)
  if (contacts > 0) addDomain(db, random, from)
}

function eventNames(db: ServiceDatabase): (name: string) => number {
  const insert = db
    .prepare<[string], number>('INSERT INTO event_name (name) VALUES (?) RETURNING number')
    .pluck()
  const known = new Map<string, number>()
  return (name) => {
    const number = known.get(name) ?? insert.get(name)
    if (number === undefined) throw new Error('The event name was not stored.')
    known.set(name, number)
    return number
  }
}

function addDomain(db: ServiceDatabase, random: Random, from: number): void {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  const token = (): string => Array.from({ length: 32 }, () => letters.charAt(random.whole(0, 31))).join('')
  db.prepare(
    'INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, ?, ?, ?)',
  ).run('mail.harbournotes.app', [token(), token(), token()].join(' '), from, from + 26 * 60_000)
}
