import { z } from 'zod'
import { lazyLooseObject } from '../lazily'

/** The standard error body (interface.md section 7). */
export const standardErrorSchema = lazyLooseObject(() => ({
  success: z.literal(false),
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    statusCode: z.number().optional(),
    requestId: z.string().optional(),
    errors: z
      .array(z.looseObject({ field: z.string(), message: z.string(), code: z.string().optional() }))
      .optional(),
    suggestion: z.string().optional(),
  }),
  timestamp: z.string().optional(),
}))

/** The alternative error body of the endpoint reference (interface.md section 7). */
export const alternativeErrorSchema = lazyLooseObject(() => ({
  code: z.number(),
  error: z.string(),
  message: z.string(),
  time: z.number(),
}))

/** Machine-readable codes known so far (wire.md, "Errors") with the status each comes with. */
export const serviceErrorCodes = {
  MISSING_AUTH: 401,
  INVALID_API_KEY: 401,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  PROJECT_DISABLED: 403,
  BAD_REQUEST: 400,
  VALIDATION_ERROR: 422,
  CONTACT_NOT_FOUND: 404,
  TEMPLATE_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  BILLING_LIMIT_EXCEEDED: 402,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
} as const
export type ServiceErrorCode = keyof typeof serviceErrorCodes
