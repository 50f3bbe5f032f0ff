import { t } from '../messages/message'
import { z } from 'zod'

/** An array refused for its length before any element is looked at: a hostile body can hold very many. */
export function boundedArray<Element>(
  element: z.ZodType<Element>,
  { min, max }: { min: number; max: number },
): z.ZodType<Element[]> {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= max) return value
    context.addIssue({ code: 'custom', message: t('service.boundedArray.hasMoreThanMax', { max }) })
    return z.NEVER
  }, z.array(element).min(min).max(max))
}
