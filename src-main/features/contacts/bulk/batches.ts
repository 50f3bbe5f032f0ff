import { t } from '../../../../src-shared/messages/message'
import { tell } from '../../../../src-shared/messages/told'
import type { BulkAction, BulkMethod, BulkPreview } from '../../../../src-shared/bridge/bulk'
import type { ContactRow } from '../../../../src-shared/bridge/contacts'
import { idsPerRequest, type BulkJobResult, type BulkOperation } from '../../../../src-shared/interface/bulk'
import { limits } from '../../../../src-shared/interface/limits'
import { changePath } from '../../../core/client/bulk'
import type { Problem } from '../../../../src-shared/problem'
import { problem } from '../../../core/problems'
import type { Settled } from '../../../jobs/work-list'
import { patchOf } from './plan'
import type { BulkTarget } from './tools'

/** So many addresses go into one request that adds to a segment, or takes out of it. */
export const memberBatch = 500

/** A request that queues a batch, and one that asks what came of it. */
const requestsPerBatch = 2

/** What of an action the service may do to many contacts in one request; null: nothing. */
export function operationOf({ kind }: BulkAction): BulkOperation | null {
  return kind === 'subscribe' || kind === 'unsubscribe' || kind === 'delete' ? kind : null
}

/** Which way an action goes; `offered`: whether the service changes many at once, null where nobody knows. */
export function wayOf(action: BulkAction, offered: boolean | null): BulkMethod {
  if (action.kind === 'addTo') return { kind: 'many', most: memberBatch }
  if (operationOf(action) === null) return { kind: 'single', lacking: false }
  if (offered === false) return { kind: 'single', lacking: true }
  return { kind: offered ? 'many' : 'unknown', most: idsPerRequest }
}

/** The first request of an action, as it would be sent; of a batch with the first of its people. null: nobody changes. */
export function sampleOf(
  action: BulkAction,
  people: readonly ContactRow[],
  way: BulkMethod,
): BulkPreview['sample'] {
  const [first] = people
  if (!first) return null
  if (action.kind === 'addTo') {
    const id = action.segment.kind === 'known' ? encodeURIComponent(action.segment.id) : ':id'
    const emails = people.map(({ email }) => email)
    return { method: 'POST', path: `/segments/${id}/members`, body: { emails } }
  }
  const operation = operationOf(action)
  if (operation !== null && way.kind !== 'single') {
    const contactIds = people.map(({ id }) => id)
    return { method: 'POST', path: changePath(operation), body: { mode: 'ids', contactIds } }
  }
  const path = `/contacts/${encodeURIComponent(first.id)}`
  const body = patchOf(action, first)
  return body === null ? { method: 'DELETE', path, body: null } : { method: 'PATCH', path, body }
}

/**
 * How many requests an action for so many takes, each way. One at a time: the writes, and before a write that can be taken
 * back the reading of what is there, each contact or all of them where that is less; an upper bound. In batches: a batch
 * that takes long is asked after more often.
 */
export function requestsFor(
  action: BulkAction,
  count: number,
  contacts: number,
): { many: number | null; single: number } {
  if (action.kind === 'addTo') {
    const requests = Math.ceil(count / memberBatch)
    return { many: requests, single: requests }
  }
  const reads = action.kind === 'delete' ? 0 : Math.min(count, Math.ceil(contacts / limits.page.max))
  const many = operationOf(action) === null ? null : requestsPerBatch * Math.ceil(count / idsPerRequest)
  return { many, single: count + reads }
}

/** How a queued batch ended. A result that the service does not tell, or not in a form that is known, is null. */
export interface BatchEnd {
  result: BulkJobResult | null
  /** Why it failed, in the words of the service. */
  reason: string | null
}

/** What the service holds of contacts after a batch. Who is in neither is gone. */
export interface SeenContacts {
  held: ReadonlyMap<string, Pick<ContactRow, 'subscribed' | 'updatedAt'>>
  /** Those that could not be read, and why. */
  unread: ReadonlyMap<string, Problem>
}

/** Whether a batch changed each of its contacts; who is `unchanged` counts where that says nothing against it. */
export function isWhole({ result }: BatchEnd, count: number, unchangedToo: boolean): boolean {
  if (result?.totalRequested !== count) return false
  return result.successCount + (unchangedToo ? result.unchangedCount : 0) === count
}

/**
 * What became of each contact of a batch that was not changed whole, by what the service holds now. How many were so
 * before is known by the batch's count, not who: the service does not touch them, so they are those that were written
 * least lately. `again`: they may have become so by an earlier try of ours.
 */
export function runOutcomes(
  operation: BulkOperation,
  targets: readonly BulkTarget[],
  { held, unread }: SeenContacts,
  { end, again }: { end: BatchEnd; again: boolean },
): Settled<'run'>[] {
  const failures = targets.flatMap((target): Settled<'run'>[] => {
    const found = failureOf(operation, held.get(target.contactId), unread.get(target.contactId), end.reason)
    return found ? [{ positions: [target.position], outcome: 'failed', problem: found }] : []
  })
  const failed = new Set(failures.flatMap(({ positions }) => positions))
  const inPlace = targets.filter(({ position }) => !failed.has(position))
  const untouched =
    operation === 'delete' || again || end.result === null
      ? 0
      : Math.max(0, inPlace.length - end.result.successCount)
  const skipped = leastLately(inPlace, untouched, ({ contactId }) => held.get(contactId)?.updatedAt ?? 0)
  const done = inPlace.filter((target) => !skipped.has(target))
  return [
    ...failures,
    { positions: positionsOf([...skipped]), outcome: 'skipped' },
    { positions: positionsOf(done), outcome: 'done' },
  ]
}

/** What became of each contact that was to be put back to what it was; who is gone is kept. */
export function undoOutcomes(
  operation: BulkOperation,
  targets: readonly BulkTarget[],
  { held, unread }: SeenContacts,
  end: BatchEnd,
): Settled<'undo'>[] {
  return targets.map(({ position, contactId }) => {
    const positions = [position]
    const now = held.get(contactId)
    if (!now && !unread.has(contactId)) return { positions, outcome: 'kept' }
    const found = failureOf(operation, now, unread.get(contactId), end.reason)
    return found ? { positions, outcome: 'failed', problem: found } : { positions, outcome: 'reversed' }
  })
}

/** The places of targets in their change. */
export function positionsOf(targets: readonly BulkTarget[]): number[] {
  return targets.map(({ position }) => position)
}

function failureOf(
  operation: BulkOperation,
  now: Pick<ContactRow, 'subscribed'> | undefined,
  unread: Problem | undefined,
  reason: string | null,
): Problem | null {
  if (unread) return unread
  if (operation === 'delete') return now ? leftAsItWas(reason) : null
  if (!now) return gone()
  return now.subscribed === (operation === 'subscribe') ? null : leftAsItWas(reason)
}

/** Those with the smallest instants, and whoever shares the last of these: of equals nobody knows which. */
function leastLately<T>(of: readonly T[], count: number, instant: (one: T) => number): Set<T> {
  const last = [...of].sort((one, other) => instant(one) - instant(other))[count - 1]
  return last === undefined ? new Set() : new Set(of.filter((one) => instant(one) <= instant(last)))
}

const gone = () => problem('not_found', { why: tell('contacts.batches.theServiceKnowsNo') }).problem

function leftAsItWas(reason: string | null): Problem {
  const said =
    reason === null ? '' : ` ${t('contacts.batches.itSaidReason', { reason: reason.slice(0, 200) })}`
  return problem('conflict', {
    title: tell('contacts.batches.theServiceDidNot'),
    why: tell('contacts.batches.theServiceTookThe', { said }),
    action: tell('contacts.batches.doItAgainFor'),
  }).problem
}
