import { tell } from '../../../../src-shared/messages/told'
import type { Stepped, Session } from '../../../core/database/session'
import type { ImportStore } from './import-record'
import { z } from 'zod'
import { problem } from '../../../core/problems'
import type { Imported } from '../../contacts/store'
import {
  importHeadSchema,
  openFindingsSchema,
  rememberedColumnSchema,
  type ImportHead,
  type ImportRecord,
} from './import-record'

/** An import as a list shows it, and what only an open one shows; both as JSON. */
interface ImportRecordRow {
  id: number
  head: string
  detail: string
}

/** A file that could not be read: nothing of it is left but why. */
const refused = `(head ->> '$.rows' IS NULL AND head ->> '$.unfinished' IS NULL AND head ->> '$.source.kind' = 'file'
  AND coalesce(head ->> '$.problem.code', '') = 'file_unreadable')`

const rememberedSchema = z.array(rememberedColumnSchema)

/**
 * The imports' part of the store: what was chosen for each, the newest first, and where columns of a header went.
 * In one piece: its calls share the statements at its head.
 */
export function importStore(session: Session, people: Pick<Imported, 'add' | 'drop'>): Stepped<ImportStore> {
  const { db } = session
  const adding = db.prepare<[string, string]>('INSERT INTO import (head, detail) VALUES (?, ?)')
  const writing = db.prepare<[string, string, number]>('UPDATE import SET head = ?, detail = ? WHERE id = ?')
  const one = db.prepare<[number], ImportRecordRow>('SELECT * FROM import WHERE id = ?')
  const paging = db.prepare<[number, number], Omit<ImportRecordRow, 'detail'>>(
    `SELECT id, head FROM import WHERE NOT ${refused} ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const refusals = db.prepare<[], number>(`SELECT id FROM import WHERE ${refused}`).pluck()
  const all = db.prepare<[], Omit<ImportRecordRow, 'detail'>>('SELECT id, head FROM import ORDER BY id DESC')
  const counting = db.prepare<[], number>(`SELECT count(*) FROM import WHERE NOT ${refused}`).pluck()
  const dropping = db.prepare<[number]>('DELETE FROM import WHERE id = ?')
  const mapping = db.prepare<[string], { columns: string; used: number; name: string | null }>(
    'SELECT columns, used, name FROM import_mapping WHERE key = ?',
  )
  const remembering = db.prepare<[string, string, number, string]>(
    `INSERT INTO import_mapping (key, columns, used, name) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET columns = excluded.columns, used = excluded.used, name = excluded.name`,
  )
  const find = (id: number): ImportRecord | null => {
    const row = one.get(id)
    return row === undefined ? null : recordOf(row)
  }
  const must = (id: number): ImportRecord => {
    const record = find(id)
    if (record === null) throw importGone()
    return record
  }
  return {
    add: (record) =>
      session.write(() => must(Number(adding.run(...textsOf(record)).lastInsertRowid)), 'durable'),
    get: (id) => session.read(() => find(id)),
    set: ({ id, ...changes }) =>
      session.write(() => {
        const before = must(id)
        const record = { ...before, ...changes, findings: { ...before.findings, ...changes.findings } }
        writing.run(...textsOf(record), id)
        return record
      }, 'durable'),
    page: ({ offset, limit }) =>
      session.read(() => ({
        imports: paging.all(limit, offset).map(headOf),
        count: counting.get() ?? 0,
      })),
    refused: () => session.read(() => refusals.all()),
    all: () => session.read(() => all.all().map(headOf)),
    remove: (id) =>
      session.write(() => {
        dropping.run(id)
        people.drop(id)
      }),
    addPeople: ({ importId, contactIds }) => people.add(importId, contactIds),
    mapping: (key) =>
      session.read(() => {
        const found = mapping.get(key)
        if (found === undefined) return null
        const { columns, used, name } = found
        return { columns: rememberedSchema.parse(JSON.parse(columns)), name, at: used }
      }),
    remember: ({ key, columns, name, now }) =>
      session.write(() => {
        remembering.run(key, JSON.stringify(columns), now, name)
      }),
  }
}

/** The refusal of an import that is not there. */
export function importGone() {
  return problem('not_found', {
    title: tell('imports.imports.thisImportIsGone'),
    why: tell('imports.imports.itWasDiscardedOr'),
    action: tell('imports.imports.chooseOneFromThe'),
  })
}

function textsOf({ findings, ...head }: Omit<ImportRecord, 'id'>): [head: string, detail: string] {
  return [JSON.stringify(head), JSON.stringify(findings)]
}

function headOf({ id, head }: Omit<ImportRecordRow, 'detail'>): ImportHead {
  const known: unknown = JSON.parse(head)
  return importHeadSchema.parse(Object.assign({}, known, { id }))
}

function recordOf({ detail, ...row }: ImportRecordRow): ImportRecord {
  return { ...headOf(row), findings: openFindingsSchema.parse(JSON.parse(detail)) }
}
