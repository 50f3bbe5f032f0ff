import type { BulkAction, BulkPreview, BulkResult } from '../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../src-shared/bridge/contacts'
import type { Job } from '../../../src-shared/bridge/jobs'
import { logged } from '../../cache/write-log'
import type { BulkRecord } from '../../cache/bulk-api'
import { pagesOf } from '../../client/pages'
import { problem } from '../../problems'
import { isLive } from '../book'
import type { Jobs } from '../job'
import { wayOf } from './batches'
import { canTakeBack, refuseAction } from './plan'
import { planAll, previewOf, type OpenSelection } from './preview'
import { bulkRun } from './run'
import { bulkOf, type BulkTools } from './tools'
import { bulkUndo } from './undo'
import { bulkTitle } from './words'

/** What changes of many contacts are opened with. */
export interface BulkParts extends BulkTools {
  openSelection: OpenSelection
  /** Not started yet: who does the jobs is said here. */
  jobs: Jobs
  readOnly(): boolean
}

interface Wanted {
  selection: ContactSelection
  action: BulkAction
}

/** Says who does the jobs of changes, and clears away what an earlier end of the program left half written. */
export async function openBulk(parts: BulkParts): Promise<Bulk> {
  const run = bulkRun(parts)
  parts.jobs.handle('bulk', run.open, run.failures)
  const undo = bulkUndo(parts)
  parts.jobs.handle('bulk.undo', undo.open, undo.failures)
  await parts.cache.bulk.sweep()
  return new Bulk(parts)
}

/** Changes of many contacts at once: shown first, then done as a job, and taken back where that can be done. */
export class Bulk {
  constructor(private readonly parts: BulkParts) {}

  async preview(wanted: Wanted): Promise<BulkPreview> {
    const { cache, line } = this.parts
    refuseAction(wanted.action)
    const { contacts } = await cache.maintenance.revision()
    return previewOf(this.parts.openSelection, wanted, {
      share: line.client.budget.share,
      contacts,
      offered: this.#offered,
    })
  }

  /** The targets are on the disk before the job is made: what a restart goes on with is what was seen. */
  async start({ selection, action, confirmed }: Wanted & { confirmed: number }): Promise<Job> {
    const { cache, jobs } = this.parts
    refuseAction(action)
    this.#refuseWriting()
    const id = await cache.bulk.add(action)
    try {
      const { willChange } = await planAll(this.parts.openSelection, selection, action, (rows) =>
        cache.bulk.put({ id, targets: rows.map((row) => ({ contactId: row.id, email: row.email })) }),
      )
      refuseOthers(confirmed, willChange)
      const segmentId = await this.#segmentOf(action)
      if (segmentId !== null) await cache.bulk.into({ id, segmentId })
    } catch (error) {
      await cache.bulk.remove(id)
      throw error
    }
    const title = bulkTitle(action, confirmed)
    return jobs.add({ kind: 'bulk', title, importId: null, detail: { bulk: id } })
  }

  async undo(jobId: number): Promise<Job> {
    const { cache, jobs } = this.parts
    const { record, job, undo } = await this.#find(jobId)
    this.#refuseWriting()
    if (toUndo(record, job, undo) === 0) {
      throw problem('input_invalid', {
        title: 'There is nothing to take back',
        why: canTakeBack(record.action)
          ? 'It is under way, or everything it wrote was taken back or kept because it changed since.'
          : 'Deleted contacts cannot be put back.',
        action: 'Look at what came of it.',
      })
    }
    await cache.bulk.retryUndo(record.id)
    const title = `Undo: ${job.title}`
    return jobs.add({ kind: 'bulk.undo', title, importId: null, detail: { bulk: record.id } })
  }

  async get(jobId: number): Promise<BulkResult> {
    const { record, job, undo } = await this.#find(jobId)
    const { action, total, done, skipped, failed, reversed, kept, unreversed } = record
    const counts = { total, changed: done, skipped, failed, reversed, kept, unreversed }
    const way = wayOf(action, this.#offered)
    return { job, undo, action, way, ...counts, toUndo: toUndo(record, job, undo) }
  }

  /** Segments whose members are named one by one, in the order of their names. */
  async segments(): Promise<{ id: string; name: string; members: number | null }[]> {
    const { line } = this.parts
    const found = []
    const pages = pagesOf((request) => line.client.listCatalogue('segments', request, { priority: 'click' }))
    for await (const page of pages) found.push(...page.filter(({ type }) => type === 'STATIC'))
    return found
      .map(({ id, name, memberCount }) => ({ id, name, members: memberCount ?? null }))
      .sort((one, other) => one.name.localeCompare(other.name))
  }

  get #offered(): boolean | null {
    return this.parts.offered.offers('bulk')
  }

  async #find(jobId: number): Promise<{ record: BulkRecord; job: Job; undo: Job | null }> {
    const { cache, jobs } = this.parts
    const asked = await jobs.get(jobId)
    const row = asked.kind === 'bulk' || asked.kind === 'bulk.undo' ? await cache.jobs.get(jobId) : null
    if (!row) throw problem('not_found', { why: 'This job is no change of many contacts.' })
    const record = await cache.bulk.get(bulkOf(row.detail))
    const job = record.job === null ? asked : await jobs.get(record.job)
    return { record, job, undo: record.undoJob === null ? null : await jobs.get(record.undoJob) }
  }

  /** Where people are added to; a new segment is made now, once, and a missing answer is told. */
  async #segmentOf(action: BulkAction): Promise<string | null> {
    if (action.kind !== 'addTo') return null
    if (action.segment.kind === 'known') return action.segment.id
    const { cache, clock, line } = this.parts
    const body = { name: action.segment.name, type: 'STATIC' as const }
    const title = `Create the segment ${body.name}`
    const write = { cause: 'You', title, method: 'POST', path: '/segments', body } as const
    const { value } = await logged(cache, clock, write, () =>
      line.client.createRecord('segments', body, { priority: 'click' }),
    )
    return value.id
  }

  #refuseWriting(): void {
    const { line, readOnly } = this.parts
    if (readOnly()) throw problem('profile_read_only')
    if (line.problem) throw problem(line.problem.code, line.problem)
    if (!line.online) throw problem('offline', { why: 'The service cannot be reached. Nothing was sent.' })
  }
}

/** Throws where it would concern others than who were seen, or nobody. */
function refuseOthers(confirmed: number, willChange: number): void {
  if (willChange !== confirmed) {
    throw problem('conflict', {
      title: 'The contacts changed meanwhile',
      why: `You saw that ${number(confirmed)} will change. Now it is ${number(willChange)}.`,
      action: 'Look at the preview again.',
    })
  }
  if (willChange === 0) {
    throw problem('input_invalid', {
      title: 'Nobody will change',
      why: 'Everybody who is selected is so already, protected or gone.',
      action: 'Choose other contacts or another action.',
    })
  }
}

/** How many there are to take back; of those whose answer never came, the service tells what was done. */
function toUndo(record: BulkRecord, job: Job, undo: Job | null): number {
  if (!canTakeBack(record.action) || isLive(job) || (undo !== null && isLive(undo))) return 0
  return record.done + record.leaving - record.reversed - record.kept
}

const number = (count: number) => count.toLocaleString('en-US')
