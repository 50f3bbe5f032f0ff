import type { Context, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { type FieldFault, ServiceFailure } from '../failure'
import type { Env } from '../guards'
import { isNestedDeeply, valueAt } from '../input'
import { invalid, unexpected } from './refusals'
import { parsedJson } from '../../../src-shared/parsed-json'

/** Parses a JSON body before anything else is looked at (deployed.md section 1, "JSON"); without one it is `{}`. */
export const readJsonFirst: MiddlewareHandler<Env> = async (c, next) => {
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
  const text = isJson && c.req.method !== 'GET' ? await c.req.text() : ''
  c.set('body', text === '' ? {} : parsed(text))
  await next()
}

function parsed(text: string): unknown {
  const refused = new ServiceFailure('VALIDATION_ERROR', 'Invalid JSON in request body', { status: 400 })
  const body = parsedJson(text)
  // A text or a number alone is no body either.
  if (typeof body !== 'object' || body === null) throw refused
  if (isNestedDeeply(body)) throw unexpected()
  return body
}

/**
 * The body as a schema has it, on the routes with one; fields that it does not name are dropped.
 * @throws ServiceFailure 422 with every field at fault.
 */
export function validBody<T>(c: Context<Env>, schema: z.ZodType<T>): T {
  const body = c.get('body')
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw invalid(read.error.issues.map((issue) => faultOf(issue, body)))
}

// The codes that the library of deployed services gives; ours calls them otherwise.
const codes = new Map([
  ['invalid_format', 'invalid_string'],
  ['invalid_value', 'invalid_enum_value'],
])

function faultOf(issue: z.core.$ZodIssue, body: unknown): FieldFault {
  const { path, message, code } = issue
  const fault = { field: path.map(String).join('.'), message, code: codes.get(code) ?? code }
  if (code === 'custom' && typeof issue.params?.['code'] === 'string') fault.code = issue.params['code']
  return code === 'invalid_type' ? { ...fault, received: kindOf(valueAt(body, path)) } : fault
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
