import { describe, expect, it } from 'vitest'
import { call, flat, invalid, plain, standard, started, textAt } from './calls'

const other = '00000000-0000-4000-8000-000000000000'

describe('domains (deployed.md section 8)', () => {
  it('are not listed at /domains', async () => {
    const service = await started()
    expect(await call(service, 'GET /domains')).toMatchObject(plain(404, 'Unknown route'))
  })

  it('are listed bare by the project', async () => {
    const service = await started()
    expect(await call(service, `GET /domains/project/${service.projectId}`)).toMatchObject({
      status: 200,
      body: [
        {
          domain: 'example.com',
          verified: true,
          dkimTokens: expect.any(Array),
          projectId: service.projectId,
        },
      ],
    })
    expect(await call(service, `GET /domains/project/${other}`)).toMatchObject(standard(403, 'FORBIDDEN'))
  })

  it('take no key in spring', async () => {
    const service = await started({ generation: 'spring' })
    const refused = standard(401, 'UNAUTHORIZED')
    expect(await call(service, `GET /domains/project/${service.projectId}`)).toMatchObject(refused)
    expect(await call(service, 'POST /domains', {})).toMatchObject(refused)
  })

  it('are added to a project by its id, once', async () => {
    const service = await started()
    service.state.foreignDomains.add('taken.example')
    const add = (body: object) => call(service, 'POST /domains', body)
    const { projectId } = service
    expect(await add({ domain: 'new.example' })).toMatchObject(invalid('projectId'))
    expect(await add({ projectId, domain: 'new.example' })).toMatchObject({
      status: 201,
      body: { domain: 'new.example', verified: false, projectId },
    })
    expect(await add({ projectId, domain: 'new.example' })).toMatchObject(flat(400))
    expect(await add({ projectId, domain: 'taken.example' })).toMatchObject(flat(403))
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

  it('are deleted where nothing is sent from them', async () => {
    const service = await started()
    const [domain] = service.state.domains.values()
    const made = await call(service, 'POST /templates', {
      name: 'T',
      subject: 'S',
      body: 'B',
      from: 'a@example.com',
    })
    expect(await call(service, `DELETE /domains/${domain?.id}`)).toMatchObject(plain(409))
    await call(service, `DELETE /templates/${textAt(made.body, 'id')}`)
    expect(await call(service, `DELETE /domains/${domain?.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
  })
})
