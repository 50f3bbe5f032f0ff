import { t } from '../messages/message'
import { z } from 'zod'
import { lazyLooseObject, lazySchema } from '../lazily'

/**
 * Body of POST /v1/verify (interface.md section 4). Refused is only what does not even look like an address: something,
 * an @ and something, without line breaks. Whether it is a good one is what the answer tells.
 */
export const verifyRequestSchema = z.object({
  email: z
    .string()
    .max(1000)
    .regex(/^[^\p{Cc}]+@[^\p{Cc}@]+$/u, { error: () => t('service.verification.mustLookLikeAn') }),
})

const flag = z.boolean().default(false)

/** A verification result (interface.md section 2; wire.md adds `suggestedEmail`). Unknown fields are kept. */
export const verificationSchema = lazyLooseObject(() => ({
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
}))
export type Verification = z.infer<typeof verificationSchema>

const told = z.boolean().optional().catch(undefined)

/**
 * A verification result as a reader takes it: a flag that is missing or has another form is undefined, which is not false.
 * At least one of them must be there, or it is no such result. Unknown fields are kept.
 */
export const verificationAnswerSchema = lazySchema(() =>
  z
    .looseObject({
      email: z.string().optional().catch(undefined),
      valid: told,
      isDisposable: told,
      isAlias: told,
      isTypo: told,
      isPlusAddressed: told,
      isPersonalEmail: told,
      domainExists: told,
      hasWebsite: told,
      hasMxRecords: told,
      reasons: z.array(z.string()).catch([]),
      suggestedEmail: z.string().nullish().catch(undefined),
    })
    .refine(
      ({ valid, domainExists, hasMxRecords, isDisposable }) =>
        [valid, domainExists, hasMxRecords, isDisposable].some((flag) => flag !== undefined),
      { path: ['valid'] },
    ),
)
export type VerificationAnswer = z.infer<typeof verificationAnswerSchema>
