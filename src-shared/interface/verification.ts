import { z } from 'zod'

/**
 * Body of POST /v1/verify (interface.md section 4). Refused is only what does not even look like an address: something,
 * an @ and something, without line breaks. Whether it is a good one is what the answer tells.
 */
export const verifyRequestSchema = z.object({
  email: z
    .string()
    .max(1000)
    .regex(/^[^\p{Cc}]+@[^\p{Cc}@]+$/u, 'Must look like an address: name@example.com.'),
})

const flag = z.boolean().default(false)

/** A verification result (interface.md section 2; wire.md adds `suggestedEmail`). Unknown fields are kept. */
export const verificationSchema = z.looseObject({
  email: z.string(),
  valid: z.boolean(),
  isDisposable: flag,
  isAlias: flag,
  isTypo: flag,
  isPlusAddressed: flag,
  isPersonalEmail: flag,
  domainExists: flag,
  hasWebsite: flag,
  hasMxRecords: flag,
  reasons: z.array(z.string()).default([]),
  suggestedEmail: z.string().nullish(),
})
export type Verification = z.infer<typeof verificationSchema>
