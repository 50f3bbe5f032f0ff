import { segmentSchema } from '../../src-shared/interface/segment'
import { workflowSchema } from '../../src-shared/interface/workflow'
import type { CataloguePart, PartsOf } from '../cache/catalogue/api'
import type { Cache } from '../cache/store'
import type { CallOptions, Priority, ServiceClient } from '../client/client'
import type { Clock } from '../host'
import type { Logger } from '../log'
import { asProblem } from '../problems'
import type { ListPage } from '../../src-shared/interface/paging'
import { LoopWatch, readBookmark, requestAt, stepAfter } from './pager'

/** Of a workflow, so many of its newest executions are kept: it may have had millions. */
export const mostExecutions = 5000

/** What reading the lists within the catalogue takes. */
export interface PartTools {
  cache: Pick<Cache, 'catalogue' | 'catalogueParts'>
  client: ServiceClient
  clock: Clock
  log: Logger
}

/**
 * Reads the members of a segment, or the newest executions of a workflow, into the copy. A kill costs one page. Rejects
 * with what the service or the cache fails with: what was read by then stays, and nothing is removed.
 */
export async function readParts(
  of: PartsOf,
  { cache, client, clock }: PartTools,
  { priority, signal }: { priority: Priority; signal: AbortSignal },
): Promise<void> {
  const { bookmark } = await cache.catalogueParts.begin(of)
  const loops = new LoopWatch()
  let { place } = readBookmark(bookmark)
  for (let received = 0; ;) {
    const page = await pageOf(of, client, requestAt(place), { priority, signal })
    signal.throwIfAborted()
    received += page.items.length
    const step = stepAfter(place, page)
    const next = step.kind === 'on' ? step.place : place
    await cache.catalogueParts.apply({
      ...of,
      parts: page.items,
      bookmark: { place: next, startedOver: false },
    })
    const capped = of.list === 'executions' && received >= mostExecutions
    if (step.kind !== 'on' || capped || loops.revisits(step)) {
      // What lies beyond the newest executions is not gone for not having been looked at.
      await cache.catalogueParts.finish({ ...of, whole: step.kind === 'complete', now: clock.now() })
      return
    }
    place = step.place
  }
}

/**
 * Reads what belongs to every record of a list: the members of its static segments (those of a dynamic one follow from
 * its condition), or the executions of its workflows. One that fails is passed over and read at the next run.
 */
export async function readAllParts(
  list: 'segments' | 'workflows',
  tools: PartTools,
  signal: AbortSignal,
): Promise<void> {
  for (const { of, record } of await ownersOf(list, tools.cache)) {
    if (signal.aborted) return
    try {
      if (of.list === 'executions') await readSteps(record, tools, signal)
      await readParts(of, tools, { priority: 'sync', signal })
    } catch (error) {
      if (signal.aborted) return
      tools.log.warn('parts_not_read', { resource: of.list, code: asProblem(error).problem.code })
    }
  }
}

async function ownersOf(
  list: 'segments' | 'workflows',
  cache: PartTools['cache'],
): Promise<{ of: PartsOf; record: unknown }[]> {
  const records = await cache.catalogue.all(list)
  if (list === 'workflows') {
    return records.map((record) => ({ of: { list: 'executions', owner: idOf(record) }, record }))
  }
  return records
    .map((record) => segmentSchema.parse(record))
    .filter(({ type }) => type === 'STATIC')
    .map((record) => ({ of: { list: 'members', owner: record.id }, record }))
}

function idOf(record: unknown): string {
  return segmentSchema.pick({ id: true }).parse(record).id
}

/** The list has no steps: a workflow that is new or was changed is read once, so that it can be drawn offline. */
async function readSteps(record: unknown, { cache, client }: PartTools, signal: AbortSignal): Promise<void> {
  const { id, steps } = workflowSchema.parse(record)
  if (steps !== undefined) return
  const { value } = await client.getRecord('workflows', id, { priority: 'sync', signal })
  signal.throwIfAborted()
  if (value.id === id) await cache.catalogue.upsert({ list: 'workflows', record: value })
}

async function pageOf(
  { list, owner }: PartsOf,
  client: ServiceClient,
  request: { limit: number; cursor?: string; page?: number },
  options: CallOptions,
): Promise<ListPage<CataloguePart>> {
  if (list === 'members') {
    const { value } = await client.listMembers(owner, request, options)
    return {
      ...value,
      items: value.items.map(({ id, email, createdAt }) => ({
        id,
        at: instantOf(createdAt),
        kind: '',
        record: { id, email },
      })),
    }
  }
  const { value } = await client.listExecutions(owner, request, options)
  return {
    ...value,
    items: value.items.map((record) => ({
      id: record.id,
      at: instantOf(record.startedAt),
      kind: record.status,
      record,
    })),
  }
}

function instantOf(text: string | undefined): number | null {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
