import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { listRecordsRequestSchema } from '../../src-shared/interface/record'
import type { Ids } from '../dialect/ids'
import { ServiceFailure } from '../http/failure'
import type { Env } from '../http/guards'
import { readBody, readQuery } from '../http/input'
import { json } from '../http/respond'
import type { ServiceDatabase } from '../store/database'
import type { RecordAccount } from './account'
import { type ListPart, recordJson, userJson, withPageInfo, withTotal } from './answers'
import { type OffsetLister, recordLister } from './record-list'
import { type RecordChanged, recordRows } from './record-rows'
import { createRecordRequestSchema, deleteRecordRequestSchema, updateRecordRequestSchema } from './requests'
import { userLister } from './user-list'

interface RecordContext {
  db: ServiceDatabase
  account: () => RecordAccount
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

  const checkWorkspace = (workspaceId: string): void => {
    if (workspaceId === account().workspaceId) return
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
    const answer = (c: Context, request: z.infer<typeof listRecordsRequestSchema>): Response => {
      checkWorkspace(request.workspaceId)
      const { rows: found, total } = read(request.skip, request.limit)
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
    checkWorkspace(workspaceId)
    return answerChanged(c, rows.create({ ...change, before: placeOf(before) }))
  })
  app.post('/update-record', async (c) => {
    const { workspaceId, id, before, ...change } = await readBody(c, updateRecordRequestSchema)
    checkWorkspace(workspaceId)
    return answerChanged(c, rows.update(rowOf(id), { ...change, before: placeOf(before) }))
  })
  app.post('/delete-record', async (c) => {
    const { workspaceId, id } = await readBody(c, deleteRecordRequestSchema)
    checkWorkspace(workspaceId)
    if (!rows.remove(rowOf(id))) throw noRecord('id')
    return json(c, JSON.stringify({ id }))
  })

  return app
}

const noRecord = (field: string): ServiceFailure =>
  new ServiceFailure('RESOURCE_NOT_FOUND', `There is no record with the id in ${field}.`, {
    suggestion: 'It may have been deleted. List the records again.',
  })
