import { t } from '../messages/message'
import { z } from 'zod'
import { lazyLooseObject, lazyObject } from '../lazily'
import { limits } from './limits'

/** A record of the record-management interface: an id, and whatever else it has. */
export const recordSchema = z.looseObject({ id: z.string().min(1) })
export type ManagedRecord = z.infer<typeof recordSchema>

/** A whole number, or one written in digits: the same parameters come in a body and in a query. */
const whole = z.union([
  z.number().refine(Number.isInteger, { error: () => t('service.record.mustBeAWhole') }),
  z
    .string()
    .regex(/^\d{1,15}$/, { error: () => t('service.record.mustBeAWhole') })
    .transform(Number),
])

/**
 * The parameters of a listing operation (interface.md section 4, "Separate record-management interface"), from a JSON
 * body or a query string. A larger `limit` is lowered, which is no error.
 */
export const listRecordsRequestSchema = lazyObject(() => ({
  workspaceId: z.string().min(1),
  skip: whole.pipe(z.int().min(0, { error: () => t('service.record.mustBeAtLeast') })).default(0),
  limit: whole
    .pipe(z.number().min(1, { error: () => t('service.record.mustBeAtLeast2') }))
    .transform((limit) => Math.min(limit, limits.records.max))
    .default(limits.records.default),
}))

/** How far an offset list goes, where it says so. */
export const pageInfoSchema = lazyLooseObject(() => ({
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean().optional(),
  startCursor: z.string().nullish(),
  endCursor: z.string().nullish(),
}))
