import type { Statement } from 'better-sqlite3'
import type { EventNames } from '../events/names'
import type { Session } from '../session'
import type { Steps } from '../steps'

/** Events read between two pauses: about 3 ms. */
const slice = 2000

interface Found {
  created: number
  row: number
  contact_id: string | null
}

/** When each contact had an event last, from the copy. */
export class LastEvents {
  private readonly newest: Statement<[number, number, number, number, number], Found>

  constructor(
    private readonly session: Session,
    private readonly names: EventNames,
  ) {
    this.newest = session.db.prepare(
      `SELECT created, row, contact_id FROM event INDEXED BY event_by_name
       WHERE name = ? AND created <= ? AND (created < ? OR row > ?) ORDER BY created DESC, row LIMIT ?`,
    )
  }

  /** By contact id, in milliseconds since 1970. The newest come first, so the first one seen is the last one had. */
  *of(name: string): Steps<Map<string, number>> {
    const last = new Map<string, number>()
    const [number] = this.names.numbersOf([name])
    if (number === undefined) return last
    let at = { created: Number.MAX_SAFE_INTEGER, row: 0 }
    for (;;) {
      const found = this.session.read(() => this.newest.all(number, at.created, at.created, at.row, slice))
      for (const { contact_id, created } of found) {
        if (contact_id !== null && !last.has(contact_id)) last.set(contact_id, created)
      }
      const end = found.at(-1)
      if (!end || found.length < slice) return last
      at = end
      yield
    }
  }
}
