import { describe, expect, it } from 'vitest'
import { json, refuse, type Reply, type SeenRequest } from '../../fixtures/misbehaving-server'
import { click, connect, problemOf, serve } from './setup'

/** A service that keeps its domains by project, and tells a key of its project by its records alone. */

const project = '0f7c1f9e-6f3b-4a55-8f0e-2a4f3a1a7b10'
const domain = {
  id: 'd1',
  domain: 'harbour.example',
  verified: true,
  dkimTokens: null,
  projectId: project,
}

function answer({ method, path, body }: SeenRequest): Reply {
  if (path === '/contacts') return json({ data: [], total: 0, hasMore: false })
  if (path === '/templates') return json({ data: [{ id: 't1', projectId: project }], total: 1, page: 1 })
  if (path === `/domains/project/${project}`) return json([domain])
  if (path === '/domains' && method === 'POST') {
    const given = JSON.parse(body) as { projectId?: string; domain: string }
    if (given.projectId !== project) return refuse(422, 'VALIDATION_ERROR')
    return json({ ...domain, id: 'd2', domain: given.domain, verified: false }, { status: 201 })
  }
  return refuse(404, 'INTERNAL_SERVER_ERROR')
}

describe('domains by project', () => {
  it('are listed by the project that any record names', async () => {
    const server = await serve(answer)
    const { value } = await connect(server.url).listCatalogue('domains', { limit: 100 }, click)
    expect(value.items).toMatchObject([{ domain: 'harbour.example', dkimTokens: [] }])
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/domains',
      '/contacts',
      '/templates',
      `/domains/project/${project}`,
    ])
  })

  it('are listed there at once from then on', async () => {
    const server = await serve(answer)
    const client = connect(server.url)
    await client.listCatalogue('domains', { limit: 100 }, click)
    const asked = server.requests.length
    await client.listCatalogue('domains', { limit: 100 }, click)
    expect(server.requests.slice(asked).map(({ path }) => path)).toEqual([`/domains/project/${project}`])
  })

  it('are added to that project', async () => {
    const server = await serve(answer)
    const made = await connect(server.url).createRecord('domains', { domain: 'lamp.example' }, click)
    expect(made.value).toMatchObject({ id: 'd2', domain: 'lamp.example' })
  })

  it('are not there where no record names a project', async () => {
    const server = await serve((request) =>
      request.path === '/contacts'
        ? json({ contacts: [{ id: 'c1', email: 'a@b.example' }] })
        : refuse(404, 'NOT_FOUND'),
    )
    const call = connect(server.url).listCatalogue('domains', { limit: 100 }, click)
    expect((await problemOf(call)).code).toBe('not_found')
  })
})
