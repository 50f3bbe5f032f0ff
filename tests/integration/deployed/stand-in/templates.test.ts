import { describe, expect, it } from 'vitest'
import { call, plain, started } from './calls'

const whole = { name: 'Hello', subject: 'Hi', body: '<p>Hi</p>', from: 'news@example.com' }

describe('templates (deployed.md section 4)', () => {
  it('takes any text in spring, where there is no Liquid', async () => {
    const service = await started({ generation: 'spring' })
    expect((await call(service, 'POST /templates', { ...whole, body: '{% if plan %}' })).status).toBe(201)
    expect(await call(service, 'POST /templates/bulk-update', { ids: [] })).toMatchObject(
      plain(404, 'Unknown route'),
    )
  })
})
