import { z } from 'zod'
import { recentKeySchema, type RecentKey } from '../../../../src-shared/bridge/recent'
import type { Session, Stepped } from '../../../core/database/session'
import type { catalogueTable } from '../../catalogue/store'
import { parseObject, type ContactTable, type Keys } from '../../contacts/store'

/** What was opened last, and when (milliseconds since 1970). Names are those that the copy has when they are asked for. */
export const recentTable = `
  CREATE TABLE recent (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    opened INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT, WITHOUT ROWID;
`

/** What was opened, as far as the catalogue and the contacts know it; of views and batches only which it was. */
export interface RecentRecord extends RecentKey {
  /** A contact's address, the name of anything else; empty for views and batches. */
  name: string
  data: Record<string, unknown>
  /** Of a segment, where the service says it. */
  people: number | null
  /** Milliseconds since 1970. */
  openedAt: number
}

/** What was opened last. */
export interface RecentStore {
  /** The newest first; of contacts and the catalogue, what is not in the copy any more is left out. */
  list(): RecentRecord[]
  /** It is opened now. */
  opened(key: RecentKey): void
  forget(key: RecentKey): void
}

/** Where what was opened is found. */
interface RecentParts {
  session: Session
  contacts: ContactTable
  contactKeys: Keys
  catalogue: ReturnType<typeof catalogueTable>
}

/** How many are kept: more than the palette ever shows, so that a search among them finds some. */
const most = 50

const lists = {
  segment: 'segments',
  campaign: 'campaigns',
  template: 'templates',
  workflow: 'workflows',
  domain: 'domains',
} as const

const countedSchema = z.looseObject({ memberCount: z.number().int() })

/** How many members the service's record of a segment says. */
function membersOf(record: string): number | null {
  const read = countedSchema.safeParse(JSON.parse(record))
  return read.success ? read.data.memberCount : null
}

/** The part of the store that keeps what was opened last. */
export function recentStore({
  session,
  contacts,
  contactKeys,
  catalogue,
}: RecentParts): Stepped<RecentStore> {
  const { db } = session
  const all = db.prepare<[], { kind: string; id: string; opened: number }>(
    'SELECT kind, id, opened FROM recent',
  )
  const put = db.prepare<[string, string, number]>(
    'INSERT OR REPLACE INTO recent (kind, id, opened) VALUES (?, ?, ?)',
  )
  const drop = db.prepare<[string, string]>('DELETE FROM recent WHERE kind = ? AND id = ?')

  const newestFirst = () => all.all().sort((a, b) => b.opened - a.opened)

  function found({ kind, id }: RecentKey): Pick<RecentRecord, 'name' | 'data' | 'people'> | null {
    if (kind === 'view' || kind === 'batch') return { name: '', data: {}, people: null }
    if (kind !== 'contact') {
      const kept = catalogue.find(lists[kind], id)
      if (kept === undefined) return null
      return { name: kept.name, data: {}, people: kind === 'segment' ? membersOf(kept.record) : null }
    }
    const row = contactKeys.find(id)
    const contact = row === undefined ? undefined : contacts.get(row)
    return contact === undefined
      ? null
      : { name: contact.email, data: parseObject(contact.data), people: null }
  }

  return {
    list: () =>
      session.read(() =>
        newestFirst().flatMap(({ opened, ...row }) => {
          const key = recentKeySchema.parse(row)
          const thing = found(key)
          return thing === null ? [] : [{ ...key, ...thing, openedAt: opened }]
        }),
      ),
    opened: ({ kind, id }) =>
      session.write(() => {
        put.run(kind, id, session.now())
        for (const old of newestFirst().slice(most)) drop.run(old.kind, old.id)
      }),
    forget: ({ kind, id }) =>
      session.write(() => {
        drop.run(kind, id)
      }),
  }
}
