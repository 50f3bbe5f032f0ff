import type { Answer } from './answer'
import type { CallOptions } from './call-options'
import { jsonText } from '../../../src-shared/interface/exact-number'
import {
  bulkStatusSchema,
  lookupSchema,
  queuedChangeSchema,
  type BulkOperation,
  type BulkStatus,
  type Lookup,
} from '../../../src-shared/interface/bulk'
import { decodeRecord } from '../../../src-shared/interface/paging'
import { decodeAnswer } from './answers'
import type { Ask } from './asking'

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
      ask(
        { method: 'POST', path: '/contacts/lookup', body: jsonText({ emails }), reads: true },
        options,
        ({ answer }, key) => decodeAnswer(answer, (json) => decodeRecord(json, lookupSchema), key),
      ),
    changeMany: (operation, contactIds, options) =>
      ask(
        {
          method: 'POST',
          path: changePath(operation),
          body: jsonText({ mode: 'ids', contactIds }),
          repeat: 'once',
        },
        options,
        ({ answer }, key) => decodeAnswer(answer, (json) => decodeRecord(json, queuedChangeSchema), key),
      ),
    changeStatus: (jobId, options) =>
      ask(
        { method: 'GET', path: `/contacts/bulk/${encodeURIComponent(jobId)}` },
        options,
        ({ answer }, key) =>
          answer.status === 404
            ? null
            : decodeAnswer(answer, (json) => decodeRecord(json, bulkStatusSchema), key),
      ),
  }
}

/** Where a change of many is asked for. */
export function changePath(operation: BulkOperation): string {
  return `/contacts/bulk-${operation}`
}
