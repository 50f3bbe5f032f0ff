import { describe, expect, it } from 'vitest'
import { call, flat, plain, standard, started, textAt } from './calls'

describe('domains (deployed.md section 8)', () => {
  it('take no key in spring', async () => {
    const service = await started({ generation: 'spring' })
    const refused = standard(401, 'UNAUTHORIZED')
    expect(await call(service, `GET /domains/project/${service.projectId}`)).toMatchObject(refused)
    expect(await call(service, 'POST /domains', {})).toMatchObject(refused)
  })

  it('are verified when asked, if their records are published', async () => {
    const service = await started({ published: (domain) => domain === 'good.example' })
    const verified = async (domain: string) => {
      const made = await call(service, 'POST /domains', { projectId: service.projectId, domain })
      return (await call(service, `GET /domains/${textAt(made.body, 'id')}/verify`)).body
    }
    expect(await verified('good.example')).toMatchObject({
      domain: 'good.example',
      tokens: expect.any(Array),
      verified: true,
    })
    expect(await verified('bad.example')).toMatchObject({ status: expect.any(String), verified: false })
    const from = 'news@bad.example'
    const template = { name: 'T', subject: 'S', body: 'B', from }
    expect(await call(service, 'POST /templates', template)).toMatchObject(plain(403))
  })

  it('belong to one project', async () => {
    const service = await started()
    service.state.foreignDomains.add('taken.example')
    const { projectId } = service
    const refused = await call(service, 'POST /domains', { projectId, domain: 'taken.example' })
    expect(refused).toMatchObject(flat(403))
  })
})
