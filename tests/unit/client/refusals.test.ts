import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { decodeAnswer } from '../../../src-main/core/client/answers'
import type { WireAnswer } from '../../../src-main/core/client/transport'
import { isProblem } from '../../../src-main/core/problems'
import type { Problem } from '../../../src-shared/problem'

const secret = { text: 'sk_canary', takesPublic: false }

function answered(status: number, body: unknown, headers: IncomingHttpHeaders = {}): WireAnswer {
  return { status, text: typeof body === 'string' ? body : JSON.stringify(body), headers, durationMs: 1 }
}

function problemOf(answer: WireAnswer, key = secret): Problem {
  try {
    decodeAnswer(answer, (body) => ({ ok: true, value: body }), key)
  } catch (error) {
    if (isProblem(error)) return error.problem
    throw error
  }
  throw new Error('the answer was taken for success')
}

const standard = (status: number, code: string, message = 'What went wrong') => ({
  success: false,
  error: { code, message, statusCode: status, requestId: 'req-1' },
  timestamp: '2026-01-01T00:00:00Z',
})

describe('every known code of the service has its problem', () => {
  test.each([
    [401, 'MISSING_AUTH', 'key_refused'],
    [401, 'INVALID_API_KEY', 'key_refused'],
    [403, 'FORBIDDEN', 'forbidden'],
    [403, 'PROJECT_DISABLED', 'project_disabled'],
    [400, 'BAD_REQUEST', 'invalid_request'],
    [422, 'VALIDATION_ERROR', 'invalid_request'],
    [404, 'CONTACT_NOT_FOUND', 'not_found'],
    [404, 'RESOURCE_NOT_FOUND', 'not_found'],
    [409, 'CONFLICT', 'conflict'],
    [409, 'IDEMPOTENCY_KEY_REUSED', 'idempotency_key_reused'],
    [402, 'BILLING_LIMIT_EXCEEDED', 'billing_limit'],
    [429, 'RATE_LIMIT_EXCEEDED', 'rate_limited'],
    [500, 'INTERNAL_SERVER_ERROR', 'service_failed'],
  ])('%i %s is %s', (status, code, expected) => {
    const found = problemOf(answered(status, standard(status, code)))
    expect(found).toMatchObject({ code: expected, status, serviceCode: code, requestId: 'req-1' })
  })

  test.each([
    [400, 'invalid_request'],
    [401, 'key_refused'],
    [402, 'billing_limit'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [405, 'invalid_request'],
    [408, 'timed_out'],
    [409, 'conflict'],
    [410, 'not_found'],
    [418, 'invalid_request'],
    [422, 'invalid_request'],
    [429, 'rate_limited'],
    [500, 'service_failed'],
    [502, 'service_failed'],
    [503, 'service_failed'],
  ])('%i without a body is %s', (status, expected) => {
    expect(problemOf(answered(status, ''))).toMatchObject({ code: expected, status })
  })
})

describe('every error body is read', () => {
  test('the standard one, with its fields', () => {
    const body = standard(422, 'VALIDATION_ERROR')
    const errors = [{ field: 'email', message: 'Invalid email', code: 'invalid_string' }]
    const found = problemOf(answered(422, { ...body, error: { ...body.error, errors } }))
    expect(found.fields).toEqual([{ field: 'email', message: 'Invalid email' }])
    expect(found.why).toBe('The service answered 422. It said: What went wrong.')
  })

  test('the alternative one', () => {
    const body = { code: 403, error: 'Forbidden', message: 'This key may not read', time: 1_700_000_000 }
    expect(problemOf(answered(403, body))).toMatchObject({
      code: 'forbidden',
      why: expect.stringContaining('This key may not read.'),
    })
  })

  test('the flat one', () => {
    const found = problemOf(answered(400, { error: 'Email is required' }))
    expect(found).toMatchObject({
      code: 'invalid_request',
      why: expect.stringContaining('Email is required.'),
    })
  })

  test('where no field is named, none is asked to be corrected', () => {
    const named = { ...standard(422, 'VALIDATION_ERROR') }
    const fields = [{ field: 'subject', message: 'Required', code: 'invalid_type' }]
    const withFields = { ...named, error: { ...named.error, errors: fields } }
    expect(problemOf(answered(422, withFields)).action).toBe('Correct the fields named, then try again.')
    expect(problemOf(answered(400, { error: 'The audience is empty' })).action).toBe(
      'Change what it refused, then try again.',
    )
  })

  test('the header names the request where both header and body do', () => {
    const found = problemOf(
      answered(500, standard(500, 'INTERNAL_SERVER_ERROR'), { 'x-request-id': 'req-2' }),
    )
    expect(found.requestId).toBe('req-2')
  })

  test('a web page from a proxy says nothing but its status', () => {
    const page = '<html><h1>Bad gateway</h1></html>'
    expect(problemOf(answered(502, page))).toMatchObject({ code: 'service_failed', retryable: true })
    expect(problemOf(answered(403, page))).toMatchObject({ why: expect.stringContaining('web page') })
  })

  test('a page that says 404 is not taken for the word of the service', () => {
    expect(problemOf(answered(404, '<h1>Not found</h1>')).code).toBe('not_the_service')
  })

  test('a name from Object.prototype is no known code', () => {
    const body = { code: 400, error: 'constructor', message: 'odd', time: 1 }
    expect(problemOf(answered(400, body)).serviceCode).toBeUndefined()
  })
})

describe('a failure in an answer of 200', () => {
  test('keeps the meaning of its code', () => {
    const body = { success: false, error: { code: 'PROJECT_DISABLED', message: 'Disabled' } }
    expect(problemOf(answered(200, body))).toMatchObject({ code: 'project_disabled', status: 200 })
  })

  test('is a failure of the service where its code says nothing', () => {
    expect(problemOf(answered(200, { success: false }))).toMatchObject({
      code: 'service_failed',
      retryable: false,
    })
  })

  test('is one even beside a list', () => {
    expect(problemOf(answered(200, { success: false, contacts: [] })).code).toBe('service_failed')
  })
})

describe('what is no answer of the service', () => {
  test('HTML with 200 is another site', () => {
    expect(problemOf(answered(200, ' \n<!doctype html><p>')).code).toBe('not_the_service')
  })

  test('an empty body where one is needed', () => {
    expect(problemOf(answered(200, ''))).toMatchObject({
      code: 'answer_malformed',
      why: expect.stringContaining('empty'),
    })
  })

  test('JSON that was cut short', () => {
    expect(problemOf(answered(200, '{"contacts":[{"id"')).why).toContain('cut short')
  })

  test('JSON of the wrong type is decoded all the same, a byte order mark before it too', () => {
    const answer = answered(200, '\uFEFF{"a":1}', { 'content-type': 'text/html' })
    expect(decodeAnswer(answer, (body) => ({ ok: true, value: body }), secret)).toEqual({ a: 1 })
  })
})

describe('redirects', () => {
  test('say where they lead, without what may be secret there', () => {
    const found = problemOf(answered(302, '', { location: 'https://me:pw@login.example/sso?token=t1' }))
    expect(found.code).toBe('redirected')
    expect(found.why).toContain('https://login.example/sso.')
    expect(found.why).not.toMatch(/pw|t1/)
  })

  test('to another path of the same host are named as such', () => {
    expect(problemOf(answered(301, '', { location: '/v2/contacts' })).why).toContain('/v2/contacts')
  })

  test('without a place are redirects all the same', () => {
    expect(problemOf(answered(307, '')).code).toBe('redirected')
  })
})

describe('keys', () => {
  test('a public key where a secret one is needed is said to be that', () => {
    const found = problemOf(answered(401, standard(401, 'INVALID_API_KEY')), {
      text: 'pk_canary',
      takesPublic: false,
    })
    expect(found.code).toBe('key_wrong_class')
    expect(found.action).toContain('sk_')
  })

  test('a public key refused where one is taken was simply refused', () => {
    const found = problemOf(answered(401, ''), { text: 'pk_canary', takesPublic: true })
    expect(found.code).toBe('key_refused')
  })

  test('a key that did not arrive points to what lies in between', () => {
    expect(problemOf(answered(401, standard(401, 'MISSING_AUTH'))).why).toContain('no key reached it')
  })

  test('a key that the service repeats in its message is not repeated by us', () => {
    const found = problemOf(answered(403, standard(403, 'FORBIDDEN', 'Key sk_canary is not allowed')))
    expect(JSON.stringify(found)).not.toContain('canary')
  })

  test('a message cannot break out of its sentence', () => {
    const found = problemOf(answered(400, { error: `a\n\nb\u202E${'x'.repeat(500)}` }))
    expect(found.why).not.toMatch(/[\n\u202E]/)
    expect(found.why.length).toBeLessThan(260)
  })
})

describe('mails that the plan does not allow', () => {
  const over = (status: number, message = 'Billing limit exceeded') => {
    const body = standard(status, 'INTERNAL_SERVER_ERROR')
    return { ...body, error: { ...body.error, message } }
  }

  test.each([429, 403])(
    'are told from a limit of the rate and from a key that may not, answered %i',
    (status) => {
      const found = problemOf(answered(status, over(status)))
      expect(found).toMatchObject({ code: 'billing_limit', retryable: false })
      expect(found.why).toContain('Billing limit exceeded')
    },
  )

  test('are not what a limit of the rate is, however it is put', () => {
    expect(problemOf(answered(429, standard(429, 'RATE_LIMIT_EXCEEDED'))).code).toBe('rate_limited')
    expect(problemOf(answered(429, over(429), { 'retry-after': '2' })).code).toBe('rate_limited')
    expect(problemOf(answered(403, over(403, 'This domain is not verified'))).code).toBe('forbidden')
  })
})
