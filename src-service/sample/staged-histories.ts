import type Database from 'better-sqlite3'
import type { History } from './workflow-histories'

/** A history with its times in milliseconds since 1970, its contact, and the event that started it. */
interface StagedHistory extends History {
  contact: number
  event: number
}

/** Histories on their way into the database: workflows and the numbers of events come after them. */
interface StagedHistories {
  /** Stages what a workflow did for a contact. `from` is the sample's beginning, in milliseconds since 1970. */
  add(contact: number, history: History, from: number): void
  /** Calls with each, in the order in which they began, then forgets them. The events are there and have indexes. */
  drain(call: (history: StagedHistory) => Promise<void>): Promise<void>
}

const columns =
  'contact, workflow, trigger_name, started_at, status, step, visit, wake_at, exit_reason, completed_at'

/** The histories staged on this connection, in a temporary table: there may be a million. */
export function stagedHistories(db: Database.Database): StagedHistories {
  db.exec(`CREATE TEMP TABLE IF NOT EXISTS staged_history (${columns})`)
  const insert = db.prepare(
    `INSERT INTO temp.staged_history (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const time = (from: number, at: number | null) => (at === null ? null : from + Math.floor(at))

  return {
    add(
      contact,
      { workflow, trigger, startedAt, status, step, visit, wakeAt, exitReason, completedAt },
      from,
    ) {
      insert.run(
        ...[contact, workflow, trigger, time(from, startedAt), status, step, visit],
        ...[time(from, wakeAt), exitReason, time(from, completedAt)],
      )
    },
    async drain(call) {
      // Sorted once; read in parts, because nothing can be written while a statement is still being read.
      db.exec(
        'CREATE TEMP TABLE sorted_history AS SELECT * FROM temp.staged_history ORDER BY started_at, contact',
      )
      // "+" keeps the planner on the contact's own events: they are few.
      const part = db.prepare<[number], StagedHistory>(
        `SELECT h.contact, (SELECT min(+e.seq) FROM event AS e WHERE e.contact = h.contact
             AND +e.name = (SELECT number FROM event_name WHERE name = h.trigger_name)) AS event,
             workflow, trigger_name AS "trigger", started_at AS startedAt, status, step, visit, wake_at AS wakeAt,
             exit_reason AS exitReason, completed_at AS completedAt
           FROM temp.sorted_history AS h WHERE h.rowid > ? ORDER BY h.rowid LIMIT 10000`,
      )
      for (let done = 0; ; done += 10_000) {
        const found = part.all(done)
        for (const history of found) await call(history)
        if (found.length === 0) break
      }
      db.exec('DROP TABLE temp.staged_history; DROP TABLE temp.sorted_history')
    },
  }
}
