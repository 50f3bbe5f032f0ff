import type { Job } from '../../../src-shared/bridge/jobs'
import type { CorrectionTarget } from '../../cache/corrections'
import { problem } from '../../problems'
import type { JobProgress, JobWork, ListFailures, OpenWork } from '../job'
import { itemProblem } from '../trouble'
import { correctionFailures, correctionOf } from './run'
import { isAsMade, isSame, ServiceCalls, type CorrectionTools } from './service-calls'

/** Does the jobs of kind `correction.undo`: gives contacts back the addresses they had, the last first. */
export function correctionUndo(tools: CorrectionTools): { open: OpenWork; failures: ListFailures } {
  return {
    open: (job, detail) => Promise.resolve(new CorrectionUndo(job, correctionOf(detail), tools)),
    failures: correctionFailures(tools, 'undo'),
  }
}

class CorrectionUndo implements JobWork {
  constructor(
    private readonly job: Job,
    private readonly id: number,
    private readonly tools: CorrectionTools,
  ) {}

  async progress(): Promise<JobProgress> {
    const record = await this.tools.cache.corrections.get(this.id)
    const { changed, replaced, merged, reversed, kept, unreversed } = record
    return { total: changed + replaced + merged, done: reversed + kept + unreversed, failed: unreversed }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    const { cache, line } = this.tools
    const target = await cache.corrections.nextUndo(this.id)
    if (!target) return 'none'
    const at = { id: this.id, position: target.position }
    try {
      const outcome = await this.#takeBack(target, new ServiceCalls(this.job, this.tools, signal))
      await cache.corrections.settleUndo({ ...at, outcome })
    } catch (error) {
      await cache.corrections.settleUndo({
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

  async #takeBack(target: CorrectionTarget, calls: ServiceCalls): Promise<'reversed' | 'kept'> {
    const { contactId, email, outcome, before } = target
    const now = await calls.read(contactId)
    if (!now || !before) return 'kept'
    if (outcome === 'changed') {
      if (isSame(now.email, email)) return 'reversed'
      // Somebody gave it a third address since, or its old one to another contact.
      if (!isSame(now.email, target.suggestion) || (await calls.find(email))) return 'kept'
      const answered = await calls.changeAddress(contactId, now.email, email)
      if (isSame(answered.email, email)) return 'reversed'
      throw problem('conflict', { why: 'The service did not give the contact its old address back.' })
    }
    if (!isSame(now.email, email)) return 'kept'
    // Whoever was unsubscribed before stays so; whoever was not is subscribed again before its double goes.
    if (before.subscribed && !now.subscribed) {
      await calls.update(contactId, `Restore ${email}`, { subscribed: true })
    }
    if (outcome === 'merged') return 'reversed'
    return this.#takeAway(target, before, calls)
  }

  /** The contact that was made goes where it is still as it was made. */
  async #takeAway(
    { otherId, suggestion }: CorrectionTarget,
    before: NonNullable<CorrectionTarget['before']>,
    calls: ServiceCalls,
  ): Promise<'reversed' | 'kept'> {
    const other = otherId === null ? null : await calls.read(otherId)
    if (!other) return 'reversed'
    if (!isAsMade(other, suggestion, before)) return 'kept'
    await calls.delete(other.id, other.email)
    return 'reversed'
  }
}
