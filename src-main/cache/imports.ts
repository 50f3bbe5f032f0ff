import type { Stepped } from './steps'
import type { ImportStore } from './import-record'
import { z } from 'zod'
import { problem } from '../problems'
import type { Imported } from './contacts/imported'
import {
  importFindingsSchema,
  importHeadSchema,
  rememberedColumnSchema,
  type ImportHead,
  type ImportRecord,
} from './import-record'
import type { Session } from './session'

interface HeadRow {
  id: number
  name: string
  bytes: number
  created: number
  touched: number
  step: string
  source: string
  unfinished: string | null
  rows: number | null
  problem: string | null
  written: string | null
  undone: string | null
  kept: number
}
type Row = HeadRow & { detail: string }

const heads = [
  'id',
  'name',
  'bytes',
  'created',
  'touched',
  'step',
  'source',
  'unfinished',
  'rows',
  'problem',
  'written',
  'undone',
  'kept',
] as const satisfies readonly (keyof HeadRow)[]
const settable = [...heads.slice(1), 'detail']

/** A file that could not be read: nothing of it is left but why. */
const refused = `(rows IS NULL AND unfinished IS NULL AND source ->> '$.kind' = 'file'
  AND coalesce(problem ->> '$.code', '') = 'file_unreadable')`

const rememberedSchema = z.array(rememberedColumnSchema)

/** The imports' part of the store: what was chosen for each, the newest first, and where columns of a header went. */
export function importStore(session: Session, people: Pick<Imported, 'add' | 'drop'>): Stepped<ImportStore> {
  const { db } = session
  const adding = db.prepare<[Row]>(
    `INSERT INTO import (${settable.join(', ')}) VALUES (${settable.map((name) => `@${name}`).join(', ')})`,
  )
  const writing = db.prepare<[Row]>(
    `UPDATE import SET ${settable.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`,
  )
  const one = db.prepare<[number], Row>('SELECT * FROM import WHERE id = ?')
  const paging = db.prepare<[number, number], HeadRow>(
    `SELECT ${heads.join(', ')} FROM import WHERE NOT ${refused} ORDER BY id DESC LIMIT ? OFFSET ?`,
  )
  const refusals = db.prepare<[], number>(`SELECT id FROM import WHERE ${refused}`).pluck()
  const all = db.prepare<[], HeadRow>(`SELECT ${heads.join(', ')} FROM import ORDER BY id DESC`)
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
    return row === undefined ? null : fromRow(row)
  }
  const must = (id: number): ImportRecord => {
    const record = find(id)
    if (record === null) throw problem('not_found', gone)
    return record
  }
  return {
    add: (record) =>
      session.write(() => must(Number(adding.run(toRow({ ...record, id: 0 })).lastInsertRowid)), 'durable'),
    get: (id) => session.read(() => find(id)),
    set: ({ id, ...changes }) =>
      session.write(() => {
        const before = must(id)
        const record = { ...before, ...changes, findings: { ...before.findings, ...changes.findings } }
        writing.run(toRow(record))
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

const gone = {
  title: 'This import is gone',
  why: 'It was discarded, or belongs to another profile.',
  action: 'Choose one from the history.',
}

function toRow(record: ImportRecord): Row {
  const { createdAt, touchedAt, rowsKept, findings, source, problem, written, undone, ...rest } = record
  return {
    ...rest,
    created: createdAt,
    touched: touchedAt,
    source: JSON.stringify(source),
    problem: text(problem),
    written: text(written),
    undone: text(undone),
    kept: rowsKept ? 1 : 0,
    detail: JSON.stringify(findings),
  }
}

function headOf(row: HeadRow): ImportHead {
  const { created, touched, source, problem, written, undone, kept, ...rest } = row
  return importHeadSchema.parse({
    ...rest,
    createdAt: created,
    touchedAt: touched,
    source: JSON.parse(source) as unknown,
    problem: parsed(problem),
    written: parsed(written),
    undone: parsed(undone),
    rowsKept: kept === 1,
  })
}

function fromRow({ detail, ...head }: Row): ImportRecord {
  return { ...headOf(head), findings: importFindingsSchema.parse(JSON.parse(detail)) }
}

const text = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
const parsed = (value: string | null): unknown => (value === null ? null : JSON.parse(value))
