import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type FieldFault, ServiceFailure } from '../failure'

/** The standard body under the code INTERNAL_SERVER_ERROR, whatever the status ("plain" in deployed.md). */
export function plain(status: ContentfulStatusCode, message: string): ServiceFailure {
  return new ServiceFailure('INTERNAL_SERVER_ERROR', message, { status })
}

/** `{"error": "text"}` and nothing else ("flat" in deployed.md). */
export function flat(status: ContentfulStatusCode, message: string): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', message, { status, flat: true })
}

/** A record that is not there: `Contact` gives "Contact not found", by which alone it differs from an unknown route. */
export function missing(record: string): ServiceFailure {
  return plain(404, `${record} not found`)
}

/** A path or method that is not there. */
export function unknownRoute(): ServiceFailure {
  return plain(404, 'Unknown route')
}

/** What becomes of a value that no route checks and the database does not take. */
export function unexpected(): ServiceFailure {
  return plain(500, 'An unexpected error occurred')
}

/** What the routes with a schema answer: 422, with a line for every field. */
export function invalid(errors: FieldFault[]): ServiceFailure {
  return new ServiceFailure('VALIDATION_ERROR', 'Request validation failed', {
    errors,
    suggestion: 'Correct the fields listed in errors.',
  })
}

/** The refusal of an id in the path that is no UUID, on the routes with a schema. */
export function notUuid(field: string): ServiceFailure {
  return invalid([{ field, message: 'Invalid uuid', code: 'invalid_string' }])
}
