import { recentKeySchema, type RecentKey, type RecentThing } from '../../../../src-shared/bridge/recent'
import type { Session } from '../../../core/database/session'
import type { Stepped } from '../../../core/database/steps'
import type { catalogueTable } from '../../catalogue/store'
import { parseObject, type ContactTable, type Keys } from '../../contacts/store'

/** What was opened last. */
export interface RecentStore {
  /** The newest first; what is not in the copy any more is left out. */
  list(): RecentThing[]
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

  function found({ kind, id }: RecentKey): Pick<RecentThing, 'name' | 'data'> | null {
    if (kind !== 'contact') {
      const record = catalogue.find(lists[kind], id)
      return record === undefined ? null : { name: record.name, data: {} }
    }
    const row = contactKeys.find(id)
    const contact = row === undefined ? undefined : contacts.get(row)
    return contact === undefined ? null : { name: contact.email, data: parseObject(contact.data) }
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
