import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, errorOf, open } from './open'

let service: Opened
beforeAll(async () => {
  service = await open('in process')
})
afterAll(() => service.stop())

const email = 'full@example.com'
const keys = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, at]))
const track = (data: Record<string, unknown>) =>
  service.ask('POST', '/v1/track', { key: service.publicKey, body: { event: 'seen', email, data } })
const held = async () => {
  const { body } = await service.ask('GET', `/contacts?limit=1&search=${email}`)
  return JSON.stringify(body)
}

describe('what one contact keeps (C43)', () => {
  it.each([
    ['keys past 200', keys(201)],
    ['text past 64 KB', { note: 'é'.repeat(33 * 1024) }],
  ])('is never %s, from whoever has the public key', async (_, data) => {
    expect(errorOf(await track(data))).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await held()).not.toContain('full@')
  })

  it('is not outgrown little by little', async () => {
    expect((await track(keys(150, 'a'))).status).toBe(200)
    expect((await track(keys(51, 'b'))).body).toMatchObject({
      error: { message: 'The data would have 201 keys; 200 are the most.' },
    })
    expect((await track(keys(50, 'b'))).status).toBe(200)
    expect(await held()).not.toContain('b50')
  })

  it('may be changed and taken away where it is full', async () => {
    expect((await track({ a0: 'new' })).status).toBe(200)
    expect((await track({ a0: null, c0: 1 })).status).toBe(200)
  })
})

describe('the body of whoever has the public key (C43)', () => {
  it('is refused past 128 KB, before it is read', async () => {
    const text = JSON.stringify({ event: 'seen', email, notKnown: 'x'.repeat(200 * 1024) })
    const { status, body } = await service.ask('POST', '/v1/track', { key: service.publicKey, text })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { message: 'The body is larger than 128 KB.' } })
  })
})
