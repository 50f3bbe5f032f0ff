import { inEnglish } from '../../fixtures/language'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src-main/core/log'
import { Downloads } from '../../../src-main/hosts/browser/loopback/downloads'
import { startLoopback, type Loopback } from '../../../src-main/hosts/browser/loopback/server'
import { Sessions } from '../../../src-main/hosts/browser/loopback/sessions'
import { reserve, Uploads } from '../../../src-main/hosts/browser/loopback/uploads'
import { plainStart } from '../../../src-main/hosts/start-of-page'
import { listAssets } from '../../../src-main/hosts/desktop/window/assets'

let folder: string
let server: Loopback
let sessions: Sessions
let uploads: Uploads
let logged: string

const performanceClock = { monotonic: () => performance.now() }
const authority = () => server.origin.slice('http://'.length)
const origin = () => `Origin: ${server.origin}`

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-uploads-'))
  await mkdir(path.join(folder, 'page'))
  await writeFile(path.join(folder, 'page', 'index.html'), '<!doctype html><title>Postroom</title>')
  logged = ''
  const stream = new PassThrough()
  stream.on('data', (chunk) => (logged += String(chunk)))
  sessions = new Sessions(performanceClock)
  uploads = await Uploads.open(path.join(folder, 'uploads'), performanceClock)
  server = await startLoopback({
    port: 0,
    assets: await listAssets(path.join(folder, 'page')),
    beginning: { language: inEnglish, start: () => Promise.resolve(plainStart) },
    sessions,
    downloads: await Downloads.open(path.join(folder, 'exports')),
    uploads,
    log: createLogger(stream),
    onBridge: () => undefined,
  })
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Sends bytes as they are and reads the whole answer: a client library would correct them. */
async function raw(lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return { status: Number(text.split(' ')[1]), text }
}

describe('an upload', () => {
  const bearer = () => sessions.redeem(sessions.issueLink()) ?? ''
  const bytes = 'Content-Type: application/octet-stream'
  const authorised = () => `Authorization: Bearer ${bearer()}`
  const kept = () => readdir(path.join(folder, 'uploads'))

  function send(body: string, ...headers: string[]) {
    const own = [
      'POST /upload HTTP/1.1',
      `Host: ${authority()}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    return raw([...own, ...headers, 'Connection: close'], body)
  }
  const answerOf = (text: string) =>
    JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { token: string; name: string; bytes: number }

  it('is kept in a private file and named by a token that works once', async () => {
    const name = `X-File-Name: ${encodeURIComponent('Frühjahr/messe.csv')}`
    const { status, text } = await send('email\nada@example.com\n', bytes, authorised(), origin(), name)
    expect(status).toBe(200)
    const { token, ...said } = answerOf(text)
    expect(said).toEqual({ name: 'Frühjahr-messe.csv', bytes: 22 })
    const file = uploads.take(token)
    expect(file).toMatchObject({ name: 'Frühjahr-messe.csv', uploaded: true })
    const path = file?.path ?? ''
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe('email\nada@example.com\n')
    expect(uploads.take(token)).toBeNull()
  })

  it('takes a name that is not encoded as agreed for no name', async () => {
    const { text } = await send('email\n', bytes, authorised(), origin(), 'X-File-Name: %E0%A4%A')
    expect(answerOf(text).name).toBe('export')
  })

  it('is refused without a bearer, with a wrong one, and with a link instead', async () => {
    expect((await send('x', bytes, origin())).status).toBe(403)
    expect((await send('x', bytes, origin(), 'Authorization: Bearer wrong')).status).toBe(403)
    const link = `Authorization: Bearer ${sessions.issueLink()}`
    expect((await send('x', bytes, origin(), link)).status).toBe(403)
    expect(await kept()).toEqual([])
  })

  it('is refused to another origin, to none, and to a null one', async () => {
    expect((await send('x', bytes, authorised(), 'Origin: http://evil.test')).status).toBe(403)
    expect((await send('x', bytes, authorised())).status).toBe(403)
    expect((await send('x', bytes, authorised(), 'Origin: null')).status).toBe(403)
    expect(await kept()).toEqual([])
  })

  it('is refused as a form or as plain text, which any page may post', async () => {
    expect((await send('x', 'Content-Type: text/plain', authorised(), origin())).status).toBe(403)
    const form = 'Content-Type: multipart/form-data; boundary=x'
    expect((await send('x', form, authorised(), origin())).status).toBe(403)
    expect(
      (await raw(['PUT /upload HTTP/1.1', `Host: ${authority()}`, 'Content-Length: 0', bytes])).status,
    ).toBe(403)
  })

  it('that is larger than the room on the disk is refused in words before it is read', async () => {
    const answer = await raw(
      [
        'POST /upload HTTP/1.1',
        `Host: ${authority()}`,
        'Content-Length: 99999999999999',
        bytes,
        authorised(),
        origin(),
      ],
      'x',
    )
    expect(answer.status).toBe(507)
    expect(answer.text).toContain('No room for this file')
    expect(await kept()).toEqual([])
  })

  it('leaves nothing when it is aborted', async () => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    const head = ['POST /upload HTTP/1.1', `Host: ${authority()}`, 'Content-Length: 1000000', bytes]
    socket.write(`${[...head, authorised(), origin()].join('\r\n')}\r\n\r\n${'x'.repeat(100_000)}`)
    await expect.poll(kept).toHaveLength(1)
    socket.destroy()
    await expect.poll(kept).toEqual([])
  })

  it('that nobody opens within ten minutes is removed', async () => {
    let now = 0
    const own = await Uploads.open(path.join(folder, 'own'), { monotonic: () => now })
    const request = Object.assign(Readable.from([Buffer.from('x')]), {
      headers: {},
      setTimeout: () => undefined,
    })
    const { token } = await own.receive(request as unknown as IncomingMessage)
    now = 10 * 60_000
    expect(own.take(token)).toBeNull()
    await expect.poll(() => readdir(path.join(folder, 'own'))).toEqual([])
  })

  it('that fills the disk while it comes in leaves nothing', async () => {
    const own = await Uploads.open(path.join(folder, 'own'), performanceClock, () =>
      Promise.resolve(reserve + 10),
    )
    let room = 0
    const filling = Uploads.open(path.join(folder, 'filling'), performanceClock, () =>
      Promise.resolve(reserve + (room++ === 0 ? 1 : 0)),
    )
    const chunk = Buffer.alloc(1024 * 1024)
    const body = () =>
      Object.assign(Readable.from(Array.from({ length: 65 }, () => chunk)), {
        headers: {},
        setTimeout: () => undefined,
      }) as unknown as IncomingMessage
    expect(await own.receive(body())).toMatchObject({ bytes: 65 * 1024 * 1024 })
    await expect((await filling).receive(body())).rejects.toThrow('No room for this file')
    expect(await readdir(path.join(folder, 'filling'))).toEqual([])
  })

  it('leaves neither its bearer nor its name in the log', async () => {
    const mine = bearer()
    await send(
      'x',
      bytes,
      `Authorization: Bearer ${mine}`,
      'Origin: http://evil.test',
      'X-File-Name: secret-list.csv',
    )
    await send('x', bytes, `Authorization: Bearer ${mine}`, origin(), 'X-File-Name: secret-list.csv')
    expect(logged).not.toContain(mine)
    expect(logged).not.toContain('secret-list')
  })

  it('left by an earlier start is gone at the next', async () => {
    await send('email\n', bytes, authorised(), origin())
    await Uploads.open(path.join(folder, 'uploads'), performanceClock)
    expect(await kept()).toEqual([])
  })
})
