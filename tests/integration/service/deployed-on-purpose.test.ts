import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type OpenedInside, openInProcess } from './open'

const identified = z.object({ id: z.string() })
const uploaded = z.object({ url: z.string() })

/** What docs/embedded-service.md ("Dialects") says the deployed dialect does otherwise than deployed.md, on purpose. */
describe('the deployed dialect, on purpose', () => {
  let service: OpenedInside
  beforeAll(async () => {
    service = await openInProcess({ dialect: 'deployed' })
  })
  afterAll(() => service.stop())

  const unexpected = { error: { code: 'INTERNAL_SERVER_ERROR', message: 'An unexpected error occurred' } }

  it.each(['evil.example', 'evil.example:4310'])(
    'tells nothing of a contact to who came by another name: %s',
    async (host) => {
      const made = await service.ask('POST', '/contacts', { body: { email: 'ada@example.com' } })
      const { id } = identified.parse(made.body)
      for (const [method, path] of [
        ['GET', `/contacts/public/${id}`],
        ['POST', `/contacts/public/${id}/unsubscribe`],
        ['GET', `/unsubscribe/${id}`],
        ['POST', `/unsubscribe/${id}`],
      ] as const) {
        expect((await service.ask(method, path, { key: null, headers: { host } })).status).toBe(404)
      }
      expect((await service.ask('GET', `/contacts/${id}`)).body).toMatchObject({ subscribed: true })
    },
  )

  it('takes 128 KB with the public key, and fails on more', async () => {
    const track = (bytes: number) =>
      service.ask('POST', '/v1/track', {
        key: service.publicKey,
        body: { email: 'ada@example.com', event: 'signup', filling: 'x'.repeat(bytes) },
      })
    expect((await track(127 * 1024)).status).toBe(200)
    expect(await track(128 * 1024)).toMatchObject({ status: 500, body: unexpected })
  })

  it('takes more than 1 MB with the secret key alone', async () => {
    const body = { email: 'ada@example.com', filling: 'x'.repeat(2 * 1024 * 1024) }
    expect((await service.ask('POST', '/contacts', { body })).status).toBe(200)
    expect(await service.ask('POST', '/contacts', { body, key: null })).toMatchObject({ status: 500 })
  })

  it('fails on what is nested deeper than what can be stored', async () => {
    const text = `{"email":"ada@example.com","data":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`
    expect(await service.ask('POST', '/contacts', { text })).toMatchObject({ status: 500, body: unexpected })
  })

  it('refuses to keep more than 64 KB of a contact', async () => {
    const body = { email: 'ada@example.com', data: { long: 'x'.repeat(65 * 1024) } }
    expect((await service.ask('POST', '/contacts', { body })).status).toBe(422)
  })

  it('serves a picture that was uploaded to who has its address', async () => {
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' }), 'logo.png')
    const headers = { authorization: `Bearer ${service.secretKey}` }
    const answer = await service.request('/uploads/image', { method: 'POST', headers, body: form })
    const { url } = uploaded.parse(await answer.json())
    const path = url.replace('http://service.example', '')
    const picture = await service.request(path, {})
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect((await service.request(path.replace('.png', '.gif'), {})).status).toBe(404)
  })

  it('has no document of interface.md', async () => {
    expect((await service.ask('GET', '/openapi.json', { key: null })).status).toBe(404)
  })

  it('reports nothing as gone wrong inside', () => {
    expect(service.failures).toEqual([])
  })
})
