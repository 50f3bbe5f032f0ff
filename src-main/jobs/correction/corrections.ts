import type { CorrectionPreview, CorrectionResult } from '../../../src-shared/bridge/corrections'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { BatchFilter } from '../../../src-shared/bridge/verification'
import type { CorrectionRecord } from '../../cache/corrections'
import { problem } from '../../problems'
import { isLive } from '../book'
import type { Jobs } from '../job'
import { secondsFor } from '../verification/estimate'
import { correctionOf, correctionRun } from './run'
import type { CorrectionTools } from './service-calls'
import { correctionUndo } from './undo'

/** What corrections are opened with. */
export interface CorrectionsOptions extends CorrectionTools {
  /** Not started yet: who does the jobs is said here. */
  jobs: Jobs
  readOnly(): boolean
}

/** Addresses of a batch whose suggestions are taken. */
interface Wanted {
  id: number
  filter: BatchFilter
}

/** A contact with the address that is suggested for it. */
interface Suggested {
  contactId: string
  email: string
  suggestion: string
  alreadyThere: boolean
}

/** Addresses looked at between two questions to the copy. */
const slice = 500
/** So many are shown in a preview. */
const rowsShown = 8
/** Requests that one address takes at most: reading it, looking for the other, changing, making a new one, unsubscribing. */
const requestsEach = 5

/** Says who does the jobs of corrections, and clears away what an earlier end of the program left half written. */
export async function openCorrections(options: CorrectionsOptions): Promise<Corrections> {
  const run = correctionRun(options)
  options.jobs.handle('correction', run.open, run.failures)
  const undo = correctionUndo(options)
  options.jobs.handle('correction.undo', undo.open, undo.failures)
  await options.cache.corrections.sweep()
  return new Corrections(options)
}

/** Taking the likely correct spellings of a batch's addresses: shown first, then done as a job, and taken back. */
export class Corrections {
  constructor(private readonly options: CorrectionsOptions) {}

  /** What taking the suggestions would do. Nothing is asked of the service. */
  async preview(wanted: Wanted): Promise<CorrectionPreview> {
    const { line } = this.options
    const counts = { suggestions: 0, willChange: 0, alreadyThere: 0, notContacts: 0 }
    const rows: CorrectionPreview['rows'] = []
    for await (const page of this.#suggestions(wanted)) {
      counts.suggestions += page.suggestions
      counts.notContacts += page.suggestions - page.contacts.length
      for (const { email, suggestion, alreadyThere } of page.contacts) {
        counts[alreadyThere ? 'alreadyThere' : 'willChange'] += 1
        if (rows.length < rowsShown) rows.push({ email, suggestion, alreadyThere })
      }
    }
    const requests = (counts.willChange + counts.alreadyThere) * requestsEach
    return { ...counts, rows, requests, seconds: secondsFor(requests, line.client.budget) }
  }

  /** The targets are on the disk before the job is made: what a restart goes on with is what was seen. */
  async start({ confirmed, ...wanted }: Wanted & { confirmed: number }): Promise<Job> {
    const { cache, jobs } = this.options
    this.#refuseWriting()
    const id = await cache.corrections.add()
    try {
      let count = 0
      for await (const { contacts } of this.#suggestions(wanted)) {
        count += contacts.length
        if (contacts.length > 0) await cache.corrections.put({ id, targets: contacts })
      }
      refuseOthers(confirmed, count)
    } catch (error) {
      await cache.corrections.remove(id)
      throw error
    }
    const addresses = `${number(confirmed)} ${confirmed === 1 ? 'address' : 'addresses'}`
    const title = `Correct ${addresses}`
    return jobs.add({ kind: 'correction', title, importId: null, detail: { correction: id } })
  }

  async undo(jobId: number): Promise<Job> {
    const { cache, jobs } = this.options
    const { record, job, undo } = await this.#find(jobId)
    this.#refuseWriting()
    if (!canUndo(record, job, undo)) {
      throw problem('input_invalid', {
        title: 'There is nothing to take back',
        why: 'It is under way, or everything it wrote was taken back or kept because it changed since.',
        action: 'Look at what came of it.',
      })
    }
    await cache.corrections.retryUndo(record.id)
    const title = `Undo: ${job.title}`
    return jobs.add({ kind: 'correction.undo', title, importId: null, detail: { correction: record.id } })
  }

  async get(jobId: number): Promise<CorrectionResult> {
    const { record, job, undo } = await this.#find(jobId)
    const { total, changed, replaced, merged, skipped, failed, reversed, kept, unreversed } = record
    const counts = { total, changed, replaced, merged, skipped, failed, reversed, kept, unreversed }
    return { job, undo, ...counts, canUndo: canUndo(record, job, undo) }
  }

  /** The suggestions of a batch's filtered addresses, a slice at a time: how many, and those of contacts. */
  async *#suggestions({
    id,
    filter,
  }: Wanted): AsyncGenerator<{ suggestions: number; contacts: Suggested[] }> {
    const { cache } = this.options
    const only = [...new Set([...(filter.only ?? []), 'suggestion' as const])]
    const positions = await cache.batches.select({ id, filter: { ...filter, only } })
    for (let from = 0; from < positions.length; from += slice) {
      const rows = await cache.batches.at({ id, positions: positions.slice(from, from + slice) })
      const contacts: Suggested[] = []
      for (const { email, verdict, contactId } of rows) {
        const suggestion = verdict?.suggestion ?? null
        if (contactId === null || suggestion === null) continue
        const alreadyThere = (await cache.contacts.findByEmail(suggestion)) !== null
        contacts.push({ contactId, email, suggestion, alreadyThere })
      }
      yield { suggestions: rows.length, contacts }
    }
  }

  async #find(jobId: number): Promise<{ record: CorrectionRecord; job: Job; undo: Job | null }> {
    const { cache, jobs } = this.options
    const asked = await jobs.get(jobId)
    const isOurs = asked.kind === 'correction' || asked.kind === 'correction.undo'
    const row = isOurs ? await cache.jobs.get(jobId) : null
    if (!row) throw problem('not_found', { why: 'This job corrects no addresses.' })
    const record = await cache.corrections.get(correctionOf(row.detail))
    const job = record.job === null ? asked : await jobs.get(record.job)
    return { record, job, undo: record.undoJob === null ? null : await jobs.get(record.undoJob) }
  }

  #refuseWriting(): void {
    const { line, readOnly } = this.options
    if (readOnly()) throw problem('profile_read_only')
    if (line.problem) throw problem(line.problem.code, line.problem)
    if (!line.online) throw problem('offline', { why: 'The service cannot be reached. Nothing was sent.' })
  }
}

/** Throws where it would concern others than who were seen, or nobody. */
function refuseOthers(confirmed: number, count: number): void {
  if (count !== confirmed) {
    throw problem('conflict', {
      title: 'The contacts changed meanwhile',
      why: `You saw ${number(confirmed)} addresses. Now it is ${number(count)}.`,
      action: 'Look at the preview again.',
    })
  }
  if (count === 0) {
    throw problem('input_invalid', {
      title: 'Nothing to correct',
      why: 'None of these addresses is that of a contact.',
      action: 'Choose other addresses.',
    })
  }
}

function canUndo(record: CorrectionRecord, job: Job, undo: Job | null): boolean {
  if (isLive(job) || (undo !== null && isLive(undo))) return false
  return record.changed + record.replaced + record.merged > record.reversed + record.kept
}

const number = (count: number) => count.toLocaleString('en-US')
