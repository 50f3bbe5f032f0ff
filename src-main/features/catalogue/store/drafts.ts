import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import { problem } from '../../../core/problems'

/** What is being written: a kind of thing, and its id or "new". */
interface DraftKey {
  kind: string
  of: string
}

/** Text that is being written. It outlives a crash and a restart, and emptying the copy. */
export interface DraftStore {
  /** `at`: milliseconds since 1970. */
  get(input: DraftKey): { content: unknown; at: number } | null
  /** Throws `input_invalid` beyond {@link mostDraftBytes}. */
  put(input: DraftKey & { content: unknown; now: number }): void
  remove(input: DraftKey): void
  /** Which there are, in no order; without what was written. */
  list(): (DraftKey & { at: number })[]
}

/** A draft as JSON has so many bytes at most. */
const mostDraftBytes = 12 * 1024 * 1024

/** The drafts' part of the store. */
export function draftStore(session: Session): Stepped<DraftStore> {
  const { db } = session
  const getting = db.prepare<[string, string], { at: number; content: string }>(
    'SELECT at, content FROM draft WHERE kind = ? AND of = ?',
  )
  const putting = db.prepare<[string, string, number, string]>(
    'INSERT OR REPLACE INTO draft (kind, of, at, content) VALUES (?, ?, ?, ?)',
  )
  const dropping = db.prepare<[string, string]>('DELETE FROM draft WHERE kind = ? AND of = ?')
  const listing = db.prepare<[], DraftKey & { at: number }>('SELECT kind, of, at FROM draft')
  return {
    list: () => session.read(() => listing.all()),
    get: ({ kind, of }) =>
      session.read(() => {
        const row = getting.get(kind, of)
        return row === undefined ? null : { content: JSON.parse(row.content) as unknown, at: row.at }
      }),
    put: ({ kind, of, content, now }) =>
      session.write(() => {
        const text = JSON.stringify(content ?? null)
        if (Buffer.byteLength(text) > mostDraftBytes) {
          throw problem('input_invalid', {
            title: tell('catalogue.drafts.theDraftIsToo'),
            why: tell('catalogue.drafts.itHasMoreThan'),
            action: tell('catalogue.drafts.saveItAtThe'),
          })
        }
        putting.run(kind, of, now, text)
      }),
    remove: ({ kind, of }) =>
      session.write(() => {
        dropping.run(kind, of)
      }),
  }
}
