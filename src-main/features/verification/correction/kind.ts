import { z } from 'zod'
import { lazyObject } from '../../../../src-shared/lazily'
import type { ItemOf, WorkKind, WorkList } from '../../../jobs/work-list'

const beforeSchema = lazyObject(() => ({
  subscribed: z.boolean(),
  data: z.record(z.string(), z.unknown()),
  /** Whether the suggested address had a contact when its turn came. */
  taken: z.boolean(),
  /** The contact that has the suggested address: made for it, or there before; null: none is known. */
  otherId: z.string().nullable(),
}))

/** What a contact held when its turn came, and who has its suggested address. */
export type CorrectionBefore = z.infer<typeof beforeSchema>

/** Corrections of addresses: what leaves is the suggested address. */
export const correctionKind: WorkKind<object, string, CorrectionBefore> = {
  name: 'correction',
  detail: z.object({}),
  leaves: z.string(),
  before: beforeSchema,
}

/** The contacts of one correction. */
export type CorrectionList = WorkList<object, string, CorrectionBefore>

/** Someone whose address is to become another one. */
export type CorrectionTarget = ItemOf<string, CorrectionBefore>

/** How a correction ended: the service changed the address; a new contact stands in its place; there was one already. */
export type CorrectionOutcome = 'changed' | 'replaced' | 'merged'
