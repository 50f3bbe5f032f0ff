import type { CallOptions } from './call-options'
import {
  bulkStatusSchema,
  lookupSchema,
  queuedChangeSchema,
  type BulkOperation,
} from '../../../src-shared/interface/bulk'
import { recordIn } from './answers'
import { type Ask, get, post, postOnce } from './asking'

/**
 * Calls over many contacts, which deployed services have and the specification has not. Where a service lacks them they
 * reject with `not_found`, or with `invalid_request` of status 405.
 */
export type BulkClient = ReturnType<typeof bulkClient>

/** These calls, made with `ask`. */
export function bulkClient(ask: Ask) {
  return {
    /** Which of 1 to 500 addresses contacts have. A read: retried like one. */
    lookUp: (emails: readonly string[], options: CallOptions) =>
      ask({ ...post('/contacts/lookup', { emails }), reads: true }, options, recordIn(lookupSchema)),
    /** Queues a change of 1 to 1,000 contacts. Never repeated: where no answer comes, `outcome_unknown`. */
    changeMany: (operation: BulkOperation, contactIds: readonly string[], options: CallOptions) =>
      ask(
        postOnce(changePath(operation), { mode: 'ids', contactIds }),
        options,
        recordIn(queuedChangeSchema),
      ),
    /** How a queued change stands; null where the service does not know it any more. */
    changeStatus: (jobId: string, options: CallOptions) =>
      ask(get(`/contacts/bulk/${encodeURIComponent(jobId)}`), options, (made, key) =>
        made.answer.status === 404 ? null : recordIn(bulkStatusSchema)(made, key),
      ),
  }
}

/** Where a change of many is asked for. */
export function changePath(operation: BulkOperation): string {
  return `/contacts/bulk-${operation}`
}
