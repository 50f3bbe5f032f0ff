import { type Context, Hono } from 'hono'
import { type BulkRequest, bulkOperations, noBulkCounts } from '../../contacts/bulk-work'
import { noImportCounts } from '../../contacts/import-work'
import type { JobQueue } from '../../contacts/job-queue'
import { projectId } from '../../dialect/deployed-record'
import type { Ids } from '../../dialect/ids'
import { isObject } from '../../http/deployed/loose-body'
import { flat, unexpected } from '../../http/deployed/refusals'
import { uploadedFile } from '../../http/deployed/uploaded-file'
import { type Env, requireKey } from '../../http/guards'
import type { JobKind, JobRow } from '../../store/jobs'

/** The most ids that one job takes. */
const idsMax = 1000
/** The largest file of an import, in bytes. */
const importMax = 5 * 1024 * 1024

/** What is done to many contacts: /contacts/bulk-..., /contacts/import and what became of them (deployed.md section 3). */
export function contactJobRoutes({ jobs, add }: JobQueue, ids: Ids): Hono<Env> {
  const key = requireKey('secret')
  const app = new Hono<Env>()

  for (const operation of bulkOperations) {
    app.post(`/bulk-${operation}`, key, async (c) => {
      const request: BulkRequest = { operation, ...whoOf(c, ids) }
      const counts = JSON.stringify(noBulkCounts)
      const job = await add({ kind: 'bulk', request: JSON.stringify(request), input: null, counts })
      const message = `Bulk ${operation} queued successfully`
      return c.json({ message, jobId: ids.encode('job', job) }, 202)
    })
  }

  app.post('/import', key, async (c) => {
    const file = await uploadedFile(c, 'file')
    if (!file) throw flat(400, 'CSV file is required')
    const isCsv = file.type === 'text/csv' || file.name.toLowerCase().endsWith('.csv')
    if (file.size > importMax || !isCsv) throw unexpected()
    const request = JSON.stringify({ filename: file.name })
    const counts = JSON.stringify(noImportCounts)
    const job = await add({ kind: 'import', request, input: await file.text(), counts })
    return c.json({ message: 'Import queued successfully', jobId: ids.encode('job', job) }, 202)
  })

  const show = (kind: JobKind, notFound: string) => async (c: Context<Env, '/:jobId'>) => {
    const seq = ids.decode('job', c.req.param('jobId'))
    const job = seq === null ? null : await jobs.get(seq)
    if (job?.kind !== kind) throw flat(404, notFound)
    return c.json(shown(job, ids))
  }
  app.get('/bulk/:jobId', key, show('bulk', 'Bulk action job not found'))
  app.get('/import/:jobId', key, show('import', 'Import job not found'))
  return app
}

/** Whom a bulk job is for. @throws ServiceFailure the flat 400 */
function whoOf(c: Context<Env>, ids: Ids): Omit<BulkRequest, 'operation'> {
  const body = c.get('body')
  const { mode, contactIds, filter, excludeIds = [] } = isObject(body) ? body : {}
  if (mode === 'ids') {
    if (!isTexts(contactIds) || contactIds.length === 0)
      throw flat(400, 'contactIds must be a non-empty array')
    if (contactIds.length > idsMax) throw flat(400, `Maximum ${idsMax} contacts per bulk operation`)
    return { ids: contactIds }
  }
  if (mode !== 'query') throw flat(400, 'mode must be "ids" or "query"')
  if (!isObject(filter)) throw flat(400, 'filter is required')
  const { search, subscribed } = filter
  if (search !== undefined && typeof search !== 'string') throw flat(400, 'search must be a string')
  if (subscribed !== undefined && typeof subscribed !== 'boolean') {
    throw flat(400, 'subscribed must be a boolean')
  }
  if (!isTexts(excludeIds)) throw flat(400, 'excludeIds must be an array')
  const excluded = excludeIds.map((id) => ids.decode('contact', id)).filter((seq) => seq !== null)
  return { search, subscribed, excluded }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

/** A job as it is asked after; its result is there once it is over. */
function shown({ seq, kind, state, request, total, done, counts, failedReason }: JobRow, ids: Ids) {
  const asked: unknown = JSON.parse(request)
  const { operation, filename } = isObject(asked) ? asked : {}
  const came: unknown = JSON.parse(counts)
  const about = kind === 'bulk' ? { operation } : { filename }
  const summed = kind === 'bulk' ? { operation, totalRequested: total } : { totalRows: total }
  return {
    id: ids.encode('job', seq),
    state,
    progress: state === 'completed' ? 100 : total === 0 ? 0 : Math.round((done / total) * 100),
    result: state === 'completed' && isObject(came) ? { ...summed, ...came } : null,
    data: { ...about, projectId: projectId(ids) },
    failedReason,
  }
}
