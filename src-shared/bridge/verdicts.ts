import { z } from 'zod'
import { instantSchema } from './base'

/** What a check of an address proves, in four classes (ux.md section 3). `accepts`: its domain accepts mail. */
export const verdictClassSchema = z.enum(['accepts', 'risky', 'undeliverable', 'unknown'])
export type VerdictClass = z.infer<typeof verdictClassSchema>

/** For how many days a verdict is taken for what is so; `unknown` where nothing could be found out. */
export const verdictDays = { known: 90, unknown: 30 } as const

/** Where a verdict comes from: the service's POST /v1/verify, or what can be told here without asking. */
export const verdictSourceSchema = z.enum(['service', 'local'])

/** What is known of an address. */
export const verdictSchema = z.object({
  /** Lower case. */
  email: z.string(),
  class: verdictClassSchema,
  /** A plain sentence each, the weightiest first; never empty. */
  reasons: z.array(z.string()).min(1),
  /** A likely correct spelling. */
  suggestion: z.string().nullable(),
  source: verdictSourceSchema,
  at: instantSchema,
})
export type Verdict = z.infer<typeof verdictSchema>
