import { z } from 'zod'
import type { Job } from '../../../src-shared/bridge/jobs'
import type { Contact } from '../../../src-shared/interface/contact'
import type { CorrectionTarget, CorrectionWay } from '../../cache/corrections'
import { isProblem, problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { itemProblem } from '../trouble'
import { isAsMade, isSame, ServiceCalls, type CorrectionTools } from './service-calls'

const detailSchema = z.object({ correction: z.number().int() })

/** Which corrections a job does, or takes back. */
export function correctionOf(detail: unknown): number {
  return detailSchema.parse(detail).correction
}

/** Does the jobs of kind `correction`. */
export function correctionRun(tools: CorrectionTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: (job, detail) => Promise.resolve(new CorrectionRun(job, correctionOf(detail), tools)),
    failures: correctionFailures(tools, 'run'),
  }
}

/** What failed in corrections, or in taking them back. */
export function correctionFailures({ cache }: CorrectionTools, of: 'run' | 'undo'): ListFailures {
  return async (_, detail, slice) => {
    const { failures, count } = await cache.corrections.failures({ id: correctionOf(detail), of, slice })
    return {
      failures: failures.map(({ email, suggestion, alike, problem: { code, status, why } }) => ({
        line: null,
        email,
        value: suggestion,
        code,
        status: status ?? null,
        why,
        alike,
      })),
      count,
    }
  }
}

/**
 * Gives contacts their suggested addresses, one at a time. Each step is safe to be taken again after a kill: what the
 * service holds is read first, and an address that is there already is never written over.
 */
class CorrectionRun implements JobWork {
  /** The service left an address as it was: it need not be asked for the others. */
  #keepsAddresses = false

  constructor(
    private readonly job: Job,
    private readonly id: number,
    private readonly tools: CorrectionTools,
  ) {}

  async progress(): Promise<JobProgress> {
    const { total, changed, replaced, merged, skipped, failed } = await this.tools.cache.corrections.get(
      this.id,
    )
    return { total, done: changed + replaced + merged + skipped + failed, failed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache, line } = this.tools
    const target = await cache.corrections.next(this.id)
    if (!target) return 'none'
    const at = { id: this.id, position: target.position }
    try {
      const outcome = await this.#correct(target, new ServiceCalls(this.job, this.tools, signal))
      await cache.corrections.settle({ ...at, outcome })
    } catch (error) {
      await cache.corrections.settle({
        ...at,
        outcome: 'failed',
        problem: await itemProblem(error, line.client, signal),
      })
    }
    return 'done'
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  async #correct(target: CorrectionTarget, calls: ServiceCalls): Promise<CorrectionWay | 'skipped'> {
    const { contactId, email, suggestion } = target
    const old = await calls.read(contactId)
    if (!old) throw problem('not_found', { why: 'The contact was deleted meanwhile.' })
    // Changed by a call of ours whose answer was lost.
    if (isSame(old.email, suggestion)) return target.outcome === 'leaving' ? 'changed' : 'skipped'
    // Somebody gave it another address since.
    if (!isSame(old.email, email)) return 'skipped'
    const other = await calls.find(suggestion)
    const { subscribed, data } = old
    const before = target.before ?? { subscribed, data, taken: other !== null }
    if (other) return this.#putInPlace(target, before, other, calls)
    await this.#leave(target, before, null)
    if (!this.#keepsAddresses && (await this.#changed(target, calls))) return 'changed'
    const made = await calls.create({ email: suggestion, subscribed: before.subscribed, data: before.data })
    await this.#leave(target, before, made.id)
    await this.#unsubscribe(old, calls)
    return 'replaced'
  }

  /** The suggested address has a contact: one of ours whose answer was lost, or somebody's. The old one is unsubscribed. */
  async #putInPlace(
    target: CorrectionTarget,
    before: NonNullable<CorrectionTarget['before']>,
    other: Contact,
    calls: ServiceCalls,
  ): Promise<CorrectionWay> {
    // Where there was none when its turn came, one that is as ours would be is ours: its answer was lost.
    const isOurs =
      !before.taken && (target.otherId === other.id || isAsMade(other, target.suggestion, before))
    await this.#leave(target, before, other.id)
    const old = await calls.read(target.contactId)
    if (old) await this.#unsubscribe(old, calls)
    return isOurs ? 'replaced' : 'merged'
  }

  async #changed({ contactId, email, suggestion }: CorrectionTarget, calls: ServiceCalls): Promise<boolean> {
    try {
      const answered = await calls.changeAddress(contactId, email, suggestion)
      if (isSame(answered.email, suggestion)) return true
    } catch (error) {
      // Refused as a whole: addresses cannot be changed here, or this one cannot. A new contact shows which.
      if (!isProblem(error, 'invalid_request', 'conflict', 'not_found')) throw error
    }
    this.#keepsAddresses = true
    return false
  }

  async #unsubscribe({ id, email, subscribed }: Contact, calls: ServiceCalls): Promise<void> {
    if (subscribed) await calls.update(id, `Unsubscribe ${email}`, { subscribed: false })
  }

  #leave(
    { position }: CorrectionTarget,
    before: NonNullable<CorrectionTarget['before']>,
    otherId: string | null,
  ) {
    return this.tools.cache.corrections.leave({ id: this.id, position, before, otherId })
  }
}
