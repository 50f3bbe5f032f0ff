import { serviceErrorCodes, type ServiceErrorCode } from '../../src-shared/interface/errors'

/** The statuses a refusal can have. */
type FailureStatus = (typeof serviceErrorCodes)[ServiceErrorCode]

/** One field that was refused (interface.md section 7, `error.errors`). */
export interface FieldFault {
  field: string
  message: string
  code: string
}

/** What a failure may carry besides its code and message. */
export interface FailureDetails {
  errors?: FieldFault[]
  suggestion?: string
  /** Seconds until the call may succeed, for `Retry-After`. */
  retryAfter?: number
  /** Of a reused idempotency key: how the first use was answered; null while it is in flight. */
  originalStatusCode?: number | null
  /** The body is the flat `{error}` of deployed services, with status 400 (wire.md, "Errors"). */
  flat?: boolean
}

/** A refusal that the caller is told about: thrown anywhere below a route, turned into a body in one place. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'

  constructor(
    readonly code: ServiceErrorCode,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message)
  }

  /** The HTTP status that goes with the code. */
  get status(): FailureStatus {
    return this.details.flat ? 400 : serviceErrorCodes[this.code]
  }

  /** The body: the standard one (interface.md section 7), or the flat one. */
  body(requestId: string): Record<string, unknown> {
    if (this.details.flat) return { error: this.message }
    const { errors, suggestion, originalStatusCode } = this.details
    return {
      success: false,
      error: {
        code: this.code,
        message: this.message,
        statusCode: this.status,
        requestId,
        ...(errors && { errors }),
        ...(suggestion && { suggestion }),
        ...(originalStatusCode !== undefined && { originalStatusCode }),
      },
      timestamp: new Date().toISOString(),
    }
  }
  /** The alternative body (interface.md section 7). It has no place for fields, so its message names them. */
  alternativeBody(): Record<string, unknown> {
    const fields = this.details.errors?.map(({ field, message }) => `${field}: ${message}`) ?? []
    return {
      code: this.status,
      error: this.code,
      message: [this.message, ...fields].join(' '),
      time: Date.now(),
    }
  }
}
