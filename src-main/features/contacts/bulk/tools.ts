import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import { bulkActionSchema } from '../../../../src-shared/bridge/bulk'
import type { Cache } from '../../../cache/store'
import type { RefreshCopy } from '../../../jobs/refresh-copy'
import type { LookUpTools } from '../../../jobs/look-up'
import type { ItemOf, ListRecord, WorkKind, WorkList } from '../../../jobs/work-list'

/** What the jobs of changes are given. */
export interface BulkTools extends LookUpTools {
  cache: Cache
  refresh: RefreshCopy
}

const batchSchema = lazyObject(() => ({ job: z.string(), again: z.boolean() }))

/** A batch that the service has queued, by its name there. `again`: it repeats what may have been done before by us. */
export type BulkBatch = z.infer<typeof batchSchema>

const detailSchema = lazyObject(() => ({
  action: bulkActionSchema,
  /** Who was selected, and of them could not be changed; absent of changes that an earlier version began. */
  selected: z.number().int().optional(),
  left: z.number().int().optional(),
  /** Seconds before anything is sent. */
  hold: z.number().default(0),
  /** The segment that people are added to. */
  segmentId: z.string().nullable(),
  /** The batches that are on their way, of the change and of taking it back; null: none, or nobody knows its name. */
  batches: z.object({ run: batchSchema.nullable(), undo: batchSchema.nullable() }),
}))
const beforeSchema = lazyObject(() => ({ subscribed: z.boolean(), data: z.record(z.string(), z.unknown()) }))

/** What a change holds of its own. */
export type BulkDetail = z.infer<typeof detailSchema>
/** What a contact held, as far as a change concerns it. */
export type BulkBefore = z.infer<typeof beforeSchema>

/** Changes of many contacts. */
export const bulkKind: WorkKind<BulkDetail, null, BulkBefore> = {
  name: 'bulk',
  detail: detailSchema,
  leaves: z.null(),
  before: beforeSchema,
}

/** The contacts of one change. */
export type BulkList = WorkList<BulkDetail, null, BulkBefore>

/** A change as it stands. */
export type BulkRecord = ListRecord<BulkDetail>

/** Someone whom a change of many contacts is done to. */
export type BulkTarget = Pick<ItemOf<null, BulkBefore>, 'position' | 'contactId' | 'email' | 'before'>
