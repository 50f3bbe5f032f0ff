import type Database from 'better-sqlite3'
import { TakenAddresses } from './addresses'
import { type Mailing, mailings } from './calendar'
import { joinedAt, span } from './growth'
import { MailingCounts } from './mail-counts'
import { inventPerson } from './person'
import { Random } from './random'
import { fillRecords } from './records'
import { stagedHistories } from './staged-histories'
import { type Message, tell } from './story'
import { mailDomain } from './templates'
import { type Moments, historiesOf, watchedEvents } from './workflow-histories'
import { workflowsFrom } from './workflows'

/** Told how many contacts are in, every 10,000. */
export type FillProgress = (done: number) => void

/** How the sample is made. */
interface SampleOptions {
  contacts: number
  /** Milliseconds since 1970 that the two years of the sample lead up to. */
  anchor: number
  onProgress?: FillProgress
}

/** What is left to tell once the tables have their indexes (fill-features.ts). */
export interface SampleDescription {
  anchor: number
  contacts: number
  /** The mailings and what came of them. */
  mailings: Mailing[]
  counts: MailingCounts
}

// Rows a transaction: large enough that committing costs nothing, small enough to stay in the page cache.
const batch = 10_000

/**
 * Fills empty tables with sample contacts, their events, one verified domain and records. The same number of contacts
 * and the same anchor give the same rows; another anchor moves every time by the same amount and changes nothing else
 * but the
 * names of months and years. Memory stays flat: people are made one by one in the order they joined, their events are
 * staged in a temporary table and sorted by SQLite.
 * In one piece: it is a sequence.
 */
export function fillSample(
  db: Database.Database,
  { contacts, anchor, onProgress }: SampleOptions,
): SampleDescription {
  const random = new Random(20_417)
  // What workflows did is told by chances of its own: it changes nothing of the rest.
  const aside = new Random(77_003)
  const from = anchor - span
  const taken = new TakenAddresses(contacts)
  const insert = db.prepare<[string, number, string, number, number]>(
    'INSERT INTO contact (email, subscribed, data, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const numberOf = eventNumbers(db)
  db.pragma('temp_store = FILE')
  db.exec('CREATE TEMP TABLE staged (at INTEGER, contact INTEGER, name INTEGER, email INTEGER, data TEXT)')
  const stageEvent = db.prepare<[number, number, number, number | null, string | null]>(
    'INSERT INTO temp.staged VALUES (?, ?, ?, ?, ?)',
  )
  const histories = stagedHistories(db)

  let seq = 0
  let messages = 0
  const counts = new MailingCounts()
  const moments: Moments = new Map()
  const stage = {
    from,
    mailings: mailings(from),
    workflowsFrom,
    record(at: number, name: string, about: Message | null, data: string | null): void {
      stageEvent.run(from + Math.floor(at), seq, numberOf(name), about?.number ?? null, data)
      if (about?.mailing) counts.count(about.mailing, name)
      if (watchedEvents.has(name) && !moments.has(name)) moments.set(name, at)
    },
    message: (mailing: Mailing | null): Message => ({ number: ++messages, mailing }),
  }
  const addBatch = db.transaction((end: number) => {
    while (seq < end) {
      const joined = Math.floor(span * joinedAt((seq + random.next()) / contacts))
      seq++
      moments.clear()
      const person = inventPerson(random, taken)
      const { subscribed, data, updatedAt } = tell(random, stage, person, joined)
      for (const history of historiesOf(stage, aside, moments, person.reachable)) {
        histories.add(seq, history, from)
      }
      insert.run(person.email, subscribed ? 1 : 0, data, from + joined, from + updatedAt)
    }
  })
  while (seq < contacts) {
    addBatch(Math.min(seq + batch, contacts))
    if (onProgress && seq % batch === 0) onProgress(seq)
  }
  db.exec(`
    INSERT INTO event (contact, name, email, data, created_at)
      SELECT contact, name, email, data, at FROM temp.staged ORDER BY at;
    DROP TABLE temp.staged;
  `)
  if (contacts > 0) {
    addDomain(db, random, from)
    fillRecords({ db, random: new Random(31_511), taken, contacts, from })
  }
  return { anchor, contacts, mailings: stage.mailings, counts }
}

function addDomain(db: Database.Database, random: Random, from: number): void {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567'
  const token = (): string => Array.from({ length: 32 }, () => letters.charAt(random.whole(0, 31))).join('')
  db.prepare(
    'INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, ?, ?, ?)',
  ).run(mailDomain, [token(), token(), token()].join(' '), from, from + 26 * 60_000)
}

/** Numbers event names on first use, in memory: they come by the million. */
function eventNumbers(db: Database.Database): (name: string) => number {
  const insert = db.prepare<[name: string]>('INSERT INTO event_name (name) VALUES (?)')
  const known = new Map<string, number>()
  return (name) => {
    const number = known.get(name) ?? Number(insert.run(name).lastInsertRowid)
    known.set(name, number)
    return number
  }
}
