import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outboxCookie, type RunningService, spawnService, startService } from '../../fixtures/service'

let data: string
let running: RunningService | undefined

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'postroom-service-'))
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  await rm(data, { recursive: true, force: true })
})

/** Runs the service until it ends by itself. */
async function runToEnd(args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawnService(args)
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => (out += chunk))
  child.stderr?.on('data', (chunk) => (err += chunk))
  const [code] = await once(child, 'close')
  return { code, out, err }
}

const get = (service: RunningService, path: string) =>
  fetch(service.url + path, { headers: { Authorization: `Bearer ${service.secretKey}` } })

describe('the service as a process', () => {
  it('sends no mail from the sample to another machine: its addresses may be somebody’s', async () => {
    const args = ['--port', '0', '--contacts', '3', '--data', data]
    const { code, err } = await runToEnd([...args, '--smtp', 'smtp://mail.example:25'])
    expect(code).toBe(1)
    expect(err).toContain('an SMTP server on this machine only')
    const child = spawnService([...args, '--smtp', 'smtp://localhost:25'])
    await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    await once(child, 'close')
  })

  it('sends from a folder without the sample wherever it is told to', async () => {
    running = await startService({ data, smtp: 'smtp://mail.example:25' })
    expect((await get(running, '/contacts')).status).toBe(200)
  })

  it('says that it set a database of an older version aside', async () => {
    const args = ['--port', '0', '--contacts', '0', '--data', data]
    const first = await startService({ data })
    await first.stop()
    const db = new Database(join(data, 'service.db'))
    db.pragma('user_version = 1')
    db.close()
    const child = spawnService(args)
    let err = ''
    child.stderr?.on('data', (chunk) => (err += chunk))
    await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(err).toContain(`Its database was kept as ${join(data, 'service.set-aside-')}`)
  })

  it('says in one line where it is and what its keys are', async () => {
    running = await startService({ data })
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(running.secretKey).toMatch(/^sk_/)
    expect(running.publicKey).toMatch(/^pk_/)
    expect(running.records).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^pat_/),
      companyId: expect.any(String),
      workspaceId: expect.any(String),
    })
    expect(running.records.url).not.toBe(running.url)
    expect(running.printed()).toBe('')
    expect(running.said()).toBe('')
  })

  it('ends with 0 on SIGTERM', async () => {
    const service = await startService({ data })
    expect(await service.stop()).toBe(0)
  })

  it('ends with 0 on SIGINT', async () => {
    const child = spawnService(['--port', '0', '--contacts', '0', '--data', data])
    if (!child.stdout) throw new Error('It has no output.')
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('ends at once, with 1, on a second SIGTERM', async () => {
    const service = await startService({ data, stopWithin: 3600 })
    const call = request(`${service.url}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.secretKey}`, Expect: '100-continue' },
    })
    call.on('error', () => undefined).flushHeaders()
    await once(call, 'continue')
    const code = service.stop()
    // It has heard the first once it takes no more connections.
    await expect.poll(() => fetch(`${service.url}/health`).then(String, () => 'gone')).toBe('gone')
    process.kill(service.pid, 'SIGTERM')
    expect(await code).toBe(1)
  })

  it('lets a request under way end before it does', async () => {
    const service = await startService({ data })
    const call = request(`${service.url}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.secretKey}`, Expect: '100-continue' },
    })
    call.flushHeaders()
    // The service has the head of the request and waits for its body.
    await once(call, 'continue')
    const code = service.stop()
    call.end(JSON.stringify({ email: 'late@example.com' }))
    const [answer] = await once(call, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(201)
    expect(await code).toBe(0)
  })

  it('keeps its keys and its data over a restart', async () => {
    const before = await startService({ data, contacts: 50 })
    const list = await (await get(before, '/contacts?limit=100')).json()
    await before.stop()
    running = await startService({ data, contacts: 10 })
    expect(running.secretKey).toBe(before.secretKey)
    expect(running.publicKey).toBe(before.publicKey)
    expect({ ...running.records, url: '' }).toEqual({ ...before.records, url: '' })
    expect(await (await get(running, '/contacts?limit=100')).json()).toEqual(list)
  })

  it('keeps what was written before a kill', async () => {
    const before = await startService({ data })
    await fetch(`${before.url}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${before.secretKey}` },
      body: JSON.stringify({ email: 'kept@example.com' }),
    })
    await before.kill()
    running = await startService({ data })
    expect(await (await get(running, '/contacts')).json()).toMatchObject({
      contacts: [{ email: 'kept@example.com' }],
    })
  })

  it('lets nobody else read its database', async () => {
    running = await startService({ data: join(data, 'new') })
    expect((await stat(join(data, 'new'))).mode & 0o777).toBe(0o700)
    for (const name of ['service.db', 'service.db-wal', 'service.db-shm', 'service.keys', 'service.lock']) {
      expect((await stat(join(data, 'new', name))).mode & 0o777, name).toBe(0o600)
    }
  })

  it('takes a replaced key from the next request on, and no longer the old one', async () => {
    running = await startService({ data })
    running.replaceSecretKey('sk_replaced')
    expect((await get(running, '/contacts')).status).toBe(401)
    const headers = { Authorization: 'Bearer sk_replaced' }
    expect((await fetch(`${running.url}/contacts`, { headers })).status).toBe(200)
  })

  it('answers on the loopback address only', async () => {
    running = await startService({ data })
    const { port } = new URL(running.url)
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, address }) => family === 'IPv4' && !address.startsWith('127.'))
    for (const { address } of [...outside, { address: '127.0.0.2' }]) {
      await expect(fetch(`http://${address}:${port}/health`)).rejects.toThrow()
    }
  })

  it.each(['--help', '--port 5000 --help', 'project add one --help', 'backup --help'])(
    'explains its options on %s',
    async (line) => {
      const { code, out, err } = await runToEnd(line.split(' '))
      expect([code, err]).toEqual([0, ''])
      expect(out).toContain('--dialect NAME')
    },
  )

  it('refuses an unknown option in words', async () => {
    const { code, out, err } = await runToEnd(['--colour', 'red'])
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err).toContain("'--colour'")
  })

  it.each(['port', 'records-port'])(
    'refuses a --%s in use in words, before it fills the data folder',
    async (option) => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const free = option === 'port' ? [] : ['--port', '0']
      const { code, err } = await runToEnd([
        ...free,
        `--${option}`,
        String(port),
        '--data',
        join(data, 'new'),
      ])
      other.close()
      expect(code).toBe(1)
      expect(err).toContain(`Port ${port} is in use`)
      expect(err).toContain(`another --${option}`)
      await expect(stat(join(data, 'new'))).rejects.toThrow('ENOENT')
    },
  )

  it('listens for records at the port it is told', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await new Promise((closed) => other.close(closed))
    running = await startService({ data, recordsPort: port })
    expect(running.records.url).toBe(`http://127.0.0.1:${port}`)
  })

  it('refuses a data folder that another service runs on, in words', async () => {
    running = await startService({ data })
    const { code, err } = await runToEnd(['--port', '0', '--data', data])
    expect(code).toBe(1)
    expect(err).toContain(`Another service runs on the data folder ${data}`)
    expect((await get(running, '/contacts')).status).toBe(200)
  })

  it('waits for one that is just ending', async () => {
    const before = await startService({ data })
    const call = request(`${before.url}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${before.secretKey}`, Expect: '100-continue' },
    })
    call.flushHeaders()
    await once(call, 'continue')
    const code = before.stop()
    const after = startService({ data })
    call.end(JSON.stringify({ email: 'late@example.com' }))
    const [answer] = await once(call, 'response')
    answer.resume()
    running = await after
    expect(await code).toBe(0)
    expect(await (await get(running, '/contacts')).json()).toMatchObject({ total: 1 })
  })

  it('lets go of its data folder however it ends', async () => {
    const killed = await startService({ data })
    await killed.kill()
    running = await startService({ data })
    expect((await get(running, '/contacts')).status).toBe(200)
  })

  it('refuses a data folder that cannot be written, in words', async () => {
    await writeFile(join(data, 'file'), '')
    const { code, err } = await runToEnd(['--port', '0', '--data', join(data, 'file', 'folder')])
    expect(code).toBe(1)
    expect(err).toContain('cannot be written: a part of the path is a file')
    expect(err).not.toContain('    at ')
  })

  it('refuses a damaged database in words, and leaves it as it is', async () => {
    await writeFile(join(data, 'service.db'), 'no database')
    const { code, err } = await runToEnd(['--port', '0', '--data', data])
    expect(code).toBe(1)
    expect(err).toContain('service.db is damaged and cannot be opened')
    expect(await readFile(join(data, 'service.db'), 'utf8')).toBe('no database')
  })

  it('listens where it is told, and says what that means', async () => {
    running = await startService({ data, host: '0.0.0.0' })
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
    expect((await fetch(`http://127.0.0.2:${new URL(running.url).port}/health`)).status).toBe(200)
    expect(running.said()).toContain('whoever reaches this machine over the network reaches the service')
  })

  it('shows its outbox at its own address only, wherever people reach the rest (C44)', async () => {
    running = await startService({ data, publicUrl: 'https://mail.example.org/' })
    const service = running
    const { url } = service
    // fetch sets Host by itself.
    const status = (headers: Record<string, string>) =>
      new Promise((done, fail) => {
        const call = request(
          `${url}/outbox`,
          { headers: { ...outboxCookie(service), ...headers } },
          (answer) => {
            answer.resume()
            done(answer.statusCode)
          },
        )
        call.on('error', fail)
        call.end()
      })
    expect(await status({})).toBe(200)
    expect(await status({ Host: 'mail.example.org' })).toBe(403)
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'CF-Connecting-IP', 'Forwarded', 'Via'])
      expect([name, await status({ [name]: '203.0.113.9' })]).toEqual([name, 403])
  })

  it('refuses an address that is not one of this machine', async () => {
    const { code, err } = await runToEnd(['--host', '192.0.2.7', '--data', data])
    expect(code).toBe(1)
    expect(err).toContain('192.0.2.7 is not an address of this machine')
  })

  it('answers every request late when told to', async () => {
    running = await startService({ data, latency: 120 })
    const start = performance.now()
    await fetch(`${running.url}/health`)
    expect(performance.now() - start).toBeGreaterThanOrEqual(119)
  })
})
