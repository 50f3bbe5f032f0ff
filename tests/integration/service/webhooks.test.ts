import { once } from 'node:events'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DnsServer, startDnsServer } from '../../fixtures/dns-server'
import { createSelfSigned } from '../../fixtures/self-signed'
import { startWebhookTarget, type WebhookTarget } from '../../fixtures/webhook-target'
import {
  copyExecutions,
  definition,
  exit,
  minute,
  openForWorkflows,
  row,
  type WorkflowService,
} from './workflow-calls'

const ada = 'ada@example.com'
const second = 1000
let service: WorkflowService
let target: WebhookTarget
let dns: DnsServer

beforeEach(async () => {
  target = await startWebhookTarget()
  dns = await startDnsServer({ 'hooks.example': { A: ['127.0.0.1'] } })
  service = await openForWorkflows({ mayCall: () => true, dns: dns.address })
})
afterEach(async () => {
  expect(service.failures).toEqual([])
  await service.stop()
  await Promise.all([target.stop(), dns.stop()])
})

const create = async (config: object, of = service) =>
  (await of.create(definition(...row(['hook', 'WEBHOOK', { url: target.url, ...config }], exit('done'))))).id
const is =
  (id: string, expected: string, of = service) =>
  async () =>
    (await of.executions(id))[0] === expected
const done = (id: string) => service.until(is(id, 'EXITED done (done)'))

describe('a webhook', () => {
  it('is told what happened', async () => {
    const id = await create({})
    const contact = await service.track(ada, 'start', { order: 7 })
    await done(id)
    const [call] = target.calls
    expect(call).toMatchObject({ method: 'POST', path: '/hook' })
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Postroom',
      'x-postroom-delivery': expect.stringMatching(/^exe_[0-9a-z]{10}\.2$/),
      host: `127.0.0.1:${target.port}`,
    })
    expect(JSON.parse(call?.body ?? '')).toEqual({
      event: {
        id: expect.stringMatching(/^evt_/),
        name: 'start',
        data: { order: 7 },
        createdAt: expect.any(String),
      },
      contact: expect.objectContaining({ id: contact, email: ada, subscribed: true, data: { order: 7 } }),
      workflow: { id, name: 'Welcome' },
      execution: { id: expect.stringMatching(/^exe_/), startedAt: expect.any(String) },
    })
  })

  it('is called as it says, with the body it says', async () => {
    const headers = { Authorization: 'Bearer 1', 'Content-Type': 'application/vnd.x+json' }
    const id = await create({ method: 'PUT', headers, body: { a: ['é'] } })
    await service.track(ada)
    await done(id)
    expect(target.calls[0]).toMatchObject({
      method: 'PUT',
      body: '{"a":["é"]}',
      headers: {
        authorization: 'Bearer 1',
        'content-type': 'application/vnd.x+json',
        'content-length': '12',
      },
    })
  })

  it('has no body where it is a GET', async () => {
    const id = await create({ method: 'GET', body: { a: 1 } })
    await service.track(ada)
    await done(id)
    expect(target.calls[0]).toMatchObject({ method: 'GET', body: '' })
    expect(target.calls[0]?.headers).not.toHaveProperty('content-type')
  })

  it('is RUNNING until it has answered', async () => {
    target.answer = () => undefined
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    expect(await service.executions(id)).toEqual(['RUNNING hook'])
  })

  it('is called by its name, at the address that was looked up', async () => {
    const id = await create({ url: `http://hooks.example:${target.port}/a?b=c` })
    await service.track(ada)
    await done(id)
    expect(target.calls[0]).toMatchObject({
      path: '/a?b=c',
      headers: { host: `hooks.example:${target.port}` },
    })
    expect(dns.asked.filter((question) => question === 'A hooks.example')).toHaveLength(1)
  })

  it('is called again later where it failed, with the same delivery id', async () => {
    target.answer = (response) => void response.writeHead(target.calls.length === 1 ? 500 : 200).end()
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    await service.until(async () => (await attempts()) === 1)
    await service.clock.advance(10 * second - 1)
    expect(await service.executions(id)).toEqual(['RUNNING hook'])
    await service.clock.advance(1)
    await done(id)
    const ids = target.calls.map(({ headers }) => headers['x-postroom-delivery'])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  const attempts = () => service.stored.value('SELECT attempts FROM execution')

  it('has failed after five calls', async () => {
    target.answer = (response) => void response.writeHead(503).end()
    const id = await create({})
    await service.track(ada)
    for (const [time, wait] of [10 * second, minute, 5 * minute, 30 * minute].entries()) {
      await service.until(async () => (await attempts()) === time + 1)
      await service.clock.advance(wait)
    }
    await service.until(is(id, 'FAILED hook (The webhook failed 5 times. It answered 503.)'))
    expect(target.calls).toHaveLength(5)
  })

  it.each([400, 401, 404, 410])('has failed at once where it answers %i', async (status) => {
    target.answer = (response) => void response.writeHead(status).end()
    const id = await create({})
    await service.track(ada)
    await service.until(is(id, `FAILED hook (The webhook failed. It answered ${status}.)`))
  })

  it.each([301, 302, 307, 308])('is not followed where it leads elsewhere with %i', async (status) => {
    const elsewhere = await startWebhookTarget()
    target.answer = (response) => void response.writeHead(status, { Location: elsewhere.url }).end()
    const id = await create({})
    await service.track(ada)
    await service.until(
      is(id, `FAILED hook (The webhook failed. It answered ${status}: redirects are not followed.)`),
    )
    expect(elsewhere.calls).toEqual([])
    await elsewhere.stop()
  })

  it('is given up after 10 seconds without an answer, and called again', async () => {
    target.answer = () => undefined
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    await service.clock.advance(10 * second)
    await service.until(async () => (await attempts()) === 1)
    target.answer = (response) => void response.writeHead(200).end()
    await service.clock.advance(10 * second)
    await done(id)
  })

  it('is given up where nobody answers for its name', async () => {
    dns.mood = 'silent'
    const id = await create({ url: 'http://hooks.example/' })
    await service.track(ada)
    await service.until(() => dns.asked.length > 0)
    await service.clock.advance(10 * second)
    await service.until(async () => (await attempts()) === 1)
    expect(await service.executions(id)).toEqual(['RUNNING hook'])
  })

  it('counts as called by its status, whatever follows', async () => {
    target.answer = (response) => {
      response.writeHead(200)
      const pour = (): void => {
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(pour))
      }
      pour()
    }
    const id = await create({})
    await service.track(ada)
    await done(id)
  })

  it('counts as called by its status though its answer breaks off', async () => {
    target.answer = (response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('half', () => response.destroy())
    }
    const id = await create({})
    await service.track(ada)
    await done(id)
    expect(target.calls).toHaveLength(1)
  })

  it.each([
    ['breaks the connection off', (socket: Socket) => socket.destroy()],
    ['speaks something else', (socket: Socket) => socket.end('hello\r\n\r\n')],
    [
      'sends headers without end',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
    ],
  ])('is called again where its host %s', async (_what, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => answer(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await create({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    await service.track(ada)
    await service.until(async () => (await attempts()) === 1)
    server.close()
  })

  it('is called again later where nobody vouches for the certificate of its host', async () => {
    const server = createSecureServer(createSelfSigned({ host: 'hooks.example' }), (_request, response) => {
      calls++
      response.end()
    })
    let calls = 0
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await create({ url: `https://hooks.example:${(server.address() as AddressInfo).port}/` })
    await service.track(ada)
    await service.until(async () => (await attempts()) === 1)
    expect(calls).toBe(0)
    server.close()
  })

  it('does not keep others waiting', async () => {
    target.answer = (response, { body }) => {
      if (!body.includes('slow')) response.writeHead(200).end()
    }
    const id = await create({})
    for (let number = 0; number < 7; number++) await service.track(`slow${number}@example.com`)
    await service.track(ada)
    await service.until(is(id, 'EXITED done (done)'))
  })

  it('of another workflow gets its turn however slow the first is', async () => {
    target.answer = () => undefined
    await create({})
    for (let number = 0; number < 30; number++) await service.track(`slow${number}@example.com`)
    await target.called(8)
    target.answer = (response, { path }) => void (path === '/quick' && response.writeHead(200).end())
    const body = definition(
      ...row(['hook', 'WEBHOOK', { url: `${target.url.slice(0, -4)}quick` }], exit('done')),
      {
        eventName: 'quick',
      },
    )
    const { id } = await service.create(body)
    await service.track(ada, 'quick')
    await service.clock.advance(10 * second)
    await done(id)
  })

  it('of which many are due is called eight at a time', async () => {
    target.answer = () => undefined
    await create({})
    for (let number = 0; number < 20; number++) await service.track(`p${number}@example.com`)
    await target.called(8)
    await service.clock.advance(second)
    expect(target.calls).toHaveLength(8)
    target.answer = (response) => void response.writeHead(200).end()
    await service.clock.advance(9 * second)
    await service.until(() => target.calls.length === 20)
    await service.clock.advance(10 * second)
    await service.until(() => target.calls.length === 28)
    const ended = () => service.stored.count('execution', `WHERE status = 'EXITED'`)
    await service.until(async () => (await ended()) === 20)
  })

  it('is called again for an execution that was stopped while it was called', async () => {
    target.answer = () => undefined
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    await service.patch(id, { enabled: false })
    target.answer = (response) => void response.writeHead(200).end()
    await service.clock.advance(minute)
    expect(await service.executions(id)).toEqual(['RUNNING hook'])
    await service.patch(id, { enabled: true })
    await done(id)
    expect(target.calls).toHaveLength(2)
  })

  it('whose step is taken out is called for none of those who wait for it', async () => {
    target.answer = () => undefined
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    // More than what is cleared away at a time.
    await copyExecutions(service, 1200)
    const { steps, transitions } = definition([exit('done')])
    await service.patch(id, { steps, transitions })
    const ended = () => service.stored.count('execution', `WHERE status = 'CANCELLED'`)
    await service.until(async () => (await ended()) === 1201)
    expect(await service.executions(id)).toEqual(
      Array.from({ length: 100 }, () => 'CANCELLED (The step it was at was removed.)'),
    )
    expect(target.calls).toHaveLength(1)
  })

  it('that is under way as no more are begun is called once, and goes on when it is answered', async () => {
    let answered: (() => void) | undefined
    target.answer = (response) => {
      answered = () => void response.writeHead(200).end()
    }
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    await service.service.outgoing.pause()
    await service.track('bob@example.com')
    await service.clock.advance(second)
    expect(service.service.outgoing.isBusy()).toBe(true)
    answered?.()
    await service.until(async () => (await service.executions(id)).includes('EXITED done (done)'))
    expect(service.service.outgoing.isBusy()).toBe(false)
    expect(target.calls).toHaveLength(1)
  })

  it('that is answered after its workflow was deleted changes nothing', async () => {
    let answered: (() => void) | undefined
    target.answer = (response) => {
      answered = () => void response.writeHead(200).end()
    }
    const id = await create({})
    await service.track(ada)
    await target.called(1)
    await service.ask('DELETE', `/workflows/${id}`)
    await service.clock.advance(second)
    answered?.()
    await service.until(async () => (await service.stored.count('execution')) === 0)
  })
})

describe('a webhook of the public internet alone', () => {
  let real: WorkflowService

  beforeEach(async () => {
    real = await openForWorkflows({ dns: dns.address })
  })
  afterEach(async () => {
    expect(real.failures).toEqual([])
    await real.stop()
  })

  it.each([
    ['this machine', () => target.url],
    ['this machine as a number', () => `http://2130706433:${target.port}/`],
    ['this machine, IPv6', () => `http://[::1]:${target.port}/`],
    ['this machine, IPv4 in IPv6', () => `http://[::ffff:127.0.0.1]:${target.port}/`],
    ["a cloud's metadata", () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private address', () => 'https://10.0.0.1/'],
    ['a name of this machine', () => `http://hooks.example:${target.port}/`],
  ])('does not call %s', async (_what, url) => {
    const id = await create({ url: url() }, real)
    await real.track(ada)
    await real.until(
      is(id, 'FAILED hook (The webhook failed. Its address is not on the public internet.)', real),
    )
    expect(target.calls).toEqual([])
  })

  it('does not call a name that has one public and one private address', async () => {
    dns.zone = { 'hooks.example': { A: ['203.0.114.1'], AAAA: ['::1'] } }
    const id = await create({ url: 'http://hooks.example/' }, real)
    await real.track(ada)
    await real.until(
      is(id, 'FAILED hook (The webhook failed. Its address is not on the public internet.)', real),
    )
  })

  it('does not call a name that is none', async () => {
    const id = await create({ url: `http://localhost:${target.port}/` }, real)
    await real.track(ada)
    await real.until(async () => (await real.stored.value('SELECT attempts FROM execution')) === 1)
    expect(await real.executions(id)).toEqual(['RUNNING hook'])
    expect(target.calls).toEqual([])
  })
})
