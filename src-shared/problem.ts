import { z } from 'zod'
import { lazyObject } from './lazily'
import { said, isSaid, toldSentenceSchema } from './messages/told'

/**
 * Every way in which something can fail that a person is told about. A code is stable: it is shown, logged and
 * searched for; its sentence may be reworded, the code may not.
 */
export const problemCodes = [
  // the connection to the service
  'address_invalid',
  'address_unencrypted',
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'tls_failed',
  'timed_out',
  'redirected',
  'not_the_service',
  'answer_malformed',
  'answer_too_large',
  'answer_for_another',
  'offline',
  // what the service answered
  'key_refused',
  'key_wrong_class',
  'key_missing',
  'key_other_origin',
  'forbidden',
  'project_disabled',
  'billing_limit',
  'not_found',
  'conflict',
  'idempotency_key_reused',
  'invalid_request',
  'rate_limited',
  'service_failed',
  // what became of a request
  'outcome_unknown',
  'cancelled',
  // synchronisation
  'list_loops',
  'list_shrank',
  'sync_running',
  // this machine
  'keychain_unavailable',
  'keychain_locked',
  'key_too_long',
  'passphrase_wrong',
  'seal_damaged',
  'cache_damaged',
  'cache_wrong_key',
  'cache_newer',
  'cache_busy',
  'cache_worker_stopped',
  'disk_full',
  'file_unwritable',
  'file_unreadable',
  'embedded_service_failed',
  // what the console itself refuses
  'profile_missing',
  'profile_read_only',
  'input_invalid',
  'internal',
] as const

/** The stable code of a {@link Problem}. */
const problemCodeSchema = z.enum(problemCodes)
export type ProblemCode = z.infer<typeof problemCodeSchema>

/** The sentences of a problem. */
export const problemTexts = ['title', 'why', 'action'] as const

const storedProblemSchema = lazyObject(() => ({
  code: problemCodeSchema,
  /** What happened, as a title: "The key was refused". */
  title: z.string(),
  /** Why, and what became of the data: one or two sentences. */
  why: z.string(),
  /** What to do about it, one sentence. */
  action: z.string(),
  /** Whether the same call may succeed later without anybody changing anything. */
  retryable: z.boolean(),
  /** HTTP status, where the service answered. */
  status: z.number().int().optional(),
  /** The service's own machine-readable code (interface.md section 7), where it gave one. */
  serviceCode: z.string().optional(),
  /** The service's `X-Request-ID`, where it gave one. */
  requestId: z.string().optional(),
  /** Field-level details (interface.md section 7, `error.errors`). */
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** The signs of its sentences, by which they are said in the language of whoever reads it. */
  told: z.partialRecord(z.enum(problemTexts), toldSentenceSchema).optional(),
}))

/** A failure as a person reads it: what happened, why, and what to do. Holds no key and no body. What is read is said anew. */
export const problemSchema = storedProblemSchema.transform((problem) => {
  const anew = { ...problem }
  for (const text of problemTexts) {
    const sign = problem.told?.[text]
    if (sign && isSaid(sign)) anew[text] = said(sign)
  }
  return anew
})
export type Problem = z.infer<typeof problemSchema>

/** The one error class of the console: carries a {@link Problem}; `cause` keeps the original for the log. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'

  constructor(
    readonly problem: Problem,
    options?: { cause?: unknown },
  ) {
    super(`${problem.code}: ${problem.title}. ${problem.why}`, options)
  }
}
