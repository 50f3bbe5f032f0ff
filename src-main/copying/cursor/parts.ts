import { instantOf } from '../../../src-shared/instants'
import type { CallOptions, Priority } from '../../core/client/call-options'
import type { Clock } from '../../core/clock'
import { segmentSchema } from '../../../src-shared/interface/segment'
import { workflowSchema } from '../../../src-shared/interface/workflow'
import { type CataloguePart, mostExecutions, ownerLists, type PartsOf } from '../../features/catalogue/store'
import type { Cache } from '../../cache/store'
import type { ServiceClient } from '../../core/client/client'
import { isAway, needsPerson } from '../../core/client/reach'
import type { Logger } from '../../core/log'
import { joinSignals } from '../../../src-shared/signals'
import { asProblem, isProblem, problem } from '../../core/problems'
import type { ListPage } from '../../../src-shared/interface/paging'
import type { Connection } from '../connection'
import {
  isLikeTheEnd,
  LoopWatch,
  mayBeLost,
  type ListPlace,
  readBookmark,
  requestAt,
  smaller,
  stepAfter,
} from './pager'

/** What reading the lists within the catalogue takes. */
interface PartTools {
  cache: Pick<Cache, 'catalogue' | 'catalogueParts' | 'unread'>
  connection: Pick<Connection, 'client' | 'state' | 'blocked' | 'probe' | 'whenOpen'>
  clock: Clock
  log: Logger
}

/** Who wants a list read, and until when. */
interface PartWish {
  /** `click`: a person asks, and gets what one reading finds; `sync`: in the background, going on where it was cut off. */
  priority: Extract<Priority, 'click' | 'sync'>
  signal: AbortSignal
}

interface RunningPart {
  priority: PartWish['priority']
  overtaken: AbortController
  ended: Promise<unknown>
}

/** Reads the lists within the catalogue into the copy: of each list one reading at a time. */
export class PartReader {
  readonly #underWay = new Map<string, RunningPart>()

  constructor(private readonly tools: PartTools) {}

  /**
   * Reads the members of a segment, or the newest executions of a workflow. A kill costs one page. Rejects with what the
   * service or the cache fails with: what was read by then stays, nothing is removed, and the next reading begins anew.
   * What a person asks for begins anew in any case, in place of a reading in the background. One in the background waits where
   * the service is away or takes no key, and goes on from there.
   */
  async read(of: PartsOf, wish: PartWish): Promise<void> {
    const { priority } = wish
    const name = JSON.stringify([of.list, of.owner])
    for (let other = this.#underWay.get(name); other; other = this.#underWay.get(name)) {
      if (priority === 'click' && other.priority === 'sync') other.overtaken.abort()
      await other.ended
      // It was read this moment.
      if (priority === 'sync') return
    }
    const overtaken = new AbortController()
    const { signal, release } = joinSignals(wish.signal, overtaken.signal)
    const reading = readParts(of, this.tools, { priority, signal })
    this.#underWay.set(name, { priority, overtaken, ended: reading.catch(() => undefined) })
    try {
      await reading
    } catch (error) {
      // A person has it read instead.
      if (!overtaken.signal.aborted || wish.signal.aborted) throw error
    } finally {
      release()
      this.#underWay.delete(name)
    }
  }

  /**
   * Reads what belongs to every record of a list: the members of its static segments (those of a dynamic one follow from
   * its condition), or the executions of its workflows. One that fails is passed over and read at the next run.
   */
  async readAll(list: 'segments' | 'workflows', signal: AbortSignal): Promise<void> {
    const { cache, log } = this.tools
    for (const { of, record } of await ownersOf(list, cache)) {
      if (signal.aborted) return
      try {
        if (of.list === 'executions') await readSteps(record, this.tools, signal)
        await this.read(of, { priority: 'sync', signal })
      } catch (error) {
        if (signal.aborted) return
        log.warn('parts_not_read', { resource: of.list, code: asProblem(error).problem.code })
      }
    }
  }
}

async function readParts(of: PartsOf, tools: PartTools, wish: PartWish): Promise<void> {
  const { cache, clock } = tools
  let hasFailed = false
  for (let anew = wish.priority === 'click'; ; anew = false) {
    const { bookmark, reading } = await cache.catalogueParts.begin({ ...of, anew })
    try {
      const { whole, ended } = await readPages(
        of,
        { from: readBookmark(bookmark).place, reading },
        tools,
        wish,
      )
      await cache.catalogueParts.finish({ ...of, whole, now: ended ? clock.now() : null })
      return
    } catch (error) {
      const shut = wish.priority === 'sync' ? await isShut(error, tools.connection, wish.signal) : null
      // Somebody may have entered a key just now; the service may refuse this list alone.
      const waits = shut === true || (shut === false && !hasFailed)
      // What is cut off goes on where it was. What failed may be long ago when it is tried again: two moments are no list.
      if (!waits && !wish.signal.aborted)
        await cache.catalogueParts.finish({ ...of, whole: false, now: null })
      if (!waits) throw error
      hasFailed = shut === false
      await tools.connection.whenOpen(wish.signal)
    }
  }
}

/**
 * Whether nothing at all is worth asking now: the service is away, or somebody must see to the key or the project first.
 * null: that is not what it failed of.
 */
async function isShut(
  error: unknown,
  connection: PartTools['connection'],
  signal: AbortSignal,
): Promise<boolean | null> {
  if (signal.aborted || !isProblem(error) || !(needsPerson(error.problem) || isAway(error))) return null
  await connection.probe()
  return !connection.state.online || connection.blocked !== null
}

/**
 * Reads on from a place. `ended`: it came to the end of the list, and no less came than was promised. `whole`: what was not
 * seen besides is gone, or not among those that are kept.
 */
async function readPages(
  of: PartsOf,
  { from, reading }: { from: ListPlace; reading: number },
  { cache, clock, connection }: PartTools,
  { priority, signal }: PartWish,
): Promise<{ ended: boolean; whole: boolean }> {
  const unread = { resource: ownerLists[of.list], owner: of.owner, runId: reading }
  let loops = new LoopWatch()
  let startedOver = false
  /** The first record of each page: a page that begins like another is that one again. */
  const begun = new Set<string>()
  let promised: number | null = null
  let place = from
  for (let received = 0; ;) {
    const read = await fittingPage(of, connection.client, place, { priority, signal })
    signal.throwIfAborted()
    place = read.place
    const { page } = read
    if (isLikeTheEnd(place, page) && mayBeLost({ received, promised, startedOver })) {
      startedOver = true
      received = 0
      begun.clear()
      loops = new LoopWatch()
      place = { kind: 'start' }
      continue
    }
    received += page.items.length + (page.aside?.length ?? 0)
    promised ??= page.total
    const begins = page.items[0]?.id
    const repeated = begins !== undefined && begun.has(begins) ? page.items.length : 0
    if (begins !== undefined) begun.add(begins)
    const step = stepAfter(place, page)
    const bookmark = { place: step.kind === 'on' ? step.place : place, startedOver: false }
    if (page.aside) await cache.unread.add({ ...unread, records: page.aside, now: clock.now() })
    await cache.catalogueParts.apply({ ...of, parts: page.items, bookmark })
    if (of.list === 'executions' && received >= mostExecutions) return { ended: true, whole: true }
    if (loops.revisits(step) || loops.repeats(page.items.length, repeated)) throw problem('list_loops')
    if (step.kind !== 'on') {
      await cache.unread.settle(unread)
      const aside = await cache.unread.ofRun(unread)
      const met = (await cache.catalogueParts.met(of)) + aside
      // An end that was contradicted is one all the same where as much came as was promised.
      const ends = step.kind === 'complete' || (step.kind === 'doubted' && promised !== null)
      const ended = ends && met >= (promised ?? 0)
      // Which of the records that are kept could not be read, nobody knows.
      return { ended, whole: ended && aside === 0 }
    }
    place = step.place
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
  return segmentSchema.unwrap().pick({ id: true }).parse(record).id
}

/** The list has no steps: a workflow that is new or was changed is read once, so that it can be drawn offline. */
async function readSteps(
  record: unknown,
  { cache, connection }: PartTools,
  signal: AbortSignal,
): Promise<void> {
  const { id, steps } = workflowSchema.parse(record)
  if (steps !== undefined) return
  const { value } = await connection.client.getRecord('workflows', id, { priority: 'sync', signal })
  signal.throwIfAborted()
  if (value.id === id) await cache.catalogue.upsert({ list: 'workflows', record: value })
}

/** The page at a place, with fewer records where it is too large. */
async function fittingPage(
  of: PartsOf,
  client: ServiceClient,
  place: ListPlace,
  options: CallOptions,
): Promise<{ place: ListPlace; page: ListPage<CataloguePart> }> {
  try {
    return { place, page: await pageOf(of, client, requestAt(place), options) }
  } catch (error) {
    const less = isProblem(error, 'answer_too_large') ? smaller(place) : null
    if (less === null) throw error
    return fittingPage(of, client, less, options)
  }
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
