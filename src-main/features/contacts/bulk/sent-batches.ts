import type { Job } from '../../../../src-shared/bridge/jobs'
import { idsPerRequest, type BulkOperation } from '../../../../src-shared/interface/bulk'
import type { RunOrUndo } from '../../../jobs/store/work-items'
import { isWhole, positionsOf, runOutcomes, undoOutcomes, type BatchEnd, type SeenContacts } from './batches'
import { ManyCalls } from './many-calls'
import type { BulkBatch, BulkList, BulkTarget, BulkTools } from './tools'

/** After so many batches in a row of which nobody knows whether they were taken, contacts go one by one. */
const mostUnknown = 2

/** The batches of a change, or of its way back, from the moment when they leave until their outcome is known. */
export class SentBatches {
  readonly #calls: ManyCalls
  #refused = false
  #unknown = 0

  constructor(
    job: Job,
    private readonly list: BulkList,
    private readonly way: { of: RunOrUndo; operation: BulkOperation },
    private readonly tools: BulkTools,
  ) {
    this.#calls = new ManyCalls(job, tools)
  }

  /** Whether the service takes no batches: it refused one, left too many unanswered, or never had the call. */
  get refused(): boolean {
    return this.#refused || this.tools.offered.offers('bulk') === false
  }

  /**
   * Brings what is on its way to its outcome; answers false where nothing is. What the service has queued is asked after. Of
   * what it may not even have seen, what it holds now tells what was done, and the rest is sent again, or waits again.
   */
  async finish(signal: AbortSignal): Promise<boolean> {
    const { of } = this.way
    const begun = await this.list.next(of, 'leaving', idsPerRequest)
    if (begun.length === 0) return false
    const { batches } = await this.list.get()
    const batch = batches[of]
    if (batch) await this.#settle(begun, batch, signal)
    else await this.#ask(begun, signal)
    return true
  }

  /** Sends what was marked as on its way. What the service did not take waits again. */
  async send(targets: readonly BulkTarget[], again: boolean, signal: AbortSignal): Promise<void> {
    let taken = false
    try {
      const sent = await this.#calls.send(this.way.operation, targets, signal)
      taken = sent.kind !== 'refused'
      if (sent.kind === 'queued') {
        await this.list.note(await this.#named({ job: sent.job, again }))
        this.#unknown = 0
      } else if (sent.kind === 'unknown') this.#unknown += 1
      else this.#refused = true
    } finally {
      // What was sent before and is repeated stays on its way: what came of it is to be asked again.
      if (!taken && (!again || this.#refused)) await this.list.stay(this.way.of)
    }
  }

  async #settle(targets: BulkTarget[], batch: BulkBatch, signal: AbortSignal): Promise<void> {
    const { cache } = this.tools
    const { of, operation } = this.way
    const end = await this.#calls.end(batch.job, signal)
    // On the way back, who had come back by themselves are as they were, too.
    if (isWhole(end, targets.length, batch.again || of === 'undo')) {
      const ids = targets.map(({ contactId }) => contactId)
      if (operation === 'delete') await cache.contacts.removeAll(ids)
      else await cache.contacts.subscribeAll({ ids, subscribed: operation === 'subscribe' })
      const positions = positionsOf(targets)
      const none = await this.#named(null)
      return of === 'run'
        ? this.list.settle(of, [{ positions, outcome: 'done' }], none)
        : this.list.settle(of, [{ positions, outcome: 'reversed' }], none)
    }
    await this.#settleSeen(targets, await this.#read(targets, signal), end, batch.again)
  }

  /** Notes what became of each by what the service holds now, but for those who are to wait or to be sent again. */
  async #settleSeen(
    targets: readonly BulkTarget[],
    seen: SeenContacts,
    end: BatchEnd,
    again: boolean,
    rest: ReadonlySet<number> = new Set(),
  ): Promise<void> {
    const { of, operation } = this.way
    const none = await this.#named(null)
    const known = <T extends { positions: number[] }>(outcomes: T[]) =>
      outcomes.map((one) => ({ ...one, positions: one.positions.filter((position) => !rest.has(position)) }))
    if (of === 'undo') {
      return this.list.settle(of, known(undoOutcomes(operation, targets, seen, end)), none)
    }
    return this.list.settle(of, known(runOutcomes(operation, targets, seen, { end, again })), none)
  }

  async #ask(begun: BulkTarget[], signal: AbortSignal): Promise<void> {
    const { of, operation } = this.way
    const seen = await this.#read(begun, signal)
    const end: BatchEnd = { result: null, reason: null }
    const outcomes =
      of === 'undo'
        ? undoOutcomes(operation, begun, seen, end)
        : runOutcomes(operation, begun, seen, { end, again: true })
    const left = new Set(
      outcomes.flatMap(({ outcome, positions }) => (outcome === 'failed' ? positions : [])),
    )
    // Who is gone cannot be changed, who cannot be read must not be; who is as before is sent again. On the way back it waits.
    const isAsBefore = ({ contactId }: BulkTarget) => seen.held.has(contactId) && !seen.unread.has(contactId)
    const rest = begun.filter((target) => left.has(target.position) && (of === 'undo' || isAsBefore(target)))
    await this.#settleSeen(begun, seen, end, true, new Set(positionsOf(rest)))
    if (rest.length === 0) return
    if (this.#unknown >= mostUnknown) this.#refused = true
    if (of === 'undo' || this.refused) return this.list.stay(of)
    await this.send(rest, true, signal)
  }

  async #named(batch: BulkBatch | null) {
    const { batches } = await this.list.get()
    return { batches: { ...batches, [this.way.of]: batch } }
  }

  /** What the service holds of them. Who was to be deleted is looked up by address, where it can be, and few are read. */
  async #read(targets: BulkTarget[], signal: AbortSignal): Promise<SeenContacts> {
    if (this.way.operation !== 'delete') return this.#calls.read(targets, signal)
    const { cache } = this.tools
    const there = await this.#calls.lookUp(targets, signal)
    if (!there) return this.#calls.readEach(targets, signal)
    const gone = targets.filter((target) => !there.has(target))
    await cache.contacts.removeAll(gone.map(({ contactId }) => contactId))
    return this.#calls.readEach([...there], signal)
  }
}
