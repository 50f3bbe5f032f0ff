import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { node, program } from '../../fixtures/built'
import { killMoments } from '../../fixtures/kills'
import { createServiceClock } from '../../fixtures/service-clock'
import { until } from '../../fixtures/until'
import { startWebhookTarget, type WebhookTarget } from '../../fixtures/webhook-target'
import { verifyDomain } from './campaign-setup'
import { asker, type Opened } from './open'
import { storedBeside } from '../../fixtures/stored'
import {
  day,
  definition,
  exit,
  mark,
  minute,
  openForWorkflows,
  row,
  type WorkflowService,
} from './workflow-calls'

const ada = 'ada@example.com'
let data: string
let target: WebhookTarget

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'postroom-service-'))
  target = await startWebhookTarget()
})
afterEach(async () => {
  await target.stop()
  rmSync(data, { recursive: true, force: true })
})

describe('after a restart', () => {
  let service: WorkflowService

  const start = async (at = Date.now()): Promise<void> => {
    service = await openForWorkflows({ data, mayCall: () => true, clock: createServiceClock(at) })
  }
  /** Stops, and starts again as much later. */
  async function restart(later = 0): Promise<void> {
    const at = service.clock.now() + later
    expect(service.failures).toEqual([])
    await service.stop()
    await start(at)
    await service.clock.advance(0)
  }
  const create = async (...of: Parameters<typeof definition>) => (await service.create(definition(...of))).id

  beforeEach(() => start())
  afterEach(async () => {
    expect(service.failures).toEqual([])
    await service.stop()
  })

  it('a DELAY lasts as long as it was to', async () => {
    const id = await create(...row(['wait', 'DELAY', { amount: 2, unit: 'hours' }], mark('done')))
    await service.track(ada)
    await restart(60 * minute)
    expect(await service.executions(id)).toEqual(['WAITING wait'])
    await service.clock.advance(60 * minute)
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('what fell due meanwhile goes on at once', async () => {
    const id = await create(...row(['wait', 'DELAY', { amount: 2, unit: 'hours' }], mark('done')))
    await service.track(ada)
    await restart(day)
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('an event that nobody had looked at is taken up', async () => {
    const id = await create([mark('done')])
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'start' } })
    expect(await service.executions(id)).toEqual([])
    await restart()
    expect(await service.executions(id)).toEqual(['COMPLETED done'])
  })

  it('an event that was taken up is not taken up again', async () => {
    const id = await create([mark('done')], [], { allowReentry: true })
    await service.track(ada)
    await restart()
    await restart()
    expect(await service.executions(id)).toHaveLength(1)
  })

  const waits = () =>
    create(
      [['wait', 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 3600 }], exit('came'), exit('late')],
      [
        ['wait', 'came', 'event'],
        ['wait', 'late', 'timeout'],
      ],
    )

  it('one that waits for an event still does', async () => {
    const id = await waits()
    await service.track(ada)
    await restart()
    await service.track(ada, 'paid')
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
  })

  it('an event from before the time-out goes before it', async () => {
    const id = await waits()
    await service.track(ada)
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'paid' } })
    await restart(day)
    expect(await service.executions(id)).toEqual(['EXITED came (came)'])
  })

  it('an event from after the time-out does not', async () => {
    const id = await waits()
    await service.track(ada)
    const at = service.clock.now() + day
    await service.stop()
    await start(at)
    await service.ask('POST', '/v1/track', { body: { email: ada, event: 'paid' } })
    await service.clock.advance(0)
    expect(await service.executions(id)).toEqual(['EXITED late (late)'])
  })

  it('a webhook that was being called is called again, with the same delivery id', async () => {
    target.answer = () => undefined
    const id = await create(...row(['hook', 'WEBHOOK', { url: target.url }], exit('done')))
    await service.track(ada)
    await target.called(1)
    target.answer = (response) => void response.writeHead(200).end()
    await restart()
    await service.until(async () => (await service.executions(id))[0] === 'EXITED done (done)')
    const ids = target.calls.map(({ headers }) => headers['x-postroom-delivery'])
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
  })

  it('what was being cleared away goes on going', async () => {
    const id = await create(...row(['wait', 'DELAY', { amount: 2, unit: 'hours' }]))
    await service.track(ada)
    await service.ask('DELETE', `/workflows/${id}`)
    await restart()
    expect(await service.stored.count('execution')).toBe(0)
  })
})

describe('killed in mid run, again and again', () => {
  let child: ChildProcess
  let ask: Opened['ask']

  async function start(): Promise<void> {
    child = spawn(node, [program('webhook-service-process'), data], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(child.stdout!.setEncoding('utf8'), 'data')
    const { url, secretKey } = z.object({ url: z.string(), secretKey: z.string() }).parse(JSON.parse(line))
    ask = asker(secretKey, (path, init) => fetch(url + path, init))
  }
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  afterEach(kill)

  it('loses nothing and doubles nothing but calls of webhooks', async () => {
    await start()
    const stored = await storedBeside(data)
    await verifyDomain(stored)
    const template = {
      name: 'Hi',
      subject: 'Hi',
      body: 'Hi',
      type: 'TRANSACTIONAL',
      from: 'desk@mail.example',
    }
    const { body } = await ask('POST', '/templates', { body: template })
    const { id: templateId } = z.object({ id: z.string() }).parse(body)
    const steps = row(
      ['leave', 'UPDATE_CONTACT', { subscribed: false }],
      ['mail', 'SEND_EMAIL', {}, templateId],
      ['wait', 'DELAY', { amount: 1 / 60, unit: 'minutes' }],
      ['hook', 'WEBHOOK', { url: target.url }],
      ['return', 'UPDATE_CONTACT', { subscribed: true }],
      exit('done'),
    )
    expect(
      (await ask('POST', '/workflows', { body: definition(...steps, { allowReentry: true }) })).status,
    ).toBe(201)

    const { draw } = killMoments(12)
    const tracked = new Set<string>()
    for (let life = 0; life < 5; life++) {
      let asked = 0
      const counts = [() => asked, () => stored.count('message'), () => target.calls.length]
      // In turn: while events come in, while messages are made, while webhooks are called.
      const now = async () => (await counts[life % counts.length]?.()) ?? 0
      const then = (await now()) + 1 + draw(40)
      const killed = until(now, (seen) => seen >= then).then(kill)
      // What is under way when it is killed may have come in or not: only what was answered is certain.
      for (let number = 0; number < 40; number++) {
        const email = `p${life}-${number}@example.com`
        asked += 1
        const answer = await ask('POST', '/v1/track', { body: { email, event: 'start' } }).catch(() => null)
        if (answer?.status === 200) tracked.add(email)
      }
      await killed
      await start()
    }
    expect(tracked.size).toBeGreaterThan(20)
    const events = (name: string) =>
      stored.count('event', `WHERE name = (SELECT number FROM event_name WHERE name = '${name}')`)
    const started = await events('start')
    expect(started).toBeGreaterThanOrEqual(tracked.size)
    await expect
      .poll(() => stored.count('execution', `WHERE status = 'EXITED'`), { timeout: 25_000 })
      .toBe(started)

    expect(await stored.count('execution')).toBe(started)
    expect(await stored.count('message')).toBe(started)
    expect(await stored.value('SELECT count(DISTINCT contact) FROM message')).toBe(started)
    expect([await events('contact.unsubscribed'), await events('contact.subscribed')]).toEqual([
      started,
      started,
    ])
    const deliveries = new Set(target.calls.map(({ headers }) => headers['x-postroom-delivery']))
    expect(deliveries.size).toBe(started)
    await stored.close()
  }, 60_000)
})
