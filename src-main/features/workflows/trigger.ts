import { z } from 'zod'
import type { Workflow } from '../../../src-shared/interface/workflow'

const triggerSchema = z.object({ eventName: z.string() })

/** The event that starts a workflow; null where none does. */
export function eventOf({ triggerConfig }: Pick<Workflow, 'triggerConfig'>): string | null {
  return triggerSchema.safeParse(triggerConfig).data?.eventName ?? null
}
