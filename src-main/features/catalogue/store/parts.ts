import type { Stepped, Session, SqlValue } from '../../../core/database/session'
import type { CataloguePartStore } from './api'
import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { unreadName } from '../../../copying/store/unread'
import { type CataloguePart, ownerLists } from './api'
import { absent, fromStored } from '../../../core/database/time'

const rowSchema = lazyObject(() => ({ id: z.string(), at: z.number(), kind: z.string(), record: z.string() }))
const readSchema = lazyObject(() => ({
  stamp: z.number(),
  bookmark: z.string().nullable(),
  read_at: z.number().nullable(),
}))

const droppings = ({ db }: Session) => ({
  parts: db.prepare<[string, string]>('DELETE FROM catalogue_part WHERE list = ? AND owner = ?'),
  read: db.prepare<[string, string]>('DELETE FROM catalogue_part_read WHERE list = ? AND owner = ?'),
  unread: db.prepare<[string]>('DELETE FROM unread_record WHERE resource = ?'),
})

/** Every statement over the lists that belong to records of the catalogue. */
export class PartTable {
  /** Grows with every change of who is a member of what. */
  changes = 0
  private readonly dropping: ReturnType<typeof droppings>

  constructor(readonly session: Session) {
    this.dropping = droppings(session)
  }

  /** Within a transaction: takes away what belongs to a record of a list. */
  dropOwner(list: string, owner: string): void {
    const part =
      list === ownerLists.members ? 'members' : list === ownerLists.executions ? 'executions' : null
    if (part === null) return
    this.dropping.parts.run(part, owner)
    this.dropping.read.run(part, owner)
    this.dropping.unread.run(unreadName({ resource: ownerLists[part], owner }))
    this.changes += 1
  }

  private changed(): void {
    this.changes += 1
    this.session.touch()
  }

  /** This part of the store. In one piece: its calls share the statements at its head. */
  store(): Stepped<CataloguePartStore> {
    const { session } = this
    const { db } = session
    const reading = db.prepare<[string, string], unknown>(
      'SELECT stamp, bookmark, read_at FROM catalogue_part_read WHERE list = ? AND owner = ?',
    )
    const noting = db.prepare<[string, string, number, string | null, number | null]>(
      'INSERT OR REPLACE INTO catalogue_part_read (list, owner, stamp, bookmark, read_at) VALUES (?, ?, ?, ?, ?)',
    )
    const stamping = db.prepare<[number, string, string, string, string]>(
      'UPDATE catalogue_part SET stamp = ? WHERE list = ? AND owner = ? AND id = ? AND record = ?',
    )
    const putting = db.prepare<[string, string, string, number, string, number, string]>(
      'INSERT OR REPLACE INTO catalogue_part (list, owner, id, at, kind, stamp, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    const sweeping = db.prepare<[string, string, number]>(
      'DELETE FROM catalogue_part WHERE list = ? AND owner = ? AND stamp <> ?',
    )
    const meeting = session.column<[string, string, number], number>(
      'SELECT count(*) FROM catalogue_part WHERE list = ? AND owner = ? AND stamp = ?',
    )
    const idsOf = session.column<[string, string], string>(
      'SELECT id FROM catalogue_part WHERE list = ? AND owner = ? ORDER BY at DESC, id',
    )
    const addressesOf = session.column<[string], string>(
      `SELECT json_extract(record, '$.email') FROM catalogue_part WHERE list = 'members' AND owner = ?`,
    )
    const removing = db.prepare<[string, string, string]>(
      'DELETE FROM catalogue_part WHERE list = ? AND owner = ? AND id = ?',
    )
    const kindsOf = session.tuples<[string, string], [string, number]>(
      'SELECT kind, count(*) FROM catalogue_part WHERE list = ? AND owner = ? GROUP BY kind',
    )
    const state = (list: string, owner: string) => {
      const row = reading.get(list, owner)
      return row === undefined ? { stamp: 0, bookmark: null, read_at: null } : readSchema.parse(row)
    }

    return {
      begin: ({ list, owner, anew }) =>
        session.write(() => {
          const { stamp, bookmark, read_at } = state(list, owner)
          if (bookmark !== null && !anew) return { bookmark: JSON.parse(bookmark) as unknown, reading: stamp }
          noting.run(list, owner, stamp + 1, null, read_at)
          return { bookmark: null, reading: stamp + 1 }
        }),

      apply: ({ list, owner, parts, bookmark }) =>
        session.write(() => {
          const { stamp, read_at } = state(list, owner)
          let known = 0
          for (const { id, at, kind, record } of parts) {
            const text = JSON.stringify(record)
            if (stamping.run(stamp, list, owner, id, text).changes > 0) known += 1
            else {
              putting.run(list, owner, id, at ?? absent, kind, stamp, text)
              this.changed()
            }
          }
          noting.run(list, owner, stamp, JSON.stringify(bookmark), read_at)
          return { known }
        }),

      met: ({ list, owner }) => session.read(() => meeting.get(list, owner, state(list, owner).stamp) ?? 0),

      finish: ({ list, owner, whole, now }) =>
        session.write(() => {
          const { stamp, read_at } = state(list, owner)
          if (whole && sweeping.run(list, owner, stamp).changes > 0) this.changed()
          noting.run(list, owner, stamp, null, now ?? read_at)
        }),

      page: ({ list, owner, kinds, slice: { offset, limit } }) =>
        session.read(() => {
          const values: SqlValue[] = [list, owner]
          let where = 'list = ? AND owner = ?'
          if (kinds !== null) {
            where += ' AND kind IN (SELECT value FROM json_each(?))'
            values.push(JSON.stringify(kinds))
          }
          const rows = db
            .prepare<SqlValue[], unknown>(
              `SELECT id, at, kind, record FROM catalogue_part WHERE ${where} ORDER BY at DESC, id LIMIT ? OFFSET ?`,
            )
            .all(...values, limit, offset)
          const counts = Object.fromEntries(kindsOf.all(list, owner))
          const wanted = kinds === null ? Object.values(counts) : kinds.map((kind) => counts[kind] ?? 0)
          return {
            parts: rows.map(partOf),
            count: wanted.reduce((sum, count) => sum + count, 0),
            kinds: counts,
            asOf: state(list, owner).read_at,
          }
        }),

      ids: ({ list, owner }) => session.read(() => idsOf.all(list, owner)),

      addresses: (owner) => session.read(() => addressesOf.all(owner)),

      remove: ({ list, owner, ids }) =>
        session.write(() => {
          for (const id of ids) if (removing.run(list, owner, id).changes > 0) this.changed()
        }),
    }
  }
}

function partOf(row: unknown): CataloguePart {
  const { id, at, kind, record } = rowSchema.parse(row)
  return { id, at: fromStored(at), kind, record: JSON.parse(record) as unknown }
}
