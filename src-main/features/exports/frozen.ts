import { tell } from '../../../src-shared/messages/told'
import type { ContactQuery } from '../../../src-shared/bridge/contacts'
import type { PickedRows } from '../../../src-shared/bridge/grid'
import { problem } from '../../core/problems'

/** So many selections are kept; the page has one or two at a time, and each takes 4 bytes a contact. */
const most = 8

/** The list that selections are of, as the cache has it. */
export interface Freezer<Asked> {
  freeze(asked: Asked): Promise<{ selectionId: string; count: number }>
  releaseSelection(selectionId: string): Promise<void>
}

/** The selections that the page froze (`contacts.freeze`, `records.freeze`), with their sizes. */
export class FrozenSelections<Asked = { query: ContactQuery; also?: PickedRows | undefined }> {
  readonly #counts = new Map<string, number>()

  /** `what`: what is selected, for who is told that it is no longer kept. */
  constructor(
    private readonly list: Freezer<Asked>,
    private readonly what: 'contacts' | 'records' = 'contacts',
  ) {}

  /** Keeps who matches now; the oldest selection beyond eight is let go. */
  async freeze(asked: Asked): Promise<{ selectionId: string; count: number }> {
    const frozen = await this.list.freeze(asked)
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
      throw problem('input_invalid', {
        why: tell('words.theSelectionIsNoLongerKept', { what: this.what }),
      })
    }
    return count
  }

  async release(selectionId: string): Promise<void> {
    this.#counts.delete(selectionId)
    await this.list.releaseSelection(selectionId)
  }
}
