import type { Answer, CallOptions } from './call-options'
import {
  bulkStatusSchema,
  lookupSchema,
  queuedChangeSchema,
  type BulkOperation,
  type BulkStatus,
  type Lookup,
} from '../../../src-shared/interface/bulk'
import { recordIn } from './answers'
import { type Ask, get, post, postOnce } from './asking'

/**
 * Calls over many contacts, which deployed services have and the specification has not. Where a service lacks them they
 * reject with `not_found`, or with `invalid_request` of status 405.
 */
export interface BulkClient {
  /** Which of 1 to 500 addresses contacts have. A read: retried like one. */
  lookUp(emails: readonly string[], options: CallOptions): Promise<Answer<Lookup>>
  /** Queues a change of 1 to 1,000 contacts. Never repeated: where no answer comes, `outcome_unknown`. */
  changeMany(
    operation: BulkOperation,
    contactIds: readonly string[],
    options: CallOptions,
  ): Promise<Answer<{ jobId: string }>>
  /** How a queued change stands; null where the service does not know it any more. */
  changeStatus(jobId: string, options: CallOptions): Promise<Answer<BulkStatus | null>>
}

/** These calls, made with `ask`. */
export function bulkClient(ask: Ask): BulkClient {
  return {
    lookUp: (emails, options) =>
      ask({ ...post('/contacts/lookup', { emails }), reads: true }, options, recordIn(lookupSchema)),
    changeMany: (operation, contactIds, options) =>
      ask(
        postOnce(changePath(operation), { mode: 'ids', contactIds }),
        options,
        recordIn(queuedChangeSchema),
      ),
    changeStatus: (jobId, options) =>
      ask(get(`/contacts/bulk/${encodeURIComponent(jobId)}`), options, (made, key) =>
        made.answer.status === 404 ? null : recordIn(bulkStatusSchema)(made, key),
      ),
  }
}

/** Where a change of many is asked for. */
export function changePath(operation: BulkOperation): string {
  return `/contacts/bulk-${operation}`
}
