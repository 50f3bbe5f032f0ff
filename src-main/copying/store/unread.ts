import { t } from '../../../src-shared/messages/message'
import type { Stepped, Session } from '../../core/database/session'
import { createHash } from 'node:crypto'
import { jsonText } from '../../../src-shared/interface/exact-number'
import type { Slice } from '../../../src-shared/bridge/base'
import type { Resource, UnreadRecord } from '../../../src-shared/bridge/sync'
import type { UnreadElement } from '../../../src-shared/interface/paging'

/** A list that records come in: a resource, or with an `owner` what belongs to one of its records (members, executions). */
interface UnreadList {
  resource: Resource
  owner?: string | undefined
}

/** Records that came in a list and cannot be read, as they came: counted and shown, so that nothing is missing silently. */
export interface UnreadStore {
  /** `now`: milliseconds since 1970. One that came before takes the place of itself. */
  add(input: UnreadList & { runId: number; records: UnreadElement[]; now: number }): void
  /** How many of a list a run met; of a list that belongs to a record, a reading. */
  ofRun(input: UnreadList & { runId: number }): number
  /** A run that read the whole list met no other than its own. */
  settle(input: UnreadList & { runId: number }): void
  /** Of a list; of a resource, those that belong to its records too. */
  count(input: UnreadList): number
  /** The same ones, those of the resource first, by owner and key. */
  page(input: UnreadList & { slice: Slice }): { rows: UnreadRecord[]; count: number }
}

/** How the column `resource` names a list: what belongs to a record comes behind the resource itself, and before any other. */
export function unreadName({ resource, owner }: UnreadList): string {
  return owner === undefined ? resource : `${resource} ${owner}`
}

/** The first and the last name of a list and of what belongs to its records. */
function namesWithin(list: UnreadList): [string, string] {
  const name = unreadName(list)
  return [name, list.owner === undefined ? `${name}!` : name]
}

/** So much of one record is kept, in characters. */
const mostRaw = 200_000

/** The unread records' part of the store. */
export function unreadStore(session: Session): Stepped<UnreadStore> {
  const { db } = session
  const putting = db.prepare<[string, string, string, string, number, number]>(
    'INSERT OR REPLACE INTO unread_record (resource, key, fault, raw, at, run) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const counting = session.column<[string, string], number>(
    'SELECT count(*) FROM unread_record WHERE resource BETWEEN ? AND ?',
  )
  const countingRun = session.column<[string, number], number>(
    'SELECT count(*) FROM unread_record WHERE resource = ? AND run = ?',
  )
  const settling = db.prepare<[string, number]>('DELETE FROM unread_record WHERE resource = ? AND run <> ?')
  const paging = db.prepare<[string, string, number, number], UnreadRecord & { resource: string }>(
    `SELECT resource, key, fault, raw, at FROM unread_record
     WHERE resource BETWEEN ? AND ? ORDER BY resource, key LIMIT ? OFFSET ?`,
  )
  return {
    add: ({ runId, records, now, ...list }) =>
      session.write(() => {
        for (const { id, fault, raw } of records) {
          const text = raw === undefined ? 'undefined' : jsonText(raw)
          const key =
            id ??
            t('copying.unread.noIdSlice', {
              slice: createHash('sha256').update(text).digest('hex').slice(0, 12),
            })
          putting.run(unreadName(list), key, fault, text.slice(0, mostRaw), now, runId)
        }
      }),
    ofRun: ({ runId, ...list }) => session.read(() => countingRun.get(unreadName(list), runId) ?? 0),
    settle: ({ runId, ...list }) =>
      session.write(() => {
        settling.run(unreadName(list), runId)
      }),
    count: (list) => session.read(() => counting.get(...namesWithin(list)) ?? 0),
    page: ({ slice: { offset, limit }, ...list }) =>
      session.read(() => ({
        rows: paging.all(...namesWithin(list), limit, offset).map(({ resource, ...row }) => ({
          ...row,
          owner: resource === list.resource ? null : resource.slice(list.resource.length + 1),
        })),
        count: counting.get(...namesWithin(list)) ?? 0,
      })),
  }
}
