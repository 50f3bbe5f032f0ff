import { tell } from '../../../../src-shared/messages/told'
import type { CorrectionPreview, CorrectionResult } from '../../../../src-shared/bridge/corrections'
import type { Job } from '../../../../src-shared/bridge/jobs'
import type { BatchFilter } from '../../../../src-shared/bridge/verification'
import type { Clock } from '../../../core/clock'
import { secondsFor } from '../estimate'
import { leftToUndo, refuseOthers, WorkLists, type WorkTools } from '../../../jobs/work-lists'
import { correctionKind, type CorrectionBefore } from './kind'
import { CorrectionRun } from './run'
import { CorrectionUndo } from './undo'

/** What corrections are opened with. */
interface CorrectionsOptions extends WorkTools {
  clock: Clock
}

/** Addresses of a batch whose suggestions are taken. */
interface CorrectedAddresses {
  id: number
  filter: BatchFilter
}

/** A contact with the address that is suggested for it. */
interface Suggested {
  contactId: string
  email: string
  suggestion: string
  alreadyThere: boolean
}

/** Addresses looked at between two questions to the copy. */
const slice = 500
/** So many are shown in a preview. */
const rowsShown = 8
/** Requests that one address takes at most: reading it, looking for the other, changing, making a new one, unsubscribing. */
const requestsEach = 5

/** Says who does the jobs of corrections, and clears away what an earlier end of the program left half written. */
export async function openCorrections(options: CorrectionsOptions): Promise<Corrections> {
  const lists = new WorkLists(correctionKind, options)
  await lists.open({
    run: async (job, list) => new CorrectionRun(job, list, options),
    undo: async (job, list) => new CorrectionUndo(job, list, options),
  })
  return new Corrections(options, lists)
}

/** Taking the likely correct spellings of a batch's addresses: shown first, then done as a job, and taken back. */
class Corrections {
  constructor(
    private readonly options: CorrectionsOptions,
    private readonly lists: WorkLists<object, string, CorrectionBefore>,
  ) {}

  /** What taking the suggestions would do. Nothing is asked of the service. */
  async preview(wanted: CorrectedAddresses): Promise<CorrectionPreview> {
    const { access } = this.options
    const counts = { suggestions: 0, willChange: 0, alreadyThere: 0, notContacts: 0 }
    const rows: CorrectionPreview['rows'] = []
    for await (const page of this.#suggestions(wanted)) {
      counts.suggestions += page.suggestions
      counts.notContacts += page.suggestions - page.contacts.length
      for (const { email, suggestion, alreadyThere } of page.contacts) {
        counts[alreadyThere ? 'alreadyThere' : 'willChange'] += 1
        if (rows.length < rowsShown) rows.push({ email, suggestion, alreadyThere })
      }
    }
    const requests = (counts.willChange + counts.alreadyThere) * requestsEach
    return { ...counts, rows, requests, seconds: secondsFor(requests, access.client.budget) }
  }

  async start({ confirmed, ...wanted }: CorrectedAddresses & { confirmed: number }): Promise<Job> {
    const title = tell('told.correctAddresses', { confirmed })
    return this.lists.start({}, title, async (put) => {
      let found = 0
      for await (const { contacts } of this.#suggestions(wanted)) {
        found += contacts.length
        const items = contacts.map(({ suggestion, ...rest }) => ({ ...rest, leaves: suggestion }))
        if (items.length > 0) await put(items)
      }
      const saw = tell('verification.corrections.youSawConfirmedAddresses', { confirmed })
      refuseOthers({ confirmed, found, saw }, nobody())
      return {}
    })
  }

  async undo(jobId: number): Promise<Job> {
    const found = await this.lists.find(jobId)
    return this.lists.undo(found, leftToUndo(found))
  }

  async get(jobId: number): Promise<CorrectionResult> {
    const found = await this.lists.find(jobId)
    const { record, job, undo } = found
    const { total, skipped, failed, reversed, kept, unreversed } = record
    const { changed = 0, replaced = 0, merged = 0 } = record.ways
    const counts = { total, changed, replaced, merged, skipped, failed, reversed, kept, unreversed }
    return { job, undo, ...counts, canUndo: leftToUndo(found) > 0 }
  }

  /** The suggestions of a batch's filtered addresses, a slice at a time: how many, and those of contacts. */
  async *#suggestions({
    id,
    filter,
  }: CorrectedAddresses): AsyncGenerator<{ suggestions: number; contacts: Suggested[] }> {
    const { cache } = this.options
    const only = [...new Set([...(filter.only ?? []), 'suggestion' as const])]
    const positions = await cache.batches.select({ id, filter: { ...filter, only } })
    for (let from = 0; from < positions.length; from += slice) {
      const rows = await cache.batches.at({ id, positions: positions.slice(from, from + slice) })
      const contacts: Suggested[] = []
      for (const { email, verdict, contactId } of rows) {
        const suggestion = verdict?.suggestion ?? null
        if (contactId === null || suggestion === null) continue
        const alreadyThere = (await cache.contacts.findByEmail(suggestion)) !== null
        contacts.push({ contactId, email, suggestion, alreadyThere })
      }
      yield { suggestions: rows.length, contacts }
    }
  }
}

const nobody = () => ({
  title: tell('verification.corrections.nothingToCorrect'),
  why: tell('verification.corrections.noneOfTheseAddresses'),
  action: tell('verification.corrections.chooseOtherAddresses'),
})
