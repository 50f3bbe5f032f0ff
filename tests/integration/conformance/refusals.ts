import { expect } from 'vitest'
import { z } from 'zod'
import {
  alternativeErrorSchema,
  serviceErrorCodes,
  type ServiceErrorCode,
  standardErrorSchema,
} from '../../../src-shared/interface/errors'
import type { Answer } from '../service/open'
import type { Section } from './suite'

/** A refusal, from whichever of the three error bodies it came in (interface.md section 7; wire.md, "Errors"). */
export interface Refusal {
  status: number
  form: 'standard' | 'alternative' | 'flat'
  code: string | null
  /** The fields it names; the other two bodies have no place for them but their message. */
  fields: string[]
  message: string
}

const flatErrorSchema = z.strictObject({ error: z.string().min(1) })

/** Reads a refusal, and checks that its body says the same as the rest of the answer. */
export function refusalOf({ status, headers, body }: Answer): Refusal {
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
  const standard = standardErrorSchema.safeParse(body)
  if (standard.success) {
    const { code, message, statusCode, requestId, errors } = standard.data.error
    if (statusCode !== undefined) expect(statusCode).toBe(status)
    const header = headers.get('x-request-id')
    if (requestId !== undefined && header !== null) expect(requestId).toBe(header)
    const fields = errors?.map(({ field }) => field) ?? []
    return { status, form: 'standard', code, message, fields }
  }
  const alternative = alternativeErrorSchema.safeParse(body)
  if (alternative.success) {
    const { code, error, message } = alternative.data
    expect(code).toBe(status)
    return { status, form: 'alternative', code: error, message, fields: [] }
  }
  const flat = flatErrorSchema.safeParse(body)
  if (!flat.success) throw new Error(`No documented error body: ${JSON.stringify(body)}`)
  return { status, form: 'flat', code: null, message: flat.data.error, fields: [] }
}

/**
 * Expects a refusal with a code, its status, and a field that it names (or one within it). A deployed service is free to choose between
 * 400 and 422, which the specification tells apart only in words, and what it calls its codes.
 */
export function expectRefusal(the: Section, answer: Answer, code: ServiceErrorCode, field?: string): void {
  const refusal = refusalOf(answer)
  const status = serviceErrorCodes[code]
  if (the.dialect === null) {
    expect(status === 400 || status === 422 ? [400, 422] : [status]).toContain(refusal.status)
    return
  }
  expect([refusal.status, refusal.code], JSON.stringify(answer.body)).toEqual([status, code])
  if (field === undefined) return
  if (refusal.form !== 'standard') return expect(refusal.message).toContain(field)
  const named = refusal.fields.some((name) => name === field || name.startsWith(`${field}.`))
  expect(named, JSON.stringify(answer.body)).toBe(true)
}

/** Expects one of several statuses, where the specification leaves it open. */
export function expectOneOf(answer: Answer, ...statuses: number[]): void {
  expect(statuses, JSON.stringify(answer.body)).toContain(refusalOf(answer).status)
}
