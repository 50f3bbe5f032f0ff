import type { ServiceErrorCode } from '../../src-shared/interface/errors'

/** The classes of key. */
export type KeyClass = 'secret' | 'public'

/** Which keys are taken, and how the others are refused. */
export interface KeyRules {
  /** The classes that POST /v1/track takes; every other route takes the secret key alone. */
  track: readonly KeyClass[]
  /** Whether the header is exactly `Bearer <key>`; anything else is then MISSING_AUTH, otherwise INVALID_API_KEY. */
  exactHeader: boolean
  /** The refusal of a request without the header anywhere but below /v1/. */
  noHeaderOffV1: 'MISSING_AUTH' | 'UNAUTHORIZED'
  /** Whether a disabled project can still be read. */
  disabledReads: boolean
}

/** The largest bodies, in bytes. */
export interface BodyLimits {
  /** Of any request but those below. */
  usual: number
  /** Of POST /v1/send with the secret key: attachments in base64, and some more to be refused by name. */
  send: number
  /** Of every request with the secret key. */
  secret: number
  /** Whether a larger one fails as anything unforeseen does (500); otherwise 400 says how much is taken. */
  refusedAs500: boolean
}

/** What a dialect rules of every request and every refusal, whatever the route. */
export interface HttpRules {
  /** Whether JSON is parsed, and a path or method that is not there refused, before a key is looked at. */
  keyComesLast: boolean
  /** Whether a client's own X-Request-ID is the id of its request. */
  echoesRequestId: boolean
  keys: KeyRules
  /** The request headers that pages of any origin may send below /v1/; null: no page of another origin is let in. */
  foreignHeaders: string | null
  bodies: BodyLimits
  /** Paths whose errors have the alternative body (interface.md section 7). */
  alternativeErrors: readonly string[]
  /** Codes that the body calls INTERNAL_SERVER_ERROR, whatever the status: refusals that are thrown without a code. */
  uncodedErrors: readonly ServiceErrorCode[]
  /** Whether a 429 also says how many requests there may be (`RateLimit-*`), and when to come back in its body. */
  tellsRate: boolean
  /** Every so many milliseconds idempotency keys of more than a day are given back. */
  idempotencySweep: number
  /** Whether a refused idempotency key is told with the request that used it. */
  tellsFirstUse: boolean
}

const megabyte = 1024 * 1024

/** The rules of interface.md and wire.md. */
export const specifiedHttp: HttpRules = {
  keyComesLast: false,
  echoesRequestId: false,
  keys: {
    track: ['secret', 'public'],
    exactHeader: false,
    noHeaderOffV1: 'MISSING_AUTH',
    disabledReads: false,
  },
  foreignHeaders: null,
  bodies: { usual: megabyte, send: 16 * megabyte, secret: megabyte, refusedAs500: false },
  alternativeErrors: [],
  uncodedErrors: [],
  tellsRate: false,
  idempotencySweep: 1,
  tellsFirstUse: false,
}

/** The rules of deployed services (deployed.md section 1). */
export const deployedHttp: HttpRules = {
  keyComesLast: true,
  echoesRequestId: true,
  keys: { track: ['public'], exactHeader: true, noHeaderOffV1: 'UNAUTHORIZED', disabledReads: true },
  foreignHeaders: 'Content-Type, Authorization',
  // Who has no secret key may not have this service hold as much as a deployed one.
  bodies: { usual: megabyte, send: 50 * megabyte, secret: 50 * megabyte, refusedAs500: true },
  alternativeErrors: [],
  uncodedErrors: ['CONTACT_NOT_FOUND', 'TEMPLATE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'CONFLICT'],
  tellsRate: true,
  idempotencySweep: 3_600_000,
  tellsFirstUse: true,
}
