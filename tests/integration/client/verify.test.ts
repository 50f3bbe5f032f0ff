import { describe, expect, test } from 'vitest'
import {
  empty,
  html,
  json,
  late,
  refuse,
  reset,
  text,
  tooMany,
  type Reply,
} from '../../fixtures/misbehaving-server'
import { connect, connectHurried, problemOf, serve } from './setup'

const job = { priority: 'job' as const }
const email = 'Ann@Example.com'
const result = {
  email,
  valid: true,
  isDisposable: false,
  isAlias: false,
  isTypo: false,
  isPlusAddressed: false,
  isPersonalEmail: false,
  domainExists: true,
  hasWebsite: true,
  hasMxRecords: true,
  reasons: ['The address is well formed and its domain takes mail.'],
}

/** What a client makes of one answer. */
async function ask(reply: Reply, asked = email) {
  const server = await serve(() => reply)
  return connect(server.url).verifyAddress(asked, job)
}

describe('a verification', () => {
  test('asks for one address with the secret key', async () => {
    const server = await serve(() => json({ success: true, data: result }))
    const { value, status } = await connect(server.url).verifyAddress(email, job)
    expect(status).toBe(200)
    expect(value).toEqual({ kind: 'answered', answer: result })
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', path: '/v1/verify', body: JSON.stringify({ email }) })
    expect(request?.headers.authorization).toMatch(/^Bearer sk_/)
  })

  test.each([
    ['in an envelope', { success: true, data: result }],
    ['in an envelope that does not say success', { data: result }],
    ['bare', result],
    ['bare, with a field named data', { ...result, data: { seen: 2 } }],
  ])('is read %s', async (_, body) => {
    const { value } = await ask(json(body))
    expect(value).toMatchObject({ kind: 'answered', answer: result })
  })

  test('keeps fields it does not know', async () => {
    const { value } = await ask(json({ success: true, data: { ...result, score: 0.7 } }))
    expect(value).toMatchObject({ answer: { score: 0.7 } })
  })

  test('does not take a missing flag, or one of another form, for a no', async () => {
    const { value } = await ask(
      json({ valid: true, hasMxRecords: 'yes', domainExists: null, reasons: 'none' }),
    )
    if (value.kind !== 'answered') throw new Error('it was refused')
    expect(value.answer).toMatchObject({ valid: true, reasons: [] })
    expect(value.answer.hasMxRecords).toBeUndefined()
    expect(value.answer.domainExists).toBeUndefined()
    expect(value.answer.email).toBeUndefined()
  })

  test.each([
    ['in lower case', 'ann@example.com'],
    ['with spaces around it', ' ann@example.com '],
  ])('is the same address %s', async (_, answered) => {
    const { value } = await ask(json({ ...result, email: answered }))
    expect(value.kind).toBe('answered')
  })

  test('is the same address with its domain in ASCII', async () => {
    const { value } = await ask(json({ ...result, email: 'ann@xn--mller-kva.de' }), 'ann@Müller.de')
    expect(value.kind).toBe('answered')
  })

  test('of another address than asked is a problem with a code of its own', async () => {
    const told = await problemOf(ask(json({ success: true, data: { ...result, email: 'bob@example.com' } })))
    expect(told).toMatchObject({ code: 'answer_for_another', status: 200 })
    expect(JSON.stringify(told)).not.toContain('bob@')
  })

  test.each([
    ['an object without a flag', json({ success: true, data: { email } })],
    ['a success alone', json({ success: true })],
    ['a list', json([result])],
    ['text', text('fine')],
    ['nothing', empty(200)],
  ])('cannot be read from %s', async (_, reply) => {
    expect(await problemOf(ask(reply))).toMatchObject({ code: 'answer_malformed' })
  })
})

describe('an address that the service does not take', () => {
  const alternative = { code: 422, error: 'Unprocessable Entity', message: 'Not an address', time: 1 }

  test.each([
    ['the standard body', refuse(422, 'VALIDATION_ERROR', { message: 'Not an address' })],
    [
      'the standard body with its field',
      refuse(422, 'VALIDATION_ERROR', {
        message: 'Not an address',
        errors: [{ field: 'email', message: 'Invalid email', code: 'invalid_string' }],
      }),
    ],
    ['the alternative body', json(alternative, { status: 422 })],
    ['the flat body', json({ error: 'Not an address' }, { status: 422 })],
  ])('is an outcome, with %s', async (_, reply) => {
    const { value, status } = await ask(reply)
    expect(status).toBe(422)
    expect(value).toMatchObject({ kind: 'refused', problem: { code: 'invalid_request', status: 422 } })
    expect(value.kind === 'refused' && value.problem.why).toContain('Not an address')
  })

  test('is none where the service names another field: then every call would be refused', async () => {
    const errors = [{ field: 'projectId', message: 'Required' }]
    const told = await problemOf(ask(refuse(422, 'VALIDATION_ERROR', { errors })))
    expect(told).toMatchObject({ code: 'invalid_request', fields: errors })
  })
})

describe('a verification that fails', () => {
  const alternative = (code: number, error: string) => ({ code, error, message: error, time: 1 })

  test.each<[string, Reply, string]>([
    ['401', refuse(401, 'INVALID_API_KEY'), 'key_refused'],
    ['402', refuse(402, 'BILLING_LIMIT_EXCEEDED'), 'billing_limit'],
    ['403', refuse(403, 'PROJECT_DISABLED'), 'project_disabled'],
    [
      '400 in the alternative form',
      json(alternative(400, 'Bad Request'), { status: 400 }),
      'invalid_request',
    ],
    ['401 in an answer of 200', json(alternative(401, 'Unauthorized')), 'key_refused'],
    ['429 in an answer of 200', json(alternative(429, 'Too Many Requests')), 'rate_limited'],
    ['success false in an answer of 200', refuse(200, 'PROJECT_DISABLED'), 'project_disabled'],
    ['a web page', html(), 'not_the_service'],
  ])('says so: %s', async (_, reply, code) => {
    expect((await problemOf(ask(reply))).code).toBe(code)
  })

  test('names a service that has no such endpoint', async () => {
    const told = await problemOf(ask(refuse(404, 'RESOURCE_NOT_FOUND')))
    expect(told).toMatchObject({ code: 'not_found', title: 'This service does not verify addresses' })
  })

  test.each<[string, Reply]>([
    ['a 500', refuse(500, 'INTERNAL_SERVER_ERROR')],
    ['a reset', reset()],
    ['a 429', tooMany()],
  ])('is repeated after %s', async (_, fault) => {
    const server = await serve(() => json(result))
    server.next(fault)
    const { value } = await connectHurried(server.url).verifyAddress(email, job)
    expect(value.kind).toBe('answered')
    expect(server.requests).toHaveLength(2)
  })
})

describe('stopping a verification', () => {
  test('waits for the answer of a request that is on its way', async () => {
    const stop = new AbortController()
    const server = await serve(() => late(20, json(result)))
    const call = connect(server.url).verifyAddress(email, { ...job, stop: stop.signal })
    await server.arrived(1)
    stop.abort()
    expect((await call).value.kind).toBe('answered')
  })

  test('sends no further request after a failure', async () => {
    const stop = new AbortController()
    const server = await serve(() => late(20, refuse(500, 'INTERNAL_SERVER_ERROR')))
    const call = problemOf(connect(server.url).verifyAddress(email, { ...job, stop: stop.signal }))
    await server.arrived(1)
    stop.abort()
    expect((await call).code).toBe('cancelled')
    expect(server.requests).toHaveLength(1)
  })

  test('sends nothing once it was stopped before', async () => {
    const server = await serve(() => json(result))
    const stop = AbortSignal.abort()
    const told = await problemOf(connect(server.url).verifyAddress(email, { ...job, stop }))
    expect(told.code).toBe('cancelled')
    expect(server.requests).toHaveLength(0)
  })
})
