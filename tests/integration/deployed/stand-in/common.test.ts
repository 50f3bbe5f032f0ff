import { describe, expect, it } from 'vitest'
import { call, flat, standard, started } from './calls'

const nobody = '00000000-0000-4000-8000-000000000000'

describe('rate limits (deployed.md section 1)', () => {
  it('has none unless they are switched on', async () => {
    const service = await started()
    const answered = await call(service, 'POST /contacts', { email: 'ada@example.com' })
    expect(answered.headers.get('ratelimit-limit')).toBeNull()
  })

  it('counts the writing of contacts together, and says what is left', async () => {
    const clock = { now: Date.UTC(2026, 8, 1) }
    const service = await started({ rateLimits: true }, clock)
    const first = await call(service, 'POST /contacts', { email: 'ada@example.com' })
    expect(first.headers.get('ratelimit-limit')).toBe('100')
    expect(first.headers.get('ratelimit-remaining')).toBe('99')
    expect(first.headers.get('ratelimit-reset')).toBe('1')
    for (let count = 1; count < 100; count++) await call(service, `PATCH /contacts/${nobody}`, {})
    const over = await call(service, `DELETE /contacts/${nobody}`)
    expect(over).toMatchObject(standard(429, 'RATE_LIMIT_EXCEEDED'))
    expect(over.body).toMatchObject({ error: { details: { retryAfter: 1 } } })
    expect(over.headers.get('retry-after')).toBe('1')
    expect((await call(service, 'POST /contacts/lookup', { emails: ['a@example.com'] })).status).toBe(200)
    clock.now += 1000
    expect((await call(service, 'POST /contacts', { email: 'ada@example.com' })).status).toBe(200)
  })
})

describe('idempotency (deployed.md section 1)', () => {
  const event = { event: 'signup', email: 'ada@example.com' }
  const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

  it('knows no status of a request that is still running', async () => {
    const service = await started()
    let letGo: () => void = () => undefined
    const until = new Promise<unknown>((resolve) => (letGo = () => resolve(null)))
    service.faults = ({ index }) => (index === 0 ? { do: 'hold', when: 'after', until } : null)
    const first = call(service, 'POST /v1/track', event, keyed('one'))
    await expect.poll(() => service.state.events.all()).toHaveLength(1)
    const second = await call(service, 'POST /v1/track', event, keyed('one'))
    expect(second.body).toMatchObject({ error: { details: { originalStatusCode: null } } })
    letGo()
    expect((await first).status).toBe(200)
  })

  it('burns no key on a 429', async () => {
    const clock = { now: Date.UTC(2026, 8, 1) }
    const service = await started({ rateLimits: true }, clock)
    service.state.buckets.set('track', { tokens: 0, at: clock.now })
    expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(429)
    clock.now += 1000
    expect((await call(service, 'POST /v1/track', event, keyed('one'))).status).toBe(200)
  })
})

describe('faults on the way', () => {
  it('cuts a connection before a request is carried out, or after it', async () => {
    const service = await started()
    service.faults = ({ index }) => ({ do: 'cut', when: index === 0 ? 'before' : 'after' })
    await expect(call(service, 'POST /contacts', { email: 'ada@example.com' })).rejects.toThrow()
    expect(service.state.contacts.size).toBe(0)
    await expect(call(service, 'POST /contacts', { email: 'ada@example.com' })).rejects.toThrow()
    expect(service.state.contacts.size).toBe(1)
    expect(service.requests.map(({ status }) => status)).toEqual([null, null])
  })

  it('answers in the place of the service', async () => {
    const service = await started()
    service.faults = () => ({ do: 'answer', status: 502, body: { error: 'Bad gateway' } })
    expect(await call(service, 'POST /contacts', { email: 'ada@example.com' })).toMatchObject(flat(502))
    expect(service.state.contacts.size).toBe(0)
  })
})
