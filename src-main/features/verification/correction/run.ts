import { tell } from '../../../../src-shared/messages/told'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type { Contact } from '../../../../src-shared/interface/contact'
import { sameValue } from '../../../../src-shared/same-value'
import { isProblem, problem } from '../../../core/problems'
import { ContactCalls, isSameAddress as isSame, type ContactTools } from '../../../jobs/contact-calls'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { itemProblem } from '../../../jobs/trouble'
import type { CorrectionBefore, CorrectionList, CorrectionTarget, CorrectionOutcome } from './kind'

/**
 * Gives contacts their suggested addresses, one at a time. Each step is safe to be taken again after a kill: what the
 * service holds is read first, and an address that is there already is never written over.
 */
export class CorrectionRun implements JobWork {
  /** The service left an address as it was: it need not be asked for the others. */
  #keepsAddresses = false

  constructor(
    private readonly job: Job,
    private readonly list: CorrectionList,
    private readonly tools: ContactTools,
  ) {}

  progress(): Promise<JobProgress> {
    return this.list.progress('run')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const [begun] = await this.list.next('run', 'leaving', 1)
    const target = begun ?? (await this.list.next('run', 'waiting', 1))[0]
    if (!target) return 'none'
    const positions = [target.position]
    try {
      const how = await this.#correct(target, new ContactCalls(this.job, this.tools, signal))
      await this.list.settle('run', [
        how === null ? { positions, outcome: 'skipped' } : { positions, outcome: 'done', how },
      ])
    } catch (error) {
      const found = await itemProblem(error, this.tools.access.client, signal)
      await this.list.settle('run', [{ positions, outcome: 'failed', problem: found }])
    }
    return 'done'
  }

  /** Answers null where there is nothing to correct any more. */
  async #correct(target: CorrectionTarget, calls: ContactCalls): Promise<CorrectionOutcome | null> {
    const { contactId, email, leaves: suggestion } = target
    const old = await calls.read(contactId)
    if (!old) throw problem('not_found', { why: tell('verification.run.theContactWasDeleted') })
    // Changed by a call of ours whose answer was lost.
    if (isSame(old.email, suggestion)) return target.run === 'leaving' ? 'changed' : null
    // Somebody gave it another address since.
    if (!isSame(old.email, email)) return null
    const other = await calls.find(suggestion)
    const { subscribed, data } = old
    const before = target.before ?? { subscribed, data, taken: other !== null, otherId: null }
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
    before: CorrectionBefore,
    other: Contact,
    calls: ContactCalls,
  ): Promise<CorrectionOutcome> {
    // Where there was none when its turn came, one that is as ours would be is ours: its answer was lost.
    const isOurs = !before.taken && (before.otherId === other.id || isAsMade(other, target.leaves, before))
    await this.#leave(target, before, other.id)
    const old = await calls.read(target.contactId)
    if (old) await this.#unsubscribe(old, calls)
    return isOurs ? 'replaced' : 'merged'
  }

  async #changed(
    { contactId, email, leaves: suggestion }: CorrectionTarget,
    calls: ContactCalls,
  ): Promise<boolean> {
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

  async #unsubscribe({ id, email, subscribed }: Contact, calls: ContactCalls): Promise<void> {
    if (!subscribed) return
    await calls.update(id, tell('told.unsubscribeContact', { email }), { subscribed: false })
  }

  #leave({ position }: CorrectionTarget, before: CorrectionBefore, otherId: string | null): Promise<void> {
    return this.list.leave('run', [{ position, before: { ...before, otherId } }])
  }
}

/** Whether a contact is as one that is made in the place of another: whatever somebody changed of it since makes it theirs. */
export function isAsMade(
  { email, subscribed, data }: Contact,
  suggestion: string,
  before: CorrectionBefore,
): boolean {
  return isSame(email, suggestion) && subscribed === before.subscribed && sameValue(data, before.data)
}
