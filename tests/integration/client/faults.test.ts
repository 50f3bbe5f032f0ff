import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import {
  compressed,
  cutAfter,
  drip,
  empty,
  gzipBomb,
  hang,
  html,
  json,
  noHttp,
  redirect,
  refuse,
  reset,
  text,
  truncated,
} from '../../fixtures/misbehaving-server'
import { click, connect, contact, first, page, problemOf, secretKey, serve } from './setup'

/** A port of this machine that nothing listens on. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

const listing = (address: string, options = {}) =>
  problemOf(connect(address, options).listContacts(first, click))

describe('an address that leads nowhere', () => {
  test('a refused connection names the host and the port', async () => {
    const port = await freePort()
    const found = await listing(`http://127.0.0.1:${port}`)
    expect(found).toMatchObject({ code: 'connection_refused', retryable: true })
    expect(found.why).toContain(`127.0.0.1:${port}`)
  })

  test('a host that no name server knows is told apart', async () => {
    const found = await listing('https://postroom-test.invalid')
    expect(found.code).toBe('dns_failed')
    expect(found.why).toContain('postroom-test.invalid')
  })

  test('another site answers with a web page', async () => {
    const server = await serve(() => html())
    const found = await listing(server.url)
    expect(found).toMatchObject({ code: 'not_the_service', status: 200 })
    expect(found.action).toContain('API')
  })

  test('another interface does not know the list', async () => {
    const server = await serve(() => json({ message: 'Not Found' }, { status: 404 }))
    const found = await listing(server.url)
    expect(found).toMatchObject({ code: 'not_the_service', status: 404 })
    expect(found.why).toContain('/contacts')
  })

  test('a port that speaks something else than HTTP', async () => {
    const server = await serve(() => noHttp())
    expect((await listing(server.url)).code).toBe('not_the_service')
  })
})

describe('TLS', () => {
  test('a certificate that nobody vouches for stops the call before the key leaves', async () => {
    const server = await serve(() => json(page), true)
    const found = await listing(server.url)
    expect(found).toMatchObject({ code: 'tls_failed', retryable: false })
    expect(found.why).toContain('vouches')
    expect(server.requests).toHaveLength(0)
  })

  test('https to a port that speaks http', async () => {
    const server = await serve(() => json(page))
    const found = await listing(server.url.replace('http:', 'https:'))
    expect(found.code).toBe('tls_failed')
    expect(found.why).toContain('does not answer in TLS')
  })

  test('http to a port that speaks https', async () => {
    const server = await serve(() => json(page), true)
    const found = await listing(server.url.replace('https:', 'http:'))
    expect(['connection_reset', 'not_the_service']).toContain(found.code)
    expect(server.requests).toHaveLength(0)
  })
})

describe('time', () => {
  test('a service that takes the request and stays silent', async () => {
    const server = await serve(() => hang())
    const found = await listing(server.url, { limits: { answerMs: 150 } })
    expect(found).toMatchObject({ code: 'timed_out' })
    expect(found.why).toContain('150 ms')
    expect(server.requests).toHaveLength(1)
  })

  test('a service that drips for ever ends at the deadline all the same (C29)', async () => {
    const server = await serve(() => drip(20))
    expect((await listing(server.url, { limits: { answerMs: 200 } })).code).toBe('timed_out')
  })

  test('a host that takes no connection', async () => {
    const found = await listing('http://192.0.2.1', { limits: { connectMs: 150 } })
    // 192.0.2.0/24 is for documentation: where a network answers for it, it says that there is no way.
    expect(['timed_out', 'connection_refused']).toContain(found.code)
  })
})

describe('an answer that breaks off', () => {
  test('a reset before the answer', async () => {
    const server = await serve(() => reset())
    expect((await listing(server.url)).code).toBe('connection_reset')
  })

  test('a reset in mid body', async () => {
    const server = await serve(() => cutAfter(page, 20))
    expect((await listing(server.url)).code).toBe('connection_reset')
  })

  test('an error whose body is cut keeps its status', async () => {
    const server = await serve(() => cutAfter({ error: 'x'.repeat(500) }, 20, { status: 403 }))
    expect(await listing(server.url)).toMatchObject({ code: 'forbidden', status: 403 })
  })

  test('JSON that is cut short but complete by its length', async () => {
    const server = await serve(() => truncated(page, 30))
    expect(await listing(server.url)).toMatchObject({ code: 'answer_malformed', status: 200 })
  })

  test('compressed content that is damaged', async () => {
    const server = await serve(() => text('no gzip', { headers: { 'Content-Encoding': 'gzip' } }))
    expect((await listing(server.url)).code).toBe('answer_malformed')
  })
})

describe('an answer that is too large', () => {
  test('a gzip bomb is cut off (C29)', async () => {
    const server = await serve(() => gzipBomb(64))
    expect((await listing(server.url)).code).toBe('answer_too_large')
  })

  test('a large body without compression is cut off', async () => {
    const server = await serve(() => text(' '.repeat(200_000)))
    expect((await listing(server.url, { maxAnswerBytes: 100_000 })).code).toBe('answer_too_large')
  })
})

describe('a redirect', () => {
  test('to another origin is not followed, and that origin sees neither key nor request (C29)', async () => {
    const other = await serve(() => json(page))
    const server = await serve(() => redirect(`${other.url}/contacts`))
    const found = await listing(server.url)
    expect(found).toMatchObject({ code: 'redirected', status: 302 })
    expect(found.why).toContain(other.url)
    expect(other.requests).toHaveLength(0)
    expect(other.connections).toBe(0)
  })

  test('to the same origin is not followed either', async () => {
    const server = await serve(() => redirect('/v2/contacts', 308))
    expect((await listing(server.url)).code).toBe('redirected')
    expect(server.requests).toHaveLength(1)
  })
})

describe('a key that is not taken', () => {
  test('401 is told at once and asked once', async () => {
    const server = await serve(() => refuse(401, 'INVALID_API_KEY'))
    expect(await listing(server.url)).toMatchObject({ code: 'key_refused', requestId: 'req-in-body' })
    expect(server.requests).toHaveLength(1)
  })

  test('a public key in place of the secret one is said to be that', async () => {
    const server = await serve(() => refuse(401, 'INVALID_API_KEY'))
    expect((await listing(server.url, { secretKey: 'pk_mistaken' })).code).toBe('key_wrong_class')
  })

  test('a disabled project is told apart from a key without rights', async () => {
    const server = await serve(() => refuse(403, 'PROJECT_DISABLED'))
    expect((await listing(server.url)).code).toBe('project_disabled')
    server.answer(() => refuse(403, 'FORBIDDEN'))
    expect((await listing(server.url)).code).toBe('forbidden')
  })

  test('no key at all is refused here, and nothing is sent', async () => {
    const server = await serve(() => json(page))
    expect((await listing(server.url, { secretKey: '' })).code).toBe('key_missing')
    expect(server.requests).toHaveLength(0)
  })

  test('a key with a line break is refused here, unsent and unnamed', async () => {
    const server = await serve(() => json(page))
    const found = await listing(server.url, { secretKey: 'sk_canary\r\nX-Evil: 1' })
    expect(found.code).toBe('key_refused')
    expect(JSON.stringify(found)).not.toContain('canary')
    expect(server.requests).toHaveLength(0)
  })
})

describe('answers of 200 that are none', () => {
  test.each([
    [
      'success: false',
      json({ success: false, error: { code: 'INTERNAL_SERVER_ERROR', message: 'No' } }),
      'service_failed',
    ],
    ['an empty body', empty(200), 'answer_malformed'],
    ['no content', empty(204), 'answer_malformed'],
    ['another list', json({ users: [] }), 'answer_malformed'],
    [
      'mostly other elements',
      json({ contacts: [contact, { id: 3 }, { id: 4 }], cursor: null }),
      'answer_malformed',
    ],
  ])('%s', async (_, reply, code) => {
    const server = await serve(() => reply)
    expect((await listing(server.url)).code).toBe(code)
    expect(server.requests).toHaveLength(1)
  })
})

describe('what is fine all the same', () => {
  test.each(['gzip', 'deflate', 'raw-deflate', 'br'] as const)('an answer in %s', async (encoding) => {
    const server = await serve(() => compressed(page, encoding))
    const { value } = await connect(server.url).listContacts(first, click)
    expect(value.items).toEqual([contact])
  })

  test('JSON that calls itself a web page', async () => {
    const server = await serve(() => json(page, { headers: { 'Content-Type': 'text/html' } }))
    expect((await connect(server.url).listContacts(first, click)).value.total).toBe(1)
  })

  test('a name with two addresses, of which one listens', async () => {
    const server = await serve(() => json(page))
    const address = server.url.replace('127.0.0.1', 'localhost')
    expect((await connect(address).listContacts(first, click)).value.total).toBe(1)
  })
})

describe('secrets', () => {
  test('are in no problem, no cause and no log line of any failure (C35)', async () => {
    const server = await serve(
      ({ index }) => [reset(), hang(), html(), refuse(401, `no ${secretKey}`)][index % 4]!,
    )
    const client = connect(server.url, { limits: { answerMs: 100 } })
    const errors: unknown[] = []
    for (let call = 0; call < 6; call++) {
      await client.listContacts(first, click).catch((error: unknown) => errors.push(error))
    }
    expect(errors.length).toBeGreaterThan(3)
    const told = errors.map((error) => {
      const { message, cause } = error as Error
      return `${message} ${JSON.stringify(error)} ${String(cause)}`
    })
    expect(told.join()).not.toContain('canary')
    expect(client.logged()).not.toContain('canary')
    expect(client.logged()).toContain('request_failed')
  })
})
