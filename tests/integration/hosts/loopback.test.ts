import { inEnglish } from '../../fixtures/language'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createLogger } from '../../../src-main/core/log'
import { Downloads } from '../../../src-main/hosts/browser/loopback/downloads'
import { largestMessage, startLoopback, type Loopback } from '../../../src-main/hosts/browser/loopback/server'
import { Sessions } from '../../../src-main/hosts/browser/loopback/sessions'
import { Uploads } from '../../../src-main/hosts/browser/loopback/uploads'
import { plainStart } from '../../../src-main/hosts/start-of-page'
import { listAssets } from '../../../src-main/hosts/desktop/window/assets'

let folder: string
let server: Loopback
let sessions: Sessions
let downloads: Downloads
let uploads: Uploads
let logged: string
let bridges: number

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-loopback-'))
  await mkdir(path.join(folder, 'page', 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'page', 'index.html'), '<!doctype html><title>Postroom</title>')
  await writeFile(path.join(folder, 'page', 'assets', 'a.js'), 'void 0')
  await writeFile(path.join(folder, 'secret.txt'), 'not for pages')
  const stream = new PassThrough()
  logged = ''
  bridges = 0
  stream.on('data', (chunk) => (logged += String(chunk)))
  sessions = new Sessions(performanceClock)
  downloads = await Downloads.open(path.join(folder, 'exports'))
  uploads = await Uploads.open(path.join(folder, 'uploads'), performanceClock)
  server = await startLoopback({
    port: 0,
    assets: await listAssets(path.join(folder, 'page')),
    beginning: { language: inEnglish, start: () => Promise.resolve(plainStart) },
    sessions,
    downloads,
    uploads,
    log: createLogger(stream),
    onBridge: (socket) => {
      bridges += 1
      socket.on('message', (data) => socket.send(data))
    },
  })
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const performanceClock = { monotonic: () => performance.now() }
const authority = () => server.origin.slice('http://'.length)

/** Sends bytes as they are and reads the whole answer: a client library would correct them. */
async function raw(lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return { status: Number(text.split(' ')[1]), text }
}

const get = (target: string, ...headers: string[]) =>
  raw([`GET ${target} HTTP/1.1`, ...headers, 'Connection: close'])

function post(body: string, ...headers: string[]) {
  const own = ['POST /session HTTP/1.1', `Host: ${authority()}`, `Content-Length: ${Buffer.byteLength(body)}`]
  return raw([...own, ...headers, 'Connection: close'], body)
}

const json = 'Content-Type: application/json'
const origin = () => `Origin: ${server.origin}`
const token = () => JSON.stringify({ token: sessions.issueLink() })

describe('Host (C36)', () => {
  it('is ours, or nothing is answered', async () => {
    expect((await get('/', `Host: ${authority()}`)).status).toBe(200)
  })

  it.each(['/', '/assets/a.js', '/session', '/nowhere'])(
    'of another name is refused for %s',
    async (target) => {
      const port = new URL(server.origin).port
      expect((await get(target, `Host: evil.test:${port}`)).status).toBe(403)
      expect((await get(target, `Host: localhost:${port}`)).status).toBe(403)
      expect((await get(target, 'Host: 127.0.0.1')).status).toBe(403)
    },
  )

  it('is needed', async () => {
    expect((await get('/')).status).toBe(403)
  })

  it('comes once', async () => {
    expect((await get('/', `Host: ${authority()}`, 'Host: evil.test')).status).toBe(403)
    expect((await get('/', `Host: ${authority()}`, `Host: ${authority()}`)).status).toBe(403)
  })

  it('cannot be overruled by the request line', async () => {
    expect((await get('http://evil.test/', `Host: ${authority()}`)).status).toBe(403)
    expect((await get('//evil.test/', `Host: ${authority()}`)).status).toBe(403)
  })
})

describe('files', () => {
  it('are the page and what belongs to it', async () => {
    expect((await get('/index.html', `Host: ${authority()}`)).text).toContain('<title>Postroom</title>')
    expect((await get('/assets/a.js', `Host: ${authority()}`)).text).toContain('text/javascript')
  })

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/a%00',
    '/\\..\\x',
  ])('are not what %s leads to (C2)', async (target) => {
    const answer = await get(target, `Host: ${authority()}`)
    expect([400, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('not for pages')
  })

  it('come with the policy and no permission for other sites', async () => {
    const { text } = await get('/', `Host: ${authority()}`)
    expect(text).toContain("frame-ancestors 'none'")
    expect(text).toContain("script-src 'self'")
    expect(text).toContain('Referrer-Policy: no-referrer')
    expect(text).not.toMatch(/access-control/i)
  })

  it('are read, never written', async () => {
    expect(
      (await raw(['PUT / HTTP/1.1', `Host: ${authority()}`, 'Content-Length: 0', 'Connection: close']))
        .status,
    ).toBe(405)
  })
})

describe('opening a session (C38, C39)', () => {
  it('takes the token of a link and gives a bearer', async () => {
    const { status, text } = await post(token(), json, origin())
    expect(status).toBe(200)
    const { bearer } = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { bearer: string }
    expect(sessions.accepts(bearer)).toBe(true)
  })

  it('takes a token once', async () => {
    const body = token()
    await post(body, json, origin())
    const again = await post(body, json, origin())
    expect(again.status).toBe(403)
    expect(again.text).toContain('Press Enter in the terminal')
  })

  it.each([
    ['a form', 'Content-Type: application/x-www-form-urlencoded'],
    ['plain text', 'Content-Type: text/plain'],
    ['a type that only looks right', 'Content-Type: application/jsonp'],
  ])('refuses %s, and leaves the token good', async (_name, type) => {
    const body = token()
    expect((await post(body, type, origin())).status).toBe(403)
    expect((await post(body, json, origin())).status).toBe(200)
  })

  it('refuses another origin, none, and a null one', async () => {
    const body = token()
    expect((await post(body, json, 'Origin: http://evil.test')).status).toBe(403)
    expect((await post(body, json, 'Origin: null')).status).toBe(403)
    expect((await post(body, json)).status).toBe(403)
    expect((await post(body, json, origin(), 'Origin: http://evil.test')).status).toBe(403)
  })

  it('gives other sites no leave to ask', async () => {
    const preflight = ['Origin: http://evil.test', 'Access-Control-Request-Method: POST']
    const answer = await raw([
      'OPTIONS /session HTTP/1.1',
      `Host: ${authority()}`,
      ...preflight,
      'Connection: close',
    ])
    expect(answer.status).toBe(403)
    expect(answer.text).not.toMatch(/access-control-allow/i)
  })

  it.each([
    ['that is empty', ''],
    ['that is no JSON', '{'],
    ['of another form', '[]'],
    ['whose token is no text', '{"token":1}'],
    ['whose token is empty', '{"token":""}'],
    ['that is too long', JSON.stringify({ token: 'x'.repeat(5000) })],
  ])('refuses a body %s', async (_name, body) => {
    expect((await post(body, json, origin())).status).toBe(403)
  })

  it('leaves no token in the log', async () => {
    const body = token()
    await post(body, json, origin())
    await post(body, json, 'Origin: http://evil.test')
    expect(logged).not.toContain((JSON.parse(body) as { token: string }).token)
  })
})

describe('the bridge (C37)', () => {
  const bearer = () => sessions.redeem(sessions.issueLink()) ?? ''

  /** Opens a WebSocket with these headers: resolves with it, or with the status that refused it. */
  function open(protocols: string[], headers: Record<string, string>): Promise<WebSocket | number> {
    const socket = new WebSocket(`ws://${authority()}/bridge`, protocols, { headers })
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.once('error', reject)
    })
  }

  it('opens for our page with a bearer, and does not repeat the bearer', async () => {
    const socket = await open(['postroom', `postroom.${bearer()}`], { Origin: server.origin })
    expect(socket).toBeInstanceOf(WebSocket)
    expect((socket as WebSocket).protocol).toBe('postroom')
  })

  it.each([
    ['a foreign origin', { Origin: 'http://evil.test' }],
    ['a null origin', { Origin: 'null' }],
    ['no origin', {}],
  ])('is refused to %s before the upgrade', async (_name, headers) => {
    expect(await open(['postroom', `postroom.${bearer()}`], headers)).toBe(403)
    expect(bridges).toBe(0)
  })

  it('is refused to a page that rebound its name: Origin equals Host, and neither is ours', async () => {
    const headers = { Origin: 'http://evil.test', Host: 'evil.test' }
    expect(await open(['postroom', `postroom.${bearer()}`], headers)).toBe(403)
  })

  it('is refused without a bearer, with a wrong one, and with a link instead', async () => {
    const headers = { Origin: server.origin }
    expect(await open(['postroom'], headers)).toBe(403)
    expect(await open(['postroom', 'postroom.wrong'], headers)).toBe(403)
    expect(await open(['postroom', `postroom.${sessions.issueLink()}`], headers)).toBe(403)
    expect(bridges).toBe(0)
  })

  it('is closed by a message of 50 MB, which is not passed on (C6)', async () => {
    const socket = (await open(['postroom', `postroom.${bearer()}`], { Origin: server.origin })) as WebSocket
    let echoed = false
    socket.on('message', () => (echoed = true))
    socket.on('error', () => undefined)
    socket.send('x'.repeat(50 * 1024 * 1024))
    const [code] = (await once(socket, 'close')) as [number]
    expect([1006, 1009]).toContain(code)
    expect(echoed).toBe(false)
    expect(largestMessage).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('where the host can be reached (C40)', () => {
  it('is the loopback address alone', async () => {
    const port = Number(new URL(server.origin).port)
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address, family, scopeid }) =>
        family === 'IPv6' && scopeid ? `${address}%${scopeid}` : address,
      )
      .filter((address) => address !== '127.0.0.1')
    for (const address of [...others, '::1', '127.0.0.2']) {
      const socket = connect(port, address)
      const reached = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true))
        socket.once('error', () => resolve(false))
      })
      socket.destroy()
      expect(reached, address).toBe(false)
    }
  })
})

describe('an export', () => {
  async function exported(name = 'contacts.csv'): Promise<string> {
    const target = downloads.target(name)
    await writeFile(target.path, 'email\nada@example.com\n')
    const finished = await target.finish()
    return 'url' in finished ? finished.url : ''
  }

  it('is fetched once, and removed', async () => {
    const url = await exported()
    const first = await get(url, `Host: ${authority()}`)
    expect(first.text).toContain('ada@example.com')
    expect(first.text).toContain("filename*=UTF-8''contacts.csv")
    expect((await get(url, `Host: ${authority()}`)).status).toBe(404)
    await expect.poll(() => readdir(path.join(folder, 'exports'))).toEqual([])
  })

  it('is not given before it is finished, nor after it was discarded', async () => {
    const target = downloads.target('a.csv')
    await writeFile(target.path, 'x')
    expect((await get(`/download/${path.basename(target.path)}`, `Host: ${authority()}`)).status).toBe(404)
    await target.discard()
    expect(await readdir(path.join(folder, 'exports'))).toEqual([])
  })

  it('is not given to another site', async () => {
    const url = await exported()
    expect((await get(url, `Host: ${authority()}`, 'Sec-Fetch-Site: cross-site')).status).toBe(403)
    expect((await get(url, `Host: ${authority()}`, 'Sec-Fetch-Site: same-origin')).status).toBe(200)
  })

  it('left by an earlier start is gone at the next', async () => {
    await exported()
    await Downloads.open(path.join(folder, 'exports'))
    expect(await readdir(path.join(folder, 'exports'))).toEqual([])
  })
})

describe('a port', () => {
  it('that is taken is said to be', async () => {
    const parts = {
      assets: await listAssets(path.join(folder, 'page')),
      beginning: { language: inEnglish, start: () => Promise.resolve(plainStart) },
      sessions,
      downloads,
      uploads,
      onBridge: () => undefined,
    }
    const port = Number(new URL(server.origin).port)
    await expect(
      startLoopback({ ...parts, port, log: createLogger(new PassThrough()) }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
