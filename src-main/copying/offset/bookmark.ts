import { z } from 'zod'
import { lazyObject } from '../../../src-shared/lazily'
import { limits } from '../../../src-shared/interface/limits'
import { listShapeSchema, recordDriftSchema } from '../../../src-shared/bridge/records'

/** Where a run over an offset list goes on. It is stored with every page, in the same transaction. */
export const bookmarkSchema = lazyObject(() => ({
  /** Which reading of the whole list this is, from 1. */
  pass: z.number().int(),
  /** `list`: from the beginning to the end; `head`: the beginning once more, for what came in there meanwhile. */
  part: z.enum(['list', 'head']),
  /** How many records to skip next. */
  skip: z.number().int(),
  /** How far the last step back was, where the page before did not meet; 0 where it did. */
  back: z.number().int(),
  /** So many records are asked for at once: fewer while answers are too large. */
  limit: z.number().int().min(1).default(limits.records.max),
  /** What a page is long; null before the first. */
  size: z.number().int().nullable(),
  /** Form of the first page: another one in the middle is another list. */
  shape: listShapeSchema.nullable(),
  /** Different records that this pass has read; of a run that goes on, without those of its last page. */
  read: z.number().int(),
  /** Records in a row that this pass had all read before, or would have got. */
  stale: z.number().int(),
  /** Pages in a row that were the same as the one before. */
  same: z.number().int(),
  /** Pages without a record although more were said to follow, since a page last brought something. */
  empty: z.number().int().default(0),
  /** First and last id of the page before, and where it was: to know a list that always sends the same. */
  before: z.object({ skip: z.number().int(), ids: z.string() }).nullable(),
  /** What the last page said the whole list holds. */
  total: z.number().int().nullable(),
  /** Gaps of this pass alone; `drift` counts for the whole run. */
  gaps: z.number().int(),
  rereads: z.number().int(),
  drift: recordDriftSchema,
}))
export type RecordBookmark = z.infer<typeof bookmarkSchema>

/** Where a pass begins. */
export function firstBookmark(pass: number, drift: RecordBookmark['drift']): RecordBookmark {
  return {
    pass,
    part: 'list',
    skip: 0,
    back: 0,
    limit: limits.records.max,
    size: null,
    shape: null,
    read: 0,
    stale: 0,
    same: 0,
    empty: 0,
    before: null,
    total: null,
    gaps: 0,
    rereads: 0,
    drift: { ...drift, passes: pass },
  }
}
