import { createHash } from 'node:crypto'
import { jsonText } from '../../src-shared/interface/exact-number'
import type { Slice } from '../../src-shared/bridge/base'
import type { Resource, UnreadRecord } from '../../src-shared/bridge/sync'
import type { UnreadElement } from '../../src-shared/interface/paging'
import type { Session } from './session'
import type { SteppedStore } from './steps'

/** Records that came in a list and cannot be read, as they came: counted and shown, so that nothing is missing silently. */
export interface UnreadStore {
  /** `now`: milliseconds since 1970. One that came before takes the place of itself. */
  add(input: { resource: Resource; runId: number; records: UnreadElement[]; now: number }): void
  /** How many of a resource a run met. */
  ofRun(input: { resource: Resource; runId: number }): number
  /** A run that read the whole list met no other than its own. */
  settle(input: { resource: Resource; runId: number }): void
  count(resource: Resource): number
  /** By key. */
  page(input: { resource: Resource; slice: Slice }): { rows: UnreadRecord[]; count: number }
}

/** So much of one record is kept, in characters. */
const mostRaw = 200_000

/** The unread records' part of the store. */
export function unreadStore(session: Session): SteppedStore['unread'] {
  const { db } = session
  const putting = db.prepare<[string, string, string, string, number, number]>(
    'INSERT OR REPLACE INTO unread_record (resource, key, fault, raw, at, run) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const counting = db
    .prepare<[string], number>('SELECT count(*) FROM unread_record WHERE resource = ?')
    .pluck()
  const countingRun = db
    .prepare<[string, number], number>('SELECT count(*) FROM unread_record WHERE resource = ? AND run = ?')
    .pluck()
  const settling = db.prepare<[string, number]>('DELETE FROM unread_record WHERE resource = ? AND run <> ?')
  const paging = db.prepare<[string, number, number], UnreadRecord>(
    'SELECT key, fault, raw, at FROM unread_record WHERE resource = ? ORDER BY key LIMIT ? OFFSET ?',
  )
  return {
    add: ({ resource, runId, records, now }) =>
      session.write(() => {
        for (const { id, fault, raw } of records) {
          const text = raw === undefined ? 'undefined' : jsonText(raw)
          const key = id ?? `no id, ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
          putting.run(resource, key, fault, text.slice(0, mostRaw), now, runId)
        }
      }),
    ofRun: ({ resource, runId }) => session.read(() => countingRun.get(resource, runId) ?? 0),
    settle: ({ resource, runId }) =>
      session.write(() => {
        settling.run(resource, runId)
      }),
    count: (resource) => session.read(() => counting.get(resource) ?? 0),
    page: ({ resource, slice: { offset, limit } }) =>
      session.read(() => ({
        rows: paging.all(resource, limit, offset),
        count: counting.get(resource) ?? 0,
      })),
  }
}
