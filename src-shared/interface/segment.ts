import { t } from '../messages/message'
import { z } from 'zod'
import { lazily, lazyLooseObject, lazyObject, lazySchema } from '../lazily'
import { filterConditionSchema } from './filter'

/** Whether a segment's members follow from a condition or are named one by one. */
export const segmentTypes = ['DYNAMIC', 'STATIC'] as const

/** A segment as the service sends it (wire.md, "Records"). Unknown fields are kept. */
export const segmentSchema = lazyLooseObject(() => ({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().nullish(),
  type: z.string(),
  /** Kept as it came: a condition of a newer service must not make the segment unreadable. */
  condition: z.unknown().optional(),
  trackMembership: z.boolean().default(false),
  memberCount: z.number().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
}))
export type Segment = z.infer<typeof segmentSchema>

const common = lazily(() => ({
  name: z.string().min(1),
  description: z.string().nullable().optional(),
  trackMembership: z.boolean().optional(),
}))

/** Body of POST /segments (wire.md, "Segment"): DYNAMIC, with a condition, unless said. */
export const createSegmentRequestSchema = lazySchema(() =>
  z
    .object({
      ...common(),
      type: z.enum(segmentTypes).default('DYNAMIC'),
      condition: filterConditionSchema.optional(),
    })
    .superRefine(({ type, condition }, context) => {
      if (type === 'DYNAMIC' && !condition) {
        context.addIssue({
          code: 'custom',
          path: ['condition'],
          message: t('service.segment.aDynamicSegmentHas'),
        })
      }
      if (type === 'STATIC' && condition) {
        context.addIssue({
          code: 'custom',
          path: ['condition'],
          message: t('service.segment.aStaticSegmentHas'),
        })
      }
    }),
)
export type CreateSegmentRequest = z.infer<typeof createSegmentRequestSchema>

/** Body of PATCH /segments/:id. The type of a segment stays what it is. */
export const updateSegmentRequestSchema = lazyObject(() => ({
  ...common(),
  name: common().name.optional(),
  condition: filterConditionSchema.optional(),
}))
export type UpdateSegmentRequest = z.infer<typeof updateSegmentRequestSchema>

/** So many addresses one request may add to a static segment, or take out of it. */
export const membersPerRequest = 10_000

/** An array refused for its length before any element is looked at: a hostile body can hold very many. */
function boundedArray<Element>(
  element: z.ZodType<Element>,
  { min, max }: { min: number; max: number },
): z.ZodType<Element[]> {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= max) return value
    context.addIssue({ code: 'custom', message: t('service.boundedArray.hasMoreThanMax', { max }) })
    return z.NEVER
  }, z.array(element).min(min).max(max))
}

const emails = boundedArray(z.email(), { min: 1, max: membersPerRequest })

/** Body of POST /segments/:id/members. */
export const addMembersRequestSchema = z.object({
  emails,
  createMissing: z.boolean().optional(),
})
/** Body of DELETE /segments/:id/members. */
export const removeMembersRequestSchema = z.object({ emails })

/** The answer to POST /segments/:id/members. */
export const addedMembersSchema = lazyLooseObject(() => ({
  added: z.number(),
  notFound: z.array(z.string()).default([]),
}))
/** The answer to DELETE /segments/:id/members. */
export const removedMembersSchema = z.looseObject({ removed: z.number() })
