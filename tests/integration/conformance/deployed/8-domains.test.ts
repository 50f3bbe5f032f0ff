import { describe, expect, it } from 'vitest'
import { call, flat, invalid, member, plain, standard, textAt } from '../../deployed/stand-in/calls'
import { subjects } from './subjects'

const other = '00000000-0000-4000-8000-000000000000'

describe.each(subjects)('$name', (candidate) => {
  describe('domains (deployed.md section 8)', () => {
    it('are not listed at /domains', async () => {
      const service = await candidate.open()
      expect(await call(service, 'GET /domains')).toMatchObject(plain(404, 'Unknown route'))
    })

    it('are listed bare by the project', async () => {
      const service = await candidate.open()
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

    it('are added to a project by its id, once', async () => {
      const service = await candidate.open()
      const add = (body: object) => call(service, 'POST /domains', body)
      const { projectId } = service
      expect(await add({ domain: 'new.example' })).toMatchObject(invalid('projectId'))
      expect(await add({ projectId, domain: 'new.example' })).toMatchObject({
        status: 201,
        body: { domain: 'new.example', verified: false, projectId },
      })
      expect(await add({ projectId, domain: 'new.example' })).toMatchObject(flat(400))
    })

    it('are asked for by ids alone', async () => {
      const service = await candidate.open()
      expect(await call(service, 'GET /domains/project/mine')).toMatchObject(invalid('projectId'))
      expect(await call(service, 'GET /domains/example.com/verify')).toMatchObject(invalid('id'))
      expect(await call(service, `DELETE /domains/${other}`)).toMatchObject(plain(404, 'Domain not found'))
    })

    it('are deleted where nothing is sent from them', async () => {
      const service = await candidate.open()
      const domain = member((await call(service, `GET /domains/project/${service.projectId}`)).body, 0)
      const made = await call(service, 'POST /templates', {
        name: 'T',
        subject: 'S',
        body: 'B',
        from: 'a@example.com',
        type: 'MARKETING',
      })
      expect(await call(service, `DELETE /domains/${textAt(domain, 'id')}`)).toMatchObject(plain(409))
      await call(service, `DELETE /templates/${textAt(made.body, 'id')}`)
      expect(await call(service, `DELETE /domains/${textAt(domain, 'id')}`)).toMatchObject({
        status: 200,
        body: { success: true },
      })
    })
  })
})
