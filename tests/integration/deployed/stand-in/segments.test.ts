import { describe, expect, it } from 'vitest'
import { call, started, textAt } from './calls'

describe('members of static segments (deployed.md section 6)', () => {
  it('creates nobody in spring', async () => {
    const service = await started({ generation: 'spring' })
    const made = await call(service, 'POST /segments', { name: 'Made', type: 'STATIC' })
    const id = textAt(made.body, 'id')
    const emails = ['new@example.com']
    const { body } = await call(service, `POST /segments/${id}/members`, { emails, createMissing: true })
    expect(body).toEqual({ added: 0, notFound: emails })
  })
})
