import type { Job } from '../../../src-shared/bridge/jobs'
import type { ProblemError } from '../../../src-shared/problem'
import type { LedgerEntry } from './store/ledger/api'
import { problem } from '../../core/problems'
import type { Staging } from '../imports'
import type { JobProgress, JobWork } from '../../jobs/job'
import { callsAtOnce, pageSize } from './estimate'
import { VerificationCalls, type VerificationCallTools } from './calls'
import { plainVerdict } from './ledger'
import { settle, type SettleTools } from './settle'
import { Suspects } from './suspects'

/** What verification needs of an import's rows. */
export type VerifiedRows = Pick<Staging, 'unverified' | 'noteVerdicts' | 'verifyProgress'>

/** What every verification is done with. */
export type VerifyingTools = Omit<
  SettleTools & VerificationCallTools,
  'suspects' | 'now' | 'unknownSince' | 'since'
>

/** Opens the works of jobs. What a job suspects lasts over its pauses. */
export function openingWorks(tools: VerifyingTools) {
  const suspects = new Map<number, Suspects>()
  const now = () => tools.clock.now()
  return (
    job: Pick<Job, 'id' | 'requests'>,
    rows: VerifiedRows,
    unknownSince: number | null = null,
    since: number | null = null,
  ): VerificationWork => {
    const own = suspects.get(job.id) ?? new Suspects()
    suspects.set(job.id, own)
    return new VerificationWork(
      rows,
      { ...tools, now, suspects: own, unknownSince, since },
      job.requests ?? 0,
    )
  }
}

/**
 * Verifies the addresses of an import's rows. What the ledger holds is never asked again, so that a kill costs no more
 * than the calls that were on their way.
 */
class VerificationWork implements JobWork {
  readonly #stopping = new AbortController()
  readonly #flights: VerificationCalls
  readonly #stop = () => this.#stopping.abort(new Error('The job is stopped'))
  /** Where the rows are read on; null: from the beginning. */
  #after: string | null = null
  /** At first all rows are gone through for what is known; requests are made from the second time on. */
  #round: 'known' | 'asking' | 'over' = 'known'
  /** Whose abort is a stop. */
  #followed: AbortSignal | null = null
  /** Addresses that are to be asked about, in order. */
  #waiting: string[] = []
  /** Addresses that are asked about after all others, whose answers tell whether the service works. */
  #last: string[] = []

  constructor(
    private readonly rows: VerifiedRows,
    private readonly tools: SettleTools & VerificationCallTools,
    /** Requests that earlier starts of the job made. */
    private readonly before: number,
  ) {
    this.#flights = new VerificationCalls(tools, this.#stopping.signal)
  }

  async progress(): Promise<JobProgress> {
    if (this.#stopping.signal.aborted) await this.#land()
    const { total, done } = await this.rows.verifyProgress()
    return { total, done, failed: 0, requests: this.before + this.#flights.asked }
  }

  async next(signal: AbortSignal): Promise<'done' | 'none'> {
    // What is on its way when this has answered must hear of a stop as well.
    if (this.#followed !== signal) {
      this.#followed?.removeEventListener('abort', this.#stop)
      signal.addEventListener('abort', this.#stop, { once: true })
      this.#followed = signal
    }
    if (signal.aborted) this.#stop()
    for (;;) {
      if (this.#stopping.signal.aborted) {
        await this.#land()
        throw problem('cancelled')
      }
      if (this.#round === 'known') {
        await this.#readOn()
        return 'done'
      }
      const trouble = this.#flights.takeTrouble()
      const stored = await this.#store(this.#flights.takeLanded())
      this.#waiting.unshift(...this.#flights.takeCalledOff())
      if (trouble !== null) await this.#refuse(trouble)
      if (stored) return 'done'
      await this.#fill()
      if (this.#flights.unstored === 0) {
        // Nobody is left whose answer could tell whether the service is at fault: what failed is unknown.
        return (await this.#store(this.#flights.takeDoubtful())) ? 'done' : 'none'
      }
      await this.#flights.one()
    }
  }

  async close(): Promise<void> {
    this.#followed?.removeEventListener('abort', this.#stop)
    this.#stop()
    await this.#land()
  }

  /** Throws what concerns the whole job, once nothing is on its way. What was called off by another client goes on. */
  async #refuse(trouble: ProblemError): Promise<void> {
    if (trouble.problem.code === 'cancelled' && !this.#stopping.signal.aborted) throw trouble
    this.#stop()
    await this.#land()
    throw trouble
  }

  /** Has as many questions on their way as may be; answers that are not stored count too, as a kill would lose them. */
  async #fill(): Promise<void> {
    while (this.#flights.unstored < callsAtOnce) {
      const email = this.#waiting.shift() ?? (this.#round === 'over' ? this.#last.shift() : undefined)
      if (email !== undefined) this.#flights.begin(email)
      else if (this.#round === 'asking') await this.#readOn()
      else return
    }
  }

  /** Settles what can be settled of the next addresses; the others wait to be asked about. */
  async #readOn(): Promise<void> {
    const emails = await this.rows.unverified({ after: this.#after, limit: pageSize })
    const { verdicts, ask } = await settle(
      emails.filter((email) => !this.#flights.has(email)),
      this.tools,
    )
    if (verdicts.length > 0) await this.rows.noteVerdicts(verdicts)
    if (this.#round === 'asking') {
      for (const email of ask) (this.tools.suspects.has(email) ? this.#last : this.#waiting).push(email)
    }
    this.#after = emails.at(-1) ?? null
    if (emails.length === pageSize) return
    this.#after = null
    this.#round = this.#round === 'known' ? 'asking' : 'over'
  }

  /** Waits for what is on its way, and stores what comes of it. */
  async #land(): Promise<void> {
    await this.#flights.all()
    await this.#store(this.#flights.takeLanded())
  }

  /** First in the ledger: what is there is never asked again, even if nothing more happens. */
  async #store(entries: LedgerEntry[]): Promise<boolean> {
    if (entries.length === 0) return false
    try {
      const { verdicts } = await this.tools.ledger.add(entries)
      await this.rows.noteVerdicts(verdicts.map(plainVerdict))
    } catch (error) {
      this.#flights.putBack(entries)
      throw error
    }
    return true
  }
}
