import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, textAt } from '../../deployed/stand-in/calls'
import { track, withStep } from './one-step-workflow'
import { becomes, openEmbedded, type Subject } from './subjects'

const minute = 60_000

describe('campaigns of the embedded service on their way (deployed.md section 5)', () => {
  const read = async (service: Subject, id: string) => (await call(service, `GET /campaigns/${id}`)).body
  const cancelled = (service: Subject, id: string) => call(service, `POST /campaigns/${id}/cancel`)

  /** One that goes to everybody, and is being sent. */
  async function sending(service: Subject): Promise<string> {
    const body = {
      name: 'News',
      subject: 'Hi',
      body: '<p>Hi</p>',
      from: 'a@example.com',
      audienceType: 'ALL',
    }
    const id = textAt((await call(service, 'POST /campaigns', body)).body, 'data', 'id')
    await call(service, `POST /campaigns/${id}/send`, {})
    return id
  }

  it('evaluate the audience of each batch of 500 when it is queued', async () => {
    const service = await openEmbedded()
    const people = await service.seed(600)
    const id = await sending(service)
    expect(await read(service, id)).toMatchObject({ data: { status: 'SENDING', totalRecipients: 600 } })
    // Before the first batch is queued.
    await call(service, `PATCH /contacts/${people[0]?.id}`, { subscribed: false })
    await becomes(service, `/campaigns/${id}`, { data: { totalRecipients: 599 } })
    expect(await service.mails()).toHaveLength(599)
  })

  it('clear what was queued before they are drafts again', async () => {
    const service = await openEmbedded()
    await service.seed(2)
    const id = await sending(service)
    // Queued, and not one sent yet.
    await service.stored.change(
      `INSERT INTO message (content, campaign, contact, subscribed, address, token, due_at, created_at)
       SELECT 0, c.seq, p.seq, 1, p.email, p.email, 9e15, 0 FROM contact AS p CROSS JOIN campaign AS c`,
    )
    for (const time of ['once', 'and again']) {
      expect((await cancelled(service, id)).body, time).toMatchObject({
        data: { status: 'CANCELLED' },
        revertPending: true,
      })
    }
    await service.advance(minute)
    expect(await read(service, id)).toMatchObject({ data: { status: 'DRAFT', sentAt: null, sentCount: 0 } })
  })

  it('stay cancelled where something was sent, and say so again', async () => {
    const service = await openEmbedded()
    await service.seed(100)
    const id = await sending(service)
    await becomes(service, `/campaigns/${id}`, { data: { sentCount: 1 } })
    expect((await cancelled(service, id)).body).toMatchObject({
      data: { status: 'CANCELLED' },
      revertPending: false,
    })
    await service.advance(minute)
    expect(await read(service, id)).toMatchObject({ data: { status: 'CANCELLED' } })
    expect((await cancelled(service, id)).status).toBe(200)
  })
})

it('a mail of the embedded service that was not sent yet has no subject where what came of it is told', async () => {
  const service = await openEmbedded()
  const mail = { to: 'ada@example.com', subject: 'Hi {{name}}', body: 'B', from: 'a@example.com' }
  const sent = await call(service, 'POST /v1/send', mail)
  const emailId = textAt(sent.body, 'data', 'emails', 0, 'email')
  for (const data of [null, 'by phone', { subject: 5 }, { subject: 'As it was' }])
    await call(service, 'POST /events/track', { name: 'email.open', emailId, data })
  const { body } = await call(service, 'GET /activity?types=email.opened')
  const subjects = ['As it was', null, null, null].map((subject) => ({ metadata: { subject } }))
  expect(body).toMatchObject({ data: subjects })
})

it('a domain of the embedded service that was not given keys here has none to show', async () => {
  const service = await openEmbedded()
  await service.stored.change(
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('older.example', 1, '', 0, 0)`,
  )
  expect((await call(service, `GET /domains/project/${service.projectId}`)).body).toMatchObject([
    { domain: 'older.example', dkimTokens: null },
    { domain: 'example.com', dkimTokens: ['one', 'two', 'three'] },
  ])
})

describe('steps of the embedded service as they run (deployed.md section 7)', () => {
  it.each([{ branch: 'timeout' }, { fallback: true }])(
    'know the older way to say what follows a timeout: %j',
    async (condition) => {
      const service = await openEmbedded()
      const { leadTo, execution } = await withStep(service, 'WAIT_FOR_EVENT', {
        eventName: 'paid',
        timeout: 60,
      })
      await leadTo('event', { waitOutcome: 'EVENT' })
      await leadTo('timeout', { waitOutcome: 'TIMEOUT' })
      // As older deployments stored it.
      await service.stored.change(
        `UPDATE workflow_transition SET branch = NULL,
           condition = CASE WHEN wait_outcome = 'TIMEOUT' THEN ? END, wait_outcome = NULL WHERE wait_outcome IS NOT NULL`,
        JSON.stringify(condition),
      )
      await call(service, 'POST /workflows', { name: 'Another', eventName: 'none' })
      await track(service, 'signup')
      await service.advance(60_000)
      expect(await execution()).toMatchObject({ exitReason: 'timeout' })
    },
  )

  it('call an address by redirects, filled in and unsigned, and do not mind what it answers', async () => {
    const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
    const server = createServer((request, answer) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += String(chunk)))
      request.on('end', () => {
        seen.push({ url: request.url ?? '', headers: request.headers, body })
        if (request.url?.startsWith('/first')) answer.writeHead(307, { Location: '/second' }).end()
        else answer.writeHead(500).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const config = { url: `http://127.0.0.1:${port}/first/{{email}}`, headers: { 'X-Plan': '{{plan}}' } }
    const service = await openEmbedded(undefined, { mayCall: () => true })
    const { id } = await withStep(service, 'WEBHOOK', config)
    await track(service, 'signup', { plan: 'pro' })
    const completed = { status: 'COMPLETED' }
    await becomes(service, `/workflows/${id}/executions`, { executions: [completed] })
    expect(seen.map(({ url }) => url)).toEqual(['/first/ada@example.com', '/second'])
    expect(seen[1]?.headers).toMatchObject({ 'x-plan': 'pro' })
    expect(Object.keys(seen[1]?.headers ?? {}).filter((name) => name.startsWith('x-postroom'))).toEqual([])
    expect(Object.keys(JSON.parse(seen[1]?.body ?? ''))).toEqual([
      'contact',
      'workflow',
      'execution',
      'event',
    ])
  })

  it('fail on a private address', async () => {
    const service = await openEmbedded()
    const { id } = await withStep(service, 'WEBHOOK', { url: 'http://127.0.0.1' })
    await track(service, 'signup')
    const failed = { status: 'FAILED' }
    await becomes(service, `/workflows/${id}/executions`, { executions: [failed] })
  })
})
