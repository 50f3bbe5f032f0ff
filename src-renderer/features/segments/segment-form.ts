import { z } from 'zod'
import { basisSchema } from '../../../src-shared/bridge/catalogue'
import type { SegmentDetail } from '../../../src-shared/bridge/segments'
import { filterConditionSchema } from '../../../src-shared/interface/filter'
import { sameValue } from '../../../src-shared/same-value'

/** What a person writes of a segment. `condition`: null of a static one, and while it is not complete. */
const segmentFormSchema = z.object({
  name: z.string(),
  description: z.string(),
  kind: z.enum(['dynamic', 'static']),
  trackMembership: z.boolean(),
  condition: filterConditionSchema.nullable(),
})
export type SegmentForm = z.infer<typeof segmentFormSchema>

/** What is kept of it while it is not saved. `basis`: what it began with. */
export const keptFormSchema = z.object({ basis: basisSchema, form: segmentFormSchema })

/** A new one. */
export const emptyForm: SegmentForm = {
  name: '',
  description: '',
  kind: 'dynamic',
  trackMembership: false,
  condition: null,
}

/** A segment, to be changed. */
export function formOf(segment: SegmentDetail): SegmentForm {
  const { name, description, kind, trackMembership, condition } = segment
  return { name, description, kind: kind === 'static' ? 'static' : 'dynamic', trackMembership, condition }
}

/** What differs from what it began with, as the service is asked for it. */
export function changesOf(form: SegmentForm, base: SegmentForm) {
  const { name, description, trackMembership, condition } = form
  return {
    ...(name.trim() === base.name ? {} : { name: name.trim() }),
    ...(description === base.description ? {} : { description }),
    ...(trackMembership === base.trackMembership ? {} : { trackMembership }),
    ...(condition === null || sameValue(condition, base.condition) ? {} : { condition }),
  }
}

/** What keeps it from being saved, by what it is about. */
export interface FormFaults {
  name?: string
  condition?: string
}

/** What keeps a form from being saved. */
export function faultsOf({ name, kind, condition }: SegmentForm): FormFaults {
  return {
    ...(name.trim() === '' ? { name: 'Name the segment.' } : {}),
    ...(name.trim().length > 200 ? { name: 'A name has at most 200 characters.' } : {}),
    ...(kind === 'dynamic' && condition === null ? { condition: 'The condition is not complete.' } : {}),
  }
}
