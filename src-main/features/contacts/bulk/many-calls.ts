import { tell, type ToldSentence } from '../../../../src-shared/messages/told'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type { BulkOperation } from '../../../../src-shared/interface/bulk'
import { limits } from '../../../../src-shared/interface/limits'
import { changePath } from '../../../core/client/bulk'
import { whereOffered } from '../../../core/client/offered-calls'
import { isProblem, problem } from '../../../core/problems'
import { ContactCalls } from '../../../jobs/contact-calls'
import { leaving } from '../../../jobs/leaving'
import { addressesFound } from '../../../jobs/look-up'
import { readEach } from '../../../jobs/read-contacts'
import type { BatchEnd, SeenContacts } from './batches'
import type { BulkTarget, BulkTools } from './tools'

/** What became of sending a batch: `refused` says that nothing of it was done, `unknown` that nobody knows. */
type SentBatch = { kind: 'queued'; job: string } | { kind: 'unknown' } | { kind: 'refused' }

/** A queued batch is asked after so soon, and then at twice the time each, up to the longest; milliseconds. */
const firstWaitMs = 250
const longestWaitMs = 10_000

/** Changes of many contacts in one request, as a job makes them. */
export class ManyCalls {
  constructor(
    private readonly job: Job,
    private readonly tools: BulkTools,
  ) {}

  /** Sends a batch. Rejects with what concerns the whole job: then nothing of the batch was done. */
  async send(
    operation: BulkOperation,
    targets: readonly BulkTarget[],
    signal: AbortSignal,
  ): Promise<SentBatch> {
    const { access, offered } = this.tools
    const calls = new ContactCalls(this.job, this.tools, signal)
    const contactIds = targets.map(({ contactId }) => contactId)
    const write = {
      title: titleOf(operation, contactIds.length),
      method: 'POST',
      path: changePath(operation),
      body: { contactIds },
    } as const
    try {
      const answer = await whereOffered(offered, 'bulk', () =>
        calls.send(write, (options) => access.client.changeMany(operation, contactIds, options)),
      )
      return answer ? { kind: 'queued', job: answer.value.jobId } : { kind: 'refused' }
    } catch (error) {
      if (mayBeDone(error)) return { kind: 'unknown' }
      // Whatever it has against the batch, it may have nothing against each of its contacts.
      if (isProblem(error, 'invalid_request', 'conflict')) return { kind: 'refused' }
      throw error
    }
  }

  /** Waits until a queued batch has ended. What the service does not know any more has ended, nobody knows how. */
  async end(jobId: string, signal: AbortSignal): Promise<BatchEnd> {
    const { clock, access } = this.tools
    for (let wait = firstWaitMs; ; wait = Math.min(longestWaitMs, wait * 2)) {
      await clock.sleep(wait, signal).catch((error: unknown) => {
        throw problem('cancelled', {}, { cause: error })
      })
      const { value } = await leaving(signal, clock, (options) => access.client.changeStatus(jobId, options))
      if (value === null) return { result: null, reason: null }
      const { state, result, failedReason } = value
      if (state === 'completed') return { result: result ?? null, reason: null }
      if (state === 'failed') return { result: null, reason: failedReason ?? null }
    }
  }

  /** Reads what the service holds of people: each of them, or everybody where that takes fewer requests. */
  async read(targets: readonly BulkTarget[], signal: AbortSignal): Promise<SeenContacts> {
    const { cache, refresh } = this.tools
    const { contacts } = await cache.maintenance.revision()
    const isDearer = targets.length > Math.ceil(contacts / limits.page.max)
    if (!isDearer) return this.readEach(targets, signal)
    await refresh({ rows: targets.length, signal, anew: true })
    return { held: await this.#copied(targets), unread: new Map() }
  }

  /** Reads people one by one. */
  async readEach(targets: readonly BulkTarget[], signal: AbortSignal): Promise<SeenContacts> {
    const ids = targets.map(({ contactId }) => contactId)
    const { unread } = await readEach(ids, this.tools, signal)
    return { held: await this.#copied(targets), unread }
  }

  /** Those whose addresses contacts have; null where the service does not look addresses up. */
  async lookUp(targets: readonly BulkTarget[], signal: AbortSignal): Promise<Set<BulkTarget> | null> {
    const emails = targets.map(({ email }) => email)
    const found = await addressesFound(this.tools, emails, signal)
    return found && new Set(targets.filter(({ email }) => found.has(email.toLowerCase())))
  }

  async #copied(targets: readonly BulkTarget[]): Promise<SeenContacts['held']> {
    const rows = await this.tools.cache.contacts.rowsByIds(targets.map(({ contactId }) => contactId))
    return new Map(rows.map((row) => [row.id, row]))
  }
}

/** Whether the service may have taken a request that ended so: no answer came, or one of success that cannot be read. */
function mayBeDone(error: unknown): boolean {
  if (isProblem(error, 'outcome_unknown', 'answer_too_large')) return true
  if (!isProblem(error, 'answer_malformed', 'not_the_service')) return false
  const { status } = error.problem
  return status === undefined || (status >= 200 && status < 300)
}

function titleOf(operation: BulkOperation, count: number): ToldSentence {
  switch (operation) {
    case 'subscribe':
      return tell('told.subscribeAtOnce', { count })
    case 'unsubscribe':
      return tell('told.unsubscribeAtOnce', { count })
    case 'delete':
      return tell('told.deleteAtOnce', { count })
  }
}
