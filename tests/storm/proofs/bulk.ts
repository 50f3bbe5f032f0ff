import type { BulkAction, BulkResult } from '../../../src-shared/bridge/bulk'
import type { Contact } from '../../../src-shared/interface/contact'
import { isSame, type Difference } from '../differences'

/** The people of the service before and after, by id, and whom somebody else deleted. */
export interface BulkPeople {
  before: ReadonlyMap<string, Contact>
  after: ReadonlyMap<string, Contact>
  gone: ReadonlySet<string>
}

/** What the console says that came of a change, and of taking it back. */
type Counts = Omit<BulkResult, 'job' | 'undo' | 'action' | 'way' | 'selected' | 'left'>

/** The keys that the change itself writes; others are other people's. */
const ours = 'fair'

/** Whether everybody is as an action makes them, and its counts say so. Whom nobody has any more may have failed. */
export function bulkDifferences(action: BulkAction, result: Counts, people: BulkPeople): Difference[] {
  const { total, changed, skipped, failed } = result
  const differences: Difference[] = []
  if (changed + skipped + failed !== total)
    differences.push({
      kind: 'lost',
      what: `${total} people, of whom ${changed + skipped + failed} are settled`,
    })
  if (failed > people.gone.size)
    differences.push({
      kind: 'wrong',
      what: `${failed} failed, though ${people.gone.size} were deleted by others`,
    })
  for (const [id, was] of people.before) {
    const now = people.after.get(id)
    if (people.gone.has(id)) continue
    const should = action.kind === 'delete' ? undefined : asWritten(action, was)
    if (should === undefined && now) differences.push({ kind: 'lost', what: `the deletion of ${was.email}` })
    if (should && !now) differences.push({ kind: 'wrong', what: `${was.email} is gone` })
    if (should && now && !isSame(stateOf(now), should))
      differences.push({ kind: 'lost', what: `${was.email} is ${JSON.stringify(stateOf(now))}` })
  }
  return differences
}

/** Whether everybody is again as they were, and the counts say so. */
export function bulkUndoDifferences(action: BulkAction, result: Counts, people: BulkPeople): Difference[] {
  const { changed, reversed, kept, unreversed, toUndo } = result
  const differences: Difference[] = []
  if (toUndo !== 0 || reversed + kept + unreversed !== changed)
    differences.push({
      kind: 'lost',
      what: `of ${changed}, ${reversed} + ${kept} + ${unreversed} are taken back`,
    })
  if (unreversed > 0 || kept > people.gone.size)
    differences.push({ kind: 'wrong', what: `${unreversed} could not be taken back, ${kept} were kept` })
  if (action.kind === 'addTo') return differences
  for (const [id, was] of people.before) {
    const now = people.after.get(id)
    if (people.gone.has(id)) continue
    if (!now || !isSame(stateOf(now), stateOf(was)))
      differences.push({
        kind: 'wrong',
        what: `after the undo ${was.email} is ${JSON.stringify(now ?? null)}`,
      })
  }
  return differences
}

/** What a change of everybody concerns of somebody. */
function stateOf({ subscribed, data }: Contact): { subscribed: boolean; fair: unknown } {
  return { subscribed, fair: data[ours] ?? null }
}

function asWritten(action: BulkAction, was: Contact): { subscribed: boolean; fair: unknown } {
  const { subscribed, fair } = stateOf(was)
  if (action.kind === 'set') return { subscribed, fair: action.value }
  if (action.kind === 'subscribe') return { subscribed: true, fair }
  return { subscribed: action.kind === 'unsubscribe' ? false : subscribed, fair }
}
