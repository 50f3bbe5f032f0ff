import { said, saidText } from '../../../src-shared/messages/told'
import { z } from 'zod'
import { lazyLooseObject } from '../../../src-shared/lazily'
import { draftKeySchema } from '../../../src-shared/bridge/drafts'
import type { Unfinished } from '../../../src-shared/bridge/recent'
import type { CatalogueList } from '../../../src-shared/interface/catalogue'
import type { Cache } from '../../cache/store'

/** How many of each kind are looked at: more than are ever shown. */
const most = 20

const namedSchema = lazyLooseObject(() => ({ name: z.string(), status: z.string().optional() }))

const lists: Partial<Record<string, CatalogueList>> = {
  campaign: 'campaigns',
  segment: 'segments',
  template: 'templates',
  workflow: 'workflows',
}

async function recordOf({ catalogue }: Pick<Cache, 'catalogue'>, list: CatalogueList, id: string) {
  const read = namedSchema.safeParse(await catalogue.get({ list, id }))
  return read.success ? read.data : null
}

async function unfinishedImports({ imports }: Pick<Cache, 'imports'>): Promise<Unfinished[]> {
  const { imports: newest } = await imports.page({ offset: 0, limit: most })
  const open = newest.filter(({ step, written, problem }) => {
    return step !== 'after' && written === null && problem === null
  })
  return Promise.all(
    open.map(async ({ id, name, step, rows, touchedAt }) => {
      const faults = (await imports.get(id))?.findings.counts?.rows.invalid ?? null
      return { kind: 'import' as const, id, name: saidText(name), step, rows, faults, at: touchedAt }
    }),
  )
}

/** What is written and not saved; without what belongs to something that is gone. */
async function unsavedDrafts(cache: Pick<Cache, 'catalogue' | 'drafts'>): Promise<Unfinished[]> {
  const drafts = await Promise.all(
    (await cache.drafts.list()).map(async ({ kind, of: id, at }) => {
      const list = lists[kind]
      const record = list === undefined || id === 'new' ? null : await recordOf(cache, list, id)
      if (list !== undefined && id !== 'new' && record === null) return []
      const of = draftKeySchema.unwrap().shape.kind.safeParse(kind)
      return of.success ? [{ kind: 'draft' as const, of: of.data, id, name: record?.name ?? null, at }] : []
    }),
  )
  return drafts.flat()
}

async function unsignedReviews(cache: Pick<Cache, 'catalogue' | 'reviews'>): Promise<Unfinished[]> {
  const reviews = await Promise.all(
    (await cache.reviews.unsigned()).map(async ({ campaignId: id, at, errors }) => {
      const record = await recordOf(cache, 'campaigns', id)
      if (record?.status !== 'DRAFT') return []
      return [{ kind: 'review' as const, id, name: record.name, errors, at }]
    }),
  )
  return reviews.flat()
}

/** Batches that wait and do not run: never started, or paused. */
async function waitingBatches({ batches, jobs }: Pick<Cache, 'batches' | 'jobs'>): Promise<Unfinished[]> {
  const { batches: newest } = await batches.page({ offset: 0, limit: most })
  const running = new Set(
    (await jobs.live()).filter(({ job }) => job.state !== 'paused').map(({ job }) => job.id),
  )
  return newest
    .filter((batch) => batch.waiting > 0 && batch.unfinished === null && !running.has(batch.job ?? -1))
    .map(({ id, name, waiting, createdAt, startedAt }) => {
      return { kind: 'batch' as const, id, name: said(name), waiting, at: startedAt ?? createdAt }
    })
}

/** Work that was begun and can be gone on with, that which changed last first; each campaign or workflow once. */
export async function unfinishedThings(
  cache: Pick<Cache, 'batches' | 'catalogue' | 'drafts' | 'imports' | 'jobs' | 'reviews'>,
): Promise<Unfinished[]> {
  const all = await Promise.all([
    unsavedDrafts(cache),
    unsignedReviews(cache),
    unfinishedImports(cache),
    waitingBatches(cache),
  ])
  const nameOf = (one: Unfinished) => {
    if (one.kind === 'draft') return `${one.of} ${one.id}`
    return `${one.kind === 'review' ? 'campaign' : one.kind} ${one.id}`
  }
  // What is not saved says more than that its last review was not signed.
  const once = new Map(
    all
      .flat()
      .reverse()
      .map((one) => [nameOf(one), one]),
  )
  return [...once.values()].sort((one, other) => other.at - one.at)
}
