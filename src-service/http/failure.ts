import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { serviceErrorCodes, type ServiceErrorCode } from '../../src-shared/interface/errors'

/** One field that was refused (interface.md section 7, `error.errors`). */
export interface FieldFault {
  field: string
  message: string
  code: string
  /** The type of what was sent in its place, as deployed services name it (deployed.md section 1). */
  received?: string
}

interface FailureDetails {
  errors?: FieldFault[]
  suggestion?: string
  /** Seconds until the call may succeed, for `Retry-After`. */
  retryAfter?: number
  /** Of a reused idempotency key: how the first use was answered; null while it is in flight. */
  originalStatusCode?: number | null
  /** Facts about the refusal, as deployed services give them (deployed.md section 1). */
  details?: Record<string, unknown>
  /** More headers of the answer. */
  headers?: Record<string, string>
  /** The body is the flat `{error}` of deployed services (wire.md, "Errors"), with status 400 unless said. */
  flat?: boolean
  /** The code is said also where the dialect says others of the status without one. */
  coded?: boolean
  /** The HTTP status, where it is not the one that goes with the code. */
  status?: ContentfulStatusCode
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

  /** The HTTP status: that of the code, unless another was given. */
  get status(): ContentfulStatusCode {
    return this.details.status ?? (this.details.flat ? 400 : serviceErrorCodes[this.code])
  }

  /** The body: the standard one (interface.md section 7), under another code where one is given, or the flat one. */
  body(requestId: string, code = this.code): Record<string, unknown> {
    if (this.details.flat) return { error: this.message }
    const { errors, suggestion, originalStatusCode, details } = this.details
    return {
      success: false,
      error: {
        code,
        message: this.message,
        statusCode: this.status,
        requestId,
        ...(errors && { errors }),
        ...(details && { details }),
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
