import { describe, expect, it } from 'vitest'
import { call, started } from './calls'

describe('contacts (deployed.md section 3)', () => {
  it('knows no snooze in spring', async () => {
    const service = await started({ generation: 'spring' })
    const { body } = await call(service, 'POST /contacts', { email: 'ada@example.com' })
    expect(body).not.toHaveProperty('snoozedUntil')
  })

  it('ends a snooze when the subscription is written', async () => {
    const service = await started()
    const { id } = service.add({
      email: 'ada@example.com',
      subscribed: false,
      snoozedUntil: '2026-10-01T00:00:00.000Z',
    })
    const { body } = await call(service, `PATCH /contacts/${id}`, { subscribed: false })
    expect(body).toMatchObject({ subscribed: false, snoozedUntil: null })
  })
})
