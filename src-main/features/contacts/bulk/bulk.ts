import { compareNames } from '../../../../src-shared/messages/order'
import { tell, type ToldSentence } from '../../../../src-shared/messages/told'
import type { BulkAction, BulkPreview, BulkResult } from '../../../../src-shared/bridge/bulk'
import type { ContactSelection } from '../../../../src-shared/bridge/contacts'
import type { Job } from '../../../../src-shared/bridge/jobs'
import { logged } from '../../../cache/write-log'
import { pagesOf } from '../../../core/client/pages'
import { leftToUndo, refuseOthers, WorkLists, type FoundList, type WorkTools } from '../../../jobs/work-lists'
import { wayOf } from './batches'
import { canTakeBack, refuseAction } from './plan'
import { planAll, previewOf, type OpenSelection } from './preview'
import { bulkRun } from './run'
import { bulkKind, type BulkBefore, type BulkDetail, type BulkTools } from './tools'
import { bulkUndo } from './undo'

/** What changes of many contacts are opened with. */
interface BulkParts extends BulkTools, WorkTools {
  openSelection: OpenSelection
}

interface WantedBulk {
  selection: ContactSelection
  action: BulkAction
}

/** Says who does the jobs of changes, and clears away what an earlier end of the program left half written. */
export async function openBulk(parts: BulkParts): Promise<Bulk> {
  const lists = new WorkLists(bulkKind, parts)
  await lists.open({
    run: (job, list) => bulkRun(job, list, parts),
    undo: (job, list) => bulkUndo(job, list, parts),
  })
  return new Bulk(parts, lists)
}

/** Changes of many contacts at once: shown first, then done as a job, and taken back where that can be done. */
class Bulk {
  constructor(
    private readonly parts: BulkParts,
    private readonly lists: WorkLists<BulkDetail, null, BulkBefore>,
  ) {}

  async preview(wanted: WantedBulk & { most: number }): Promise<BulkPreview> {
    const { cache, access } = this.parts
    refuseAction(wanted.action)
    const { contacts } = await cache.maintenance.revision()
    return previewOf(this.parts.openSelection, wanted, {
      share: access.client.budget.share,
      contacts,
      offered: this.#offered,
    })
  }

  async start(wanted: WantedBulk & { confirmed: number; hold: number }): Promise<Job> {
    const { selection, action, confirmed, hold } = wanted
    refuseAction(action)
    const detail = { action, hold, segmentId: null, batches: { run: null, undo: null } }
    return this.lists.start(detail, bulkTitle(action, confirmed), async (put) => {
      const counts = await planAll(this.parts.openSelection, selection, action, (rows) =>
        put(rows.map((row) => ({ contactId: row.id, email: row.email }))),
      )
      const saw = tell('contacts.bulk.youSawThatConfirmed', { confirmed })
      refuseOthers({ confirmed, found: counts.willChange, saw }, nobody())
      const { selected, protected: kept, gone } = counts
      return { segmentId: await this.#segmentOf(action), selected, left: kept + gone }
    })
  }

  async undo(jobId: number): Promise<Job> {
    const found = await this.lists.find(jobId)
    const why = canTakeBack(found.record.action) ? undefined : tell('contacts.bulk.deletedContactsCannotBe')
    return this.lists.undo(found, toUndo(found), why)
  }

  async get(jobId: number): Promise<BulkResult> {
    const found = await this.lists.find(jobId)
    const { record, job, undo } = found
    const { action, total, done, skipped, failed, reversed, kept, unreversed } = record
    const { selected = total, left = 0 } = record
    const counts = { total, changed: done, skipped, failed, reversed, kept, unreversed }
    const way = wayOf(action, this.#offered)
    return { job, undo, action, selected, left, way, ...counts, toUndo: toUndo(found) }
  }

  /** Segments whose members are named one by one, in the order of their names. */
  async segments(): Promise<{ id: string; name: string; members: number | null }[]> {
    const { access } = this.parts
    const found = []
    const pages = pagesOf((request) =>
      access.client.listCatalogue('segments', request, { priority: 'click' }),
    )
    for await (const page of pages) found.push(...page.filter(({ type }) => type === 'STATIC'))
    return found
      .map(({ id, name, memberCount }) => ({ id, name, members: memberCount ?? null }))
      .sort((one, other) => compareNames(one.name, other.name))
  }

  get #offered(): boolean | null {
    return this.parts.offered.offers('bulk')
  }

  /** Where people are added to; a new segment is made now, once, and a missing answer is told. */
  async #segmentOf(action: BulkAction): Promise<string | null> {
    if (action.kind !== 'addTo') return null
    if (action.segment.kind === 'known') return action.segment.id
    const { cache, clock, access } = this.parts
    const body = { name: action.segment.name, type: 'STATIC' as const }
    const title = tell('told.makeSegment', { name: body.name })
    const write = { cause: 'person', title, method: 'POST', path: '/segments', body } as const
    const { value } = await logged(cache, clock, write, () =>
      access.client.createRecord('segments', body, { priority: 'click' }),
    )
    return value.id
  }
}

/** How many there are to take back; of those whose answer never came, the service tells what was done. */
function toUndo(found: FoundList<BulkDetail>): number {
  if (!canTakeBack(found.record.action)) return 0
  return leftToUndo(found, found.record.leaving)
}

const nobody = () => ({
  title: tell('contacts.bulk.nobodyWillChange'),
  why: tell('contacts.bulk.everybodyWhoIsSelected'),
  action: tell('contacts.bulk.chooseOtherContactsOr'),
})

/** The title of the job of a change: "Unsubscribe 1,204 contacts". */
export function bulkTitle(action: BulkAction, count: number): ToldSentence {
  switch (action.kind) {
    case 'subscribe':
      return tell('told.subscribePeople', { count })
    case 'unsubscribe':
      return tell('told.unsubscribePeople', { count })
    case 'delete':
      return tell('told.deletePeople', { count })
    case 'set':
      return tell('told.setField', { key: action.key, count })
    case 'remove':
      return tell('told.removeField', { key: action.key, count })
    case 'list':
      return action.how === 'add'
        ? tell('told.addToField', { key: action.key, count })
        : tell('told.takeFromField', { key: action.key, count })
    case 'addTo':
      return tell('told.addPeopleToSegment', { count, name: action.segment.name })
  }
}
