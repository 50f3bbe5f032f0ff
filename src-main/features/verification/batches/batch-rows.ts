import type { Clock } from '../../../core/clock'
import type { Verdict } from '../../../../src-shared/bridge/verdicts'
import type { OpenAddress } from '../store/batches/api'
import type { AsyncStore } from '../../../cache/store'
import type { VerifiedRows } from '../work'

/** The most verdicts that are noted in one call. */
const most = 1000

/** What the addresses of a batch are read and noted with. */
export interface BatchRowTools {
  batches: Pick<AsyncStore['batches'], 'get' | 'open' | 'note'>
  /** What a job's time is measured with; null: what is done here is no job. */
  clock: Clock | null
  /** Told whenever verdicts were noted. */
  changed(): void
  /** Told how many addresses were read on, page by page. */
  read?(addresses: number): void
}

/**
 * The addresses of a batch that are to be asked about, as a verification sees the rows of an import: who was never
 * checked first, then the oldest verdict. What passes between its making and {@link rest} is time that its job ran.
 */
export class BatchRows implements VerifiedRows {
  /** Where the last page ended. */
  #last: OpenAddress | null = null
  #counted: number

  constructor(
    private readonly id: number,
    private readonly tools: BatchRowTools,
    /** What the job had to do in all, when it was made. */
    private readonly total: number,
  ) {
    this.#counted = tools.clock?.monotonic() ?? 0
  }

  async unverified({ after, limit }: { after: string | null; limit: number }): Promise<string[]> {
    // Pages are read one after the other, so that "after an address" is after the last page or from the beginning.
    const from = after !== null && this.#last?.email === after ? this.#last : null
    const found = await this.tools.batches.open({ id: this.id, after: from, limit })
    this.#last = found.at(-1) ?? this.#last
    this.tools.read?.(found.length)
    return found.map(({ email }) => email)
  }

  async noteVerdicts(verdicts: Verdict[]): Promise<void> {
    for (let from = 0; from < verdicts.length; from += most) {
      const noted = verdicts.slice(from, from + most).map(({ email, at }) => ({ email, at }))
      await this.tools.batches.note({ id: this.id, verdicts: noted, ranMs: this.#ran() })
    }
    this.tools.changed()
  }

  async verifyProgress(): Promise<{ total: number; done: number }> {
    const { waiting, again } = await this.tools.batches.get(this.id)
    const total = Math.max(this.total, waiting + again)
    return { total, done: total - waiting - again }
  }

  /** The job came to rest: keeps how long it ran. */
  async rest(): Promise<void> {
    await this.tools.batches.note({ id: this.id, verdicts: [], ranMs: this.#ran() })
    this.tools.changed()
  }

  #ran(): number {
    if (this.tools.clock === null) return 0
    const now = this.tools.clock.monotonic()
    const ran = now - this.#counted
    this.#counted = now
    return ran
  }
}
