import { tell } from '../../../../src-shared/messages/told'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { problem } from '../../../core/problems'
import { ContactCalls, isSameAddress as isSame, type ContactTools } from '../../../jobs/contact-calls'
import type { JobProgress, JobWork } from '../../../jobs/job'
import { itemProblem } from '../../../jobs/trouble'
import type { CorrectionBefore, CorrectionList, CorrectionTarget } from './kind'
import { isAsMade } from './run'

/** Gives contacts back the addresses they had, the last first. */
export class CorrectionUndo implements JobWork {
  constructor(
    private readonly job: Job,
    private readonly list: CorrectionList,
    private readonly tools: ContactTools,
  ) {}

  progress(): Promise<JobProgress> {
    return this.list.progress('undo')
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const [target] = await this.list.next('undo', 'waiting', 1)
    if (!target) return 'none'
    const positions = [target.position]
    try {
      const outcome = await this.#takeBack(target, new ContactCalls(this.job, this.tools, signal))
      await this.list.settle('undo', [{ positions, outcome }])
    } catch (error) {
      const found = await itemProblem(error, this.tools.access.client, signal)
      await this.list.settle('undo', [{ positions, outcome: 'failed', problem: found }])
    }
    return 'done'
  }

  async #takeBack(target: CorrectionTarget, calls: ContactCalls): Promise<'reversed' | 'kept'> {
    const { contactId, email, leaves: suggestion, how, before } = target
    const now = await calls.read(contactId)
    if (!now || !before) return 'kept'
    if (how === 'changed') {
      if (isSame(now.email, email)) return 'reversed'
      // Somebody gave it a third address since, or its old one to another contact.
      if (!isSame(now.email, suggestion) || (await calls.find(email))) return 'kept'
      const answered = await calls.changeAddress(contactId, now.email, email)
      if (isSame(answered.email, email)) return 'reversed'
      throw problem('conflict', { why: tell('verification.undo.theServiceDidNot') })
    }
    if (!isSame(now.email, email)) return 'kept'
    // Whoever was unsubscribed before stays so; whoever was not is subscribed again before its double goes.
    if (before.subscribed && !now.subscribed) {
      await calls.update(contactId, tell('told.restoreContact', { email }), { subscribed: true })
    }
    if (how === 'merged') return 'reversed'
    return this.#takeAway(suggestion, before, calls)
  }

  /** The contact that was made goes where it is still as it was made. */
  async #takeAway(
    suggestion: string,
    before: CorrectionBefore,
    calls: ContactCalls,
  ): Promise<'reversed' | 'kept'> {
    const other = before.otherId === null ? null : await calls.read(before.otherId)
    if (!other) return 'reversed'
    if (!isAsMade(other, suggestion, before)) return 'kept'
    await calls.delete(other.id, other.email)
    return 'reversed'
  }
}
