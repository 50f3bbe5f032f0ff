import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import { listRecordsRequestSchema } from '../../src-shared/interface/record'
import type { Ids } from '../dialect/ids'
import { ServiceFailure } from '../http/failure'
import type { Env } from '../http/guards'
import { readBody, readQuery } from '../http/input'
import { json } from '../http/respond'
import type { ServiceDatabase } from '../store/statements'
import type { RecordAccount } from './account'
import { type OffsetLister, recordLister } from './record-list'
import { type RecordChanged, recordRows, type RecordRow } from './record-rows'
import { userLister, type UserRow } from './user-list'
import { isoTime } from '../dialect/iso-time'

interface RecordContext {
  db: ServiceDatabase
  account: () => Promise<RecordAccount>
  ids: Ids
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * The operations of the record-management interface (interface.md section 4; wire.md, "Record management"), under
 * `/v1`: each list by POST with a JSON body and by GET with a query. Answers are raw, without an envelope.
 */
export function recordRoutes({ db, account, ids, now }: RecordContext): Hono<Env> {
  const app = new Hono<Env>()
  const rows = recordRows(db, now)

  const checkWorkspace = async (workspaceId: string): Promise<void> => {
    if (workspaceId === (await account()).workspaceId) return
    throw new ServiceFailure('RESOURCE_NOT_FOUND', 'There is no workspace with this id.', {
      suggestion: 'Check workspaceId.',
    })
  }

  function list<Row>(
    operation: string,
    resource: string,
    read: OffsetLister<Row>,
    text: (row: Row, ids: Ids) => string,
    shape: (part: ListPart) => string,
  ): void {
    const answer = async (
      c: Context,
      request: z.infer<typeof listRecordsRequestSchema>,
    ): Promise<Response> => {
      await checkWorkspace(request.workspaceId)
      const { rows: found, total } = await read(request.skip, request.limit)
      return json(c, shape({ items: found.map((row) => text(row, ids)), skip: request.skip, total }))
    }
    app.post(`/${operation}`, async (c) => answer(c, await readBody(c, listRecordsRequestSchema)))
    app.get(`/${resource}`, (c) => answer(c, readQuery(c, listRecordsRequestSchema)))
  }

  list('list-records', 'records', recordLister(db, 'records'), recordJson, withPageInfo)
  list('list-companies', 'companies', recordLister(db, 'companies'), recordJson, withTotal('items'))
  list('list-users', 'users', userLister(db), userJson, withTotal('users'))

  /** The row an id stands for. An id that stands for none is row 0, which does not exist. */
  const rowOf = (id: string): number => ids.decode('record', id) ?? 0
  const placeOf = (id: string | null | undefined): number | null | undefined =>
    typeof id === 'string' ? rowOf(id) : id
  const answerChanged = (c: Context, changed: RecordChanged): Response => {
    if (changed === 'no record') throw noRecord('id')
    if (changed === 'no place') throw noRecord('before')
    return json(c, recordJson(changed, ids))
  }

  app.post('/create-record', async (c) => {
    const { workspaceId, before, ...change } = await readBody(c, createRecordRequestSchema)
    await checkWorkspace(workspaceId)
    return answerChanged(c, await rows.create({ ...change, before: placeOf(before) }))
  })
  app.post('/update-record', async (c) => {
    const { workspaceId, id, before, ...change } = await readBody(c, updateRecordRequestSchema)
    await checkWorkspace(workspaceId)
    return answerChanged(c, await rows.update(rowOf(id), { ...change, before: placeOf(before) }))
  })
  app.post('/delete-record', async (c) => {
    const { workspaceId, id } = await readBody(c, deleteRecordRequestSchema)
    await checkWorkspace(workspaceId)
    if (!(await rows.remove(rowOf(id)))) throw noRecord('id')
    return json(c, JSON.stringify({ id }))
  })

  return app
}

const noRecord = (field: string): ServiceFailure =>
  new ServiceFailure('RESOURCE_NOT_FOUND', `There is no record with the id in ${field}.`, {
    suggestion: 'It may have been deleted. List the records again.',
  })

// The interface only lists records. These operations are the embedded service's own: what reads the lists needs
// records that change.

const id = z.string().min(1)

const type = z.string().min(1).max(100)

/** A record's fields: any JSON. */
const fields = lazySchema(() => z.record(z.string(), z.unknown()))

/** Body of POST /v1/create-record. The record goes to the end, or before the one named. */
const createRecordRequestSchema = z.object({
  workspaceId: id,
  type: type.optional(),
  fields: fields.optional(),
  before: id.nullish(),
})

/** Body of POST /v1/update-record. `fields` are merged, null deletes one; `before` moves the record, null to the end. */
const updateRecordRequestSchema = z.object({
  workspaceId: id,
  id,
  type: type.optional(),
  fields: fields.optional(),
  before: id.nullable().optional(),
})

/** Body of POST /v1/delete-record. */
const deleteRecordRequestSchema = z.object({ workspaceId: id, id })

/** A record as JSON text: its own names and its fields beside each other. */
function recordJson({ seq, type, fields, createdAt, updatedAt }: RecordRow, ids: Ids): string {
  const own = `"id":"${ids.encode('record', seq)}","type":${JSON.stringify(type)},`
  const said = fields === '{}' ? '' : `${fields.slice(1, -1)},`
  return `{${own}${said}"createdAt":"${isoTime(createdAt)}","updatedAt":"${isoTime(updatedAt)}"}`
}

/** A user as JSON text. */
function userJson({ seq, name, email, role, active, createdAt }: UserRow, ids: Ids): string {
  return JSON.stringify({
    id: ids.encode('user', seq),
    name,
    email,
    role,
    active,
    createdAt: isoTime(createdAt),
  })
}

/** A part of a list, its elements as JSON text. */
interface ListPart {
  items: string[]
  skip: number
  /** Of the whole list. */
  total: number
}

// Where in a list an element is, as opaque text. Nothing takes it: the interface pages by `skip`.
const cursorOf = (at: number): string => Buffer.from(`record:${at}`).toString('base64url')

/** `items` and `pageInfo` (interface.md section 4). An empty part has empty cursors: they are strings. */
function withPageInfo({ items, skip, total }: ListPart): string {
  const pageInfo = {
    hasNextPage: skip + items.length < total,
    hasPreviousPage: skip > 0 && total > 0,
    startCursor: items.length > 0 ? cursorOf(skip) : '',
    endCursor: items.length > 0 ? cursorOf(skip + items.length - 1) : '',
  }
  return `{"items":[${items.join(',')}],"pageInfo":${JSON.stringify(pageInfo)}}`
}

/** An array under the name of its operation, and `totalCount`. */
function withTotal(name: 'items' | 'users'): (part: ListPart) => string {
  return ({ items, total }) => `{"${name}":[${items.join(',')}],"totalCount":${total}}`
}
