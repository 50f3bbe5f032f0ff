import { z } from 'zod'
import { lazyObject } from '../lazily'

/**
 * What deployed services tell of a project beside its events: one list of what went on, and one of what will be sent. The
 * whole body of a mail comes with it and is left out.
 */

const text = z.string().nullish().catch(null)
const amount = z.number().int().nonnegative().nullish().catch(null)

/** Something that went on or will: `type` is a word such as `email.opened`, and says what `metadata` tells. */
export const projectActivitySchema = lazyObject(() => ({
  id: z.string().min(1),
  type: z.string().min(1),
  timestamp: z.string(),
  contactId: text,
  contactEmail: text,
  metadata: z
    .object({
      eventName: text,
      subject: text,
      from: text,
      campaignName: text,
      segmentName: text,
      workflowName: text,
      stepName: text,
      error: text,
      exitReason: text,
      totalRecipients: amount,
    })
    .nullish()
    .catch(null),
}))
export type ProjectActivity = z.infer<typeof projectActivitySchema>
