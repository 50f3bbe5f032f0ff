import { tell } from '../../../../src-shared/messages/told'
import type { BulkAction, BulkPreview } from '../../../../src-shared/bridge/bulk'
import type { ContactRow, ContactSelection } from '../../../../src-shared/bridge/contacts'
import { problem } from '../../../core/problems'
import { requestsFor, sampleOf, wayOf } from './batches'
import { canTakeBack, heldValue, losesValue, planFor } from './plan'

/** Opens a selection for reading, in its order; rows that are gone are left out. */
export type OpenSelection = (selection: ContactSelection) => Promise<{
  readonly count: number
  slices(): AsyncGenerator<ContactRow[], void, undefined>
  close(): Promise<void>
}>

type BulkCounts = Pick<
  BulkPreview,
  'selected' | 'willChange' | 'replaced' | 'alreadySo' | 'protected' | 'gone' | 'unsubscribed'
>

/**
 * Goes over everybody of a selection in its order and counts what an action means for them; `each` is given those who will
 * change, a slice at a time.
 */
export async function planAll(
  open: OpenSelection,
  selection: ContactSelection,
  action: BulkAction,
  each: (rows: ContactRow[]) => void | Promise<void>,
  /** Is given those who do not change. */
  left?: (row: ContactRow, why: 'already' | 'protected') => void,
): Promise<BulkCounts> {
  if (selection.kind === 'query') {
    throw problem('input_invalid', { why: tell('contacts.preview.theSelectionCouldShift') })
  }
  const reader = await open(selection)
  const counts = {
    selected: reader.count,
    willChange: 0,
    replaced: 0,
    alreadySo: 0,
    protected: 0,
    unsubscribed: 0,
  }
  try {
    for await (const rows of reader.slices()) {
      const changing = rows.filter((row) => {
        const plan = planFor(action, row)
        const { kind } = plan
        counts[kind === 'change' ? 'willChange' : kind === 'already' ? 'alreadySo' : 'protected'] += 1
        if (losesValue(action, plan)) counts.replaced += 1
        if (kind === 'change' && !row.subscribed) counts.unsubscribed += 1
        if (kind !== 'change') left?.(row, kind)
        return kind === 'change'
      })
      if (changing.length > 0) await each(changing)
    }
  } finally {
    await reader.close()
  }
  return { ...counts, gone: counts.selected - counts.willChange - counts.alreadySo - counts.protected }
}

/** So many people are named in the request that is shown. */
const mostSampled = 3

/** What would be done, without doing it. `share`: requests a minute that jobs have; `contacts`: how many the copy holds. */
export async function previewOf(
  open: OpenSelection,
  { selection, action, most }: { selection: ContactSelection; action: BulkAction; most: number },
  { share, contacts, offered }: { share: number; contacts: number; offered: boolean | null },
): Promise<BulkPreview> {
  const rows: BulkPreview['rows'] = []
  const first: ContactRow[] = []
  const others: Record<'already' | 'protected', BulkPreview['left']> = { already: [], protected: [] }
  const shown = (row: ContactRow) => ({ id: row.id, email: row.email, name: nameOf(row) })
  const counts = await planAll(
    open,
    selection,
    action,
    (changing) => {
      first.push(...changing.slice(0, mostSampled - first.length))
      for (const row of changing.slice(0, most - rows.length)) {
        const plan = planFor(action, row)
        if (plan.kind === 'change') rows.push({ ...shown(row), before: plan.before, after: plan.after })
      }
    },
    (row, why) => {
      if (others[why].length < most) others[why].push({ ...shown(row), before: heldValue(action, row) })
    },
  )
  const way = wayOf(action, offered)
  const { many, single } = requestsFor(action, counts.willChange, contacts)
  const requests = way.kind === 'single' ? single : (many ?? single)
  return {
    ...counts,
    rows,
    already: others.already,
    left: others.protected,
    way,
    sample: sampleOf(action, first, way),
    requests,
    singleRequests: single,
    perMinute: share,
    seconds: share > 0 ? (requests / share) * 60 : 0,
    canUndo: canTakeBack(action),
  }
}

/** What somebody is called in their data; null where they are not. */
function nameOf({ data }: Pick<ContactRow, 'data'>): string | null {
  const { name, firstName } = data
  return [name, firstName].find((one): one is string => typeof one === 'string' && one !== '') ?? null
}
