import type { Context } from 'hono'
import type { z } from 'zod'
import { type FieldFault, ServiceFailure } from './failure'
import { parsedJson } from '../../src-shared/parsed-json'

type Issue = z.core.$ZodIssue

// The specification's example of a code is `invalid_string`; zod calls a malformed string `invalid_format`.
const faultOf = (issue: Issue): FieldFault => ({
  field: issue.path.map(String).join('.'),
  message: issue.message,
  code: issue.code === 'invalid_format' ? 'invalid_string' : issue.code,
})

/** What stands at a path within a body; undefined where there is nothing. */
export function valueAt(body: unknown, path: PropertyKey[]): unknown {
  let value = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

/** How deep a body may be nested: far below what JSON.stringify can write, so that what was read can be stored. */
const nestingMax = 100

/** Whether a body is nested deeper than what can be stored. */
export function isNestedDeeply(body: unknown): boolean {
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > nestingMax) return true
    const below: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      for (const inner of Object.values(value)) {
        if (typeof inner === 'object' && inner !== null) below.push(inner)
      }
    }
    level = below
  }
  return false
}

/**
 * Reads a JSON body against a schema.
 * @throws ServiceFailure BAD_REQUEST when it is no JSON or nested deeply; VALIDATION_ERROR, with every field at fault, when it does not
 * fit.
 */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const body = parsedJson(await c.req.text())
  if (body === undefined) {
    throw new ServiceFailure('BAD_REQUEST', 'The body is not JSON.', {
      suggestion: 'Send a JSON object with Content-Type: application/json.',
    })
  }
  if (isNestedDeeply(body)) {
    throw new ServiceFailure('BAD_REQUEST', `The body is nested deeper than ${nestingMax} levels.`, {
      suggestion: 'Send flatter data.',
    })
  }
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw new ServiceFailure('VALIDATION_ERROR', 'The body has fields that do not fit.', {
    errors: read.error.issues.map(faultOf),
    suggestion: 'Correct the fields listed in errors.',
  })
}

/**
 * Reads the query against a schema of strings. A parameter given twice counts once, the first time.
 * @throws ServiceFailure BAD_REQUEST with every parameter at fault: interface.md section 7 keeps 422 for bodies.
 */
export function readQuery<T>(c: Context, schema: z.ZodType<T>): T {
  const read = schema.safeParse(c.req.query())
  if (read.success) return read.data
  throw badQuery(read.error.issues.map(faultOf))
}

/** The refusal of query parameters. */
export function badQuery(errors: FieldFault[]): ServiceFailure {
  return new ServiceFailure('BAD_REQUEST', 'The query has parameters that do not fit.', {
    errors,
    suggestion: 'Correct the parameters listed in errors.',
  })
}
