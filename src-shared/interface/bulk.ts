import { z } from 'zod'
import { lazyLooseObject, lazyObject } from '../lazily'

/** What a deployed service does to many contacts in one request. The specification has no such calls. */
export type BulkOperation = 'subscribe' | 'unsubscribe' | 'delete'

/** So many ids one request of such a change may name. */
export const idsPerRequest = 1000
/** So many addresses one look-up may name. */
export const addressesPerLookup = 500

/** The answer to such a change: it is queued, and asked after by this id. */
export const queuedChangeSchema = z.object({ jobId: z.coerce.string().min(1) })

const count = z.number().int().nonnegative()

/** What came of one; early deployments count who was so already among the failures. It names nobody. */
const bulkResultSchema = z.looseObject({
  totalRequested: count,
  successCount: count,
  unchangedCount: count.default(0),
  failureCount: count,
})
export type BulkJobResult = z.infer<typeof bulkResultSchema>

/**
 * A queued change as it stands. Only `completed` and `failed` are ends; a state that this version does not know is none. A
 * result of another form counts as none.
 */
export const bulkStatusSchema = lazyLooseObject(() => ({
  state: z.string(),
  result: bulkResultSchema.nullish().catch(null),
  failedReason: z.string().nullish().catch(null),
}))
export type BulkStatus = z.infer<typeof bulkStatusSchema>

/** The answer to a look-up: which addresses contacts have, as they were asked for. Nothing of the contacts themselves. */
export const lookupSchema = lazyObject(() => ({ found: z.array(z.string()), notFound: z.array(z.string()) }))
export type Lookup = z.infer<typeof lookupSchema>
