import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import type { Env } from '../../../src-service/http/guards'
import { listen } from '../../../src-service/listen'
import { type RunningService, startService } from '../../fixtures/service'
import { storedBeside } from '../../fixtures/stored'
import { createServiceClock } from '../../fixtures/service-clock'
import { until } from '../../fixtures/until'
import { verifyDomain } from './campaign-setup'
import { type OpenedInside, openInProcess } from './open'

let inside: OpenedInside | undefined
let running: RunningService | undefined
afterEach(async () => {
  await inside?.stop()
  await running?.stop()
  inside = running = undefined
})

const own = { headers: { Host: '127.0.0.1' } }
const addressed = 'somebody@example.com'

/** The lines of /metrics that begin so. */
async function metrics({ request: ask }: OpenedInside, beginning: string): Promise<string[]> {
  const answer = await ask('/metrics', own)
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\n').filter((line) => line.startsWith(beginning))
}

describe('whether it is ready', () => {
  it.each(['reference', 'deployed'] as const)('is told without a key, in %s', async (dialect) => {
    inside = await openInProcess({ dialect })
    expect(await inside.ask('GET', '/health/live', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await inside.ask('GET', '/health/ready', { key: null })).toMatchObject({
      status: 200,
      body: { status: 'ready' },
    })
  })

  it('is believed for a second, and found out anew then', async () => {
    const clock = createServiceClock()
    const { ask, db } = (inside = await openInProcess({ clock }))
    const ready = async () => (await ask('GET', '/health/ready', { key: null })).body
    expect(await ready()).toEqual({ status: 'ready' })
    db.pragma('query_only = true')
    await clock.advance(999)
    expect(await ready()).toEqual({ status: 'ready' })
    await clock.advance(1)
    expect(await ready()).toEqual({ status: 'read-only' })
    db.pragma('query_only = false')
    expect(await ready()).toEqual({ status: 'read-only' })
    await clock.advance(1000)
    expect(await ready()).toEqual({ status: 'ready' })
  })

  it('is no before it has started and once it retires', async () => {
    inside = await openInProcess({ start: false })
    const ready = async () => (await inside?.ask('GET', '/health/ready', { key: null }))?.body
    expect(await ready()).toEqual({ status: 'starting' })
    await inside.service.start()
    expect(await ready()).toEqual({ status: 'ready' })
    inside.service.retire()
    expect(await ready()).toEqual({ status: 'stopping' })
  })
})

describe('the metrics', () => {
  it('count requests by interface, route and status, and name nobody', async () => {
    inside = await openInProcess()
    const { body } = await inside.ask('POST', '/contacts', { body: { email: addressed } })
    const { id } = body as { id: string }
    await inside.ask('GET', `/contacts/${id}`)
    await inside.ask('GET', `/contacts/${id}`)
    await inside.ask('GET', `/contacts/${id}`, { key: 'sk_unknown' })
    await inside.ask('GET', `/${addressed}`)
    await inside.ask('BREW', '/contacts')
    await inside.askRecords('POST', '/v1/list-records', { body: { workspaceId: inside.records.workspaceId } })
    const counts = await metrics(inside, 'http_request_duration_seconds_count')
    const count = (labels: string, value: number) => `http_request_duration_seconds_count{${labels}} ${value}`
    for (const line of [
      count('api="email",method="POST",route="/contacts",status="201"', 1),
      count('api="email",method="GET",route="/contacts/:id",status="200"', 2),
      count('api="email",method="GET",route="/contacts/:id",status="401"', 1),
      count('api="email",method="GET",route="none",status="404"', 1),
      count('api="email",method="other",route="none",status="404"', 1),
      count('api="records",method="POST",route="/v1/list-records",status="200"', 1),
    ])
      expect(counts).toContain(line)
    const all = (await metrics(inside, '')).join('\n')
    for (const secret of [id, 'somebody', inside.secretKey, inside.publicKey, inside.records.token])
      expect(all).not.toContain(secret)
  })

  it('are text that Prometheus reads, every metric with its type and no figure twice', async () => {
    inside = await openInProcess()
    await inside.ask('GET', '/contacts')
    const answer = await inside.request('/metrics', own)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(text.endsWith('\n')).toBe(true)
    const typed = new Set<string>()
    const seen = new Set<string>()
    for (const line of text.trimEnd().split('\n')) {
      const type = /^# TYPE ([a-z_]+) (?:counter|gauge|histogram)$/.exec(line)?.[1]
      if (type !== undefined) typed.add(type)
      if (line.startsWith('#')) continue
      const figure = /^([a-z_]+)(\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? -?[0-9.e+-]+$/.exec(line)
      expect(figure, line).not.toBeNull()
      const [, name = '', labels = ''] = figure ?? []
      expect(typed.has(name) || typed.has(name.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
      expect(seen.has(name + labels), line).toBe(false)
      seen.add(name + labels)
    }
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes'])
      expect(seen).toContain(name)
    const [size] = await metrics(inside, 'postroom_database_bytes{file="database"}')
    expect(size).toMatch(/ [1-9]\d*$/)
  })

  it('count mails by how they ended, and what waits', async () => {
    const opened = (inside = await openInProcess())
    await verifyDomain(opened.stored)
    expect(await metrics(opened, 'postroom_mails_total')).toEqual(
      ['sent', 'bounced', 'failed', 'unknown'].map((ending) => `postroom_mails_total{ending="${ending}"} 0`),
    )
    const mail = { to: addressed, from: 'desk@mail.example', subject: 'Hello', body: '<p>Hello</p>' }
    expect((await opened.ask('POST', '/v1/send', { body: mail })).status).toBe(200)
    await until(
      () => metrics(opened, 'postroom_mails_total{ending="sent"}'),
      ([line]) => line === 'postroom_mails_total{ending="sent"} 1',
    )
    expect(await metrics(opened, 'postroom_queue_depth{queue="mail"}')).toEqual([
      'postroom_queue_depth{queue="mail"} 0',
    ])
  })

  it('open without a token on this machine only', async () => {
    inside = await openInProcess()
    expect((await inside.request('/metrics', { headers: { Host: 'mail.example' } })).status).toBe(403)
    const proxied = { headers: { ...own.headers, 'X-Forwarded-For': '203.0.113.9' } }
    expect((await inside.request('/metrics', proxied)).status).toBe(403)
  })

  it('open to whoever has their token, if they have one, and to no other', async () => {
    inside = await openInProcess({ metricsToken: 'token_of_metrics_0123' })
    const status = async (authorization?: string) => {
      const headers = { Host: 'mail.example', ...(authorization && { Authorization: authorization }) }
      return (await inside?.request('/metrics', { headers }))?.status
    }
    expect(await status('Bearer token_of_metrics_0123')).toBe(200)
    expect(await status('Bearer token_of_another')).toBe(401)
    expect(await status(`Bearer ${inside.secretKey}`)).toBe(401)
    expect(await status()).toBe(401)
    expect((await inside.request('/metrics', own)).status).toBe(401)
  })
})

describe('as a process', () => {
  it('opens the metrics by the token of a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'postroom-token-'))
    const metricsTokenFile = join(folder, 'token')
    await writeFile(metricsTokenFile, 'token_of_metrics_0123\n')
    running = await startService({ metricsTokenFile })
    await rm(folder, { recursive: true })
    const ask = async (token: string) =>
      (await fetch(`${running?.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status
    expect(await ask('token_of_metrics_0123')).toBe(200)
    expect(await ask('token_of_another')).toBe(401)
  })

  it('says each event and request in a JSON line, without keys, ids and addresses', async () => {
    running = await startService({ log: 'json' })
    const headers = { Authorization: `Bearer ${running.secretKey}` }
    await fetch(`${running.url}/contacts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: addressed }),
    })
    await fetch(`${running.url}/contacts/${addressed}?search=${addressed}`, { headers })
    await running.stop()
    const said = running.said()
    const lines = said
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toMatchObject([
      { msg: 'ready' },
      { msg: 'request', method: 'POST', route: '/contacts', status: 201 },
      { msg: 'request', method: 'GET', route: '/contacts/:id', status: 404 },
      { msg: 'stopping' },
      { msg: 'stopped' },
    ])
    for (const secret of ['somebody', running.secretKey]) expect(said).not.toContain(secret)
    running = undefined
  })

  it('cuts off what does not end within the time it has, says so, and ends with 0', async () => {
    // A mail server that takes connections and says nothing.
    const open = new Set<Socket>()
    const silent = createServer((socket) => open.add(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('It has no port.')
    const service = (running = await startService({
      log: 'json',
      stopWithin: 1,
      smtp: `smtp://127.0.0.1:${address.port}`,
    }))
    const call = request(`${service.url}/contacts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.secretKey}`, Expect: '100-continue' },
    })
    call.flushHeaders()
    await once(call, 'continue')
    const broken = once(call, 'error')
    await mailWaits(service, open)
    expect(await service.stop()).toBe(0)
    await broken
    expect(service.said()).toContain('"msg":"cut-off"')
    for (const socket of open) socket.destroy()
    silent.close()
    running = undefined
  })
})

/** Has the service hand a message to its mail server, which holds it. */
async function mailWaits(service: RunningService, open: ReadonlySet<Socket>): Promise<void> {
  const stored = await storedBeside(service.data)
  await verifyDomain(stored)
  await stored.close()
  const mail = { to: addressed, from: 'desk@mail.example', subject: 'Hello', body: '<p>Hello</p>' }
  const headers = { Authorization: `Bearer ${service.secretKey}` }
  const answer = await fetch(`${service.url}/v1/send`, {
    method: 'POST',
    headers,
    body: JSON.stringify(mail),
  })
  expect(answer.status).toBe(200)
  await until(
    () => open.size,
    (connections) => connections > 0,
  )
}

describe('what listens', () => {
  const begin = async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    let arrived = (): void => undefined
    const begun = new Promise<void>((resolve) => (arrived = resolve))
    const app = new Hono<Env>()
    app.get('/now', (c) => c.text('now'))
    app.get('/held', async (c) => {
      arrived()
      await held
      return c.text('held')
    })
    const listening = await listen(app, { host: '127.0.0.1', port: 0, option: 'port' })
    const port = Number(new URL(listening.url).port)
    const open = async (path: string) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      let said = ''
      socket.on('data', (chunk) => (said += chunk))
      const ended = once(socket, 'close').then(() => said)
      const ask = () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      return { ask, ended, said: () => said }
    }
    return { listening, open, begun, answer: () => answer() }
  }

  it('answers what is under way when it stops, and its connection brings nothing more', async () => {
    const { listening, open, begun, answer } = await begin()
    const held = await open('/held')
    held.ask()
    await begun
    const stopped = listening.stop(60_000)
    answer()
    expect((await held.ended).toLowerCase()).toContain('connection: close')
    expect(held.said()).toContain('200 OK')
    await stopped
  })

  it('answers no request that comes after it began to stop', async () => {
    const { listening, open, begun, answer } = await begin()
    const [held, late] = [await open('/held'), await open('/now')]
    held.ask()
    await begun
    const stopped = listening.stop(60_000)
    late.ask()
    answer()
    expect(await late.ended).not.toContain('200 OK')
    await stopped
  })
})
