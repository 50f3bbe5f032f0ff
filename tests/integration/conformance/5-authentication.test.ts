import { describe, expect, it } from 'vitest'
import { endpoints, named, nobody, type Endpoint } from './endpoints'
import { track } from './made'
import { expectOneOf, expectRefusal, refusalOf } from './refusals'
import { conformance, type Section } from './suite'

const all = named(endpoints)
const secretOnly = named(endpoints.filter(({ publicKey }) => !publicKey))

// interface.md section 5. Nothing here reaches an endpoint: a refused key comes before everything else.
conformance('5 Authentication', (the: Section) => {
  const ask = ({ method, path, body }: Endpoint, key: string | null, headers?: Record<string, string>) =>
    the.service.ask(method, path.replace(':id', nobody), { body: body?.(the.service), key, headers })

  it.each(all)('%s without a key is 401', async (_name, endpoint) => {
    expectRefusal(the, await ask(endpoint, null), 'MISSING_AUTH')
  })

  it.each(all)('%s with an unknown secret key is 401', async (_name, endpoint) => {
    expectRefusal(the, await ask(endpoint, 'sk_conformance_unknown'), 'INVALID_API_KEY')
  })

  it.each(secretOnly)('%s does not take a public key', async (_name, endpoint) => {
    const answer = await ask(endpoint, the.service.publicKey)
    // interface.md: 403 for a key that is not authorised; wire.md: INVALID_API_KEY "also: a key of the wrong class".
    if (the.dialect) expectRefusal(the, answer, 'INVALID_API_KEY')
    else expectOneOf(answer, 401, 403)
  })

  it.each([
    ['a public key', 'pk_conformance_unknown'],
    ['an empty key', ''],
    ['a key with a space', 'sk_a b'],
    ['a very long key', `sk_${'x'.repeat(4000)}`],
  ])('an unknown %s is 401', async (_what, key) => {
    expectOneOf(await the.service.ask('GET', '/contacts', { key }), 401)
  })

  it.each(['Basic', 'Token', 'ApiKey'])('the scheme %s is 401', async (scheme) => {
    const headers = { Authorization: `${scheme} ${the.service.secretKey}` }
    expectOneOf(await the.service.ask('GET', '/contacts', { key: null, headers }), 401)
  })

  it('a key without a scheme is 401', async () => {
    const headers = { Authorization: the.service.secretKey }
    expectOneOf(await the.service.ask('GET', '/contacts', { key: null, headers }), 401)
  })

  it('a key in the query is no key', async () => {
    const path = `/contacts?apiKey=${encodeURIComponent('sk_conformance_unknown')}`
    expectOneOf(await the.service.ask('GET', path, { key: null }), 401)
  })

  it('the secret key is looked at as it is written', async () => {
    const key = the.service.secretKey.slice(0, 3) + the.service.secretKey.slice(3).toUpperCase()
    expectOneOf(await the.service.ask('GET', '/contacts', { key }), 401)
  })

  it('a refused key tells nothing of what it asked for', async () => {
    const answer = await the.service.ask('GET', `/contacts/${nobody}`, { key: 'sk_conformance_unknown' })
    expect(refusalOf(answer).status).toBe(401)
    expect(JSON.stringify(answer.body)).not.toContain('sk_conformance_unknown')
  })

  it.each(['secretKey', 'publicKey'] as const)('POST /v1/track takes the %s', async (key) => {
    const { event } = await track(the.service, {}, { key: the.service[key] })
    expect(event).not.toBe('')
  })

  the.onlyEmbedded('a disabled project', 'a deployed project cannot be disabled from outside', () => {
    describe('a disabled project', () => {
      it.each(all)('%s is 403', async (_name, endpoint) => {
        await the.service.inside?.setDisabled(true)
        try {
          expectRefusal(the, await ask(endpoint, the.service.secretKey), 'PROJECT_DISABLED')
        } finally {
          await the.service.inside?.setDisabled(false)
        }
      })

      it('POST /v1/track with the public key is 403', async () => {
        await the.service.inside?.setDisabled(true)
        try {
          const tracking = endpoints.find(({ publicKey }) => publicKey)!
          expectRefusal(the, await ask(tracking, the.service.publicKey), 'PROJECT_DISABLED')
        } finally {
          await the.service.inside?.setDisabled(false)
        }
      })

      it('is not told to an unknown key', async () => {
        await the.service.inside?.setDisabled(true)
        try {
          expectRefusal(the, await the.service.ask('GET', '/contacts', { key: 'sk_no' }), 'INVALID_API_KEY')
        } finally {
          await the.service.inside?.setDisabled(false)
        }
      })
    })
  })
})
