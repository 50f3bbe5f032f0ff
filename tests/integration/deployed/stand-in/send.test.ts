import { describe, expect, it } from 'vitest'
import { call, noon, plain, standard, started, textAt } from './calls'

const mail = { to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from: 'hello@example.com' }

describe('POST /v1/send (deployed.md section 2)', () => {
  it('sends to each in the order of the request, and makes new people unsubscribed', async () => {
    const service = await started()
    service.add({ email: 'grace@example.com' })
    const to = ['Ada@example.com', { name: 'Grace', email: 'grace@example.com' }]
    const { status, body } = await call(service, 'POST /v1/send', { ...mail, to })
    const [ada, grace] = ['ada@example.com', 'grace@example.com'].map((email) =>
      service.state.contacts.withEmail(email),
    )
    const [first, second] = service.state.emails.all()
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          emails: [
            { contact: { id: ada?.id, email: 'ada@example.com' }, email: first?.id },
            { contact: { id: grace?.id, email: 'grace@example.com' }, email: second?.id },
          ],
          timestamp: new Date(noon).toISOString(),
        },
      },
    })
    expect(ada).toMatchObject({ subscribed: false })
    expect(grace).toMatchObject({ subscribed: true, data: { name: 'Grace' } })
    expect(first).toMatchObject({ status: 'SENT', class: 'transactional', headers: {} })
    expect(service.state.events.of(ada?.id ?? '').map(({ name }) => name)).toEqual([
      'email.sent',
      'email.delivery',
    ])
  })

  it('prefers what a request says to what its template does', async () => {
    const service = await started()
    const template = {
      name: 'T',
      subject: 'Theirs',
      body: 'B',
      from: 'a@example.com',
      fromName: 'A',
      type: 'TRANSACTIONAL',
    }
    const id = textAt((await call(service, 'POST /templates', template)).body, 'id')
    const ours = {
      to: 'ada@example.com',
      template: id,
      subject: 'Ours',
      from: { name: 'Me', email: 'me@example.com' },
    }
    await call(service, 'POST /v1/send', { ...ours, reply: 'help@example.com' })
    expect(service.state.emails.all()).toMatchObject([
      { subject: 'Ours', body: 'B', from: 'me@example.com', fromName: 'Me', replyTo: 'help@example.com' },
    ])
  })

  it('says 429 without a time to wait where the quota is used up', async () => {
    const service = await started()
    service.state.project.overQuota = true
    const refused = await call(service, 'POST /v1/send', mail)
    expect(refused).toMatchObject(plain(429))
    expect(refused.headers.get('retry-after')).toBeNull()
  })

  it('has a bucket of its own', async () => {
    const service = await started({ rateLimits: true })
    expect((await call(service, 'POST /v1/send', mail)).headers.get('ratelimit-limit')).toBe('50')
    service.state.buckets.set('send', { tokens: 0, at: noon })
    expect(await call(service, 'POST /v1/send', mail)).toMatchObject(standard(429, 'RATE_LIMIT_EXCEEDED'))
  })
})
