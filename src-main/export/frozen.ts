import type { ContactQuery } from '../../src-shared/bridge/contacts'
import type { Cache } from '../cache/store'
import { problem } from '../problems'

/** So many selections are kept; the page has one or two at a time, and each takes 4 bytes a contact. */
const most = 8

/** The selections that the page froze (`contacts.freeze`), with their sizes. */
export class FrozenSelections {
  readonly #counts = new Map<string, number>()

  constructor(private readonly cache: Cache) {}

  /** Keeps who matches now; the oldest selection beyond eight is let go. */
  async freeze(query: ContactQuery): Promise<{ selectionId: string; count: number }> {
    const frozen = await this.cache.contacts.freeze({ query })
    await this.keep(frozen)
    return frozen
  }

  /** Takes over a selection that was frozen otherwise, as one of the page's. */
  async keep({ selectionId, count }: { selectionId: string; count: number }): Promise<void> {
    this.#counts.set(selectionId, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > most && oldest !== undefined) await this.release(oldest)
  }

  /** How many a selection held when it was frozen. Throws `input_invalid` where it is not kept any more. */
  countOf(selectionId: string): number {
    const count = this.#counts.get(selectionId)
    if (count === undefined) {
      throw problem('input_invalid', { why: 'The selection is no longer kept. Choose the contacts again.' })
    }
    return count
  }

  async release(selectionId: string): Promise<void> {
    this.#counts.delete(selectionId)
    await this.cache.contacts.releaseSelection(selectionId)
  }
}
