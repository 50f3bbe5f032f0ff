import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deliveryStore } from '../../../src-service/mail/deliveries'
import type { OpenedProject } from '../../../src-service/store/postgres/shared-database'
import { sharedPace } from '../../../src-service/store/postgres/shared-pace'
import { beSender } from '../../../src-service/store/postgres/working-locks'
import { startMailServer } from '../../fixtures/mail-server'
import { editStored, type RunningService, startService } from '../../fixtures/service'
import { storedIn } from '../../fixtures/stored'
import { until } from '../../fixtures/until'
import { connectPast, openForTest } from './opened-project'

describe('the mail of a project that several processes send', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-sending-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => openForTest(folder)
  /** Asks the database, past the service. */
  const connect = () => connectPast(folder)

  const addresses = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}@x.example`)

  async function queue(project: OpenedProject, count: number): Promise<void> {
    const { change } = storedIn(project.database())
    for (const [at, address] of addresses(count).entries())
      await change(
        `INSERT INTO message (content, subscribed, address, token, due_at, created_at) VALUES (1, 0, ?, ?, ?, 1)`,
        ...[address, `${basename(folder)}-${at}`, at],
      )
  }

  it('is taken message by message: what one is about to take another passes over', async () => {
    const project = await open()
    await queue(project, 3)
    const other = await connect()
    await other.query('BEGIN')
    await other.query(`SELECT 1 FROM message WHERE address = 'p0@x.example' FOR UPDATE`)
    const db = project.database()
    const deliveries = deliveryStore(db)
    const taken = await db.transaction(() => deliveries.take(1, 2))
    expect(taken.map(({ address }) => address)).toEqual(['p1@x.example', 'p2@x.example'])
    await other.query('ROLLBACK')
    const next = await db.transaction(() => deliveries.take(1, 1))
    expect(next.map(({ address }) => address)).toEqual(['p0@x.example'])
  })

  it('is unknown of a process that is gone, and of no other', async () => {
    const project = await open()
    await queue(project, 3)
    const deliveries = deliveryStore(project.database())
    const [first, second, third] = await deliveries.next(1, 3)
    if (!first || !second || !third) throw new Error('Nothing waits.')
    await deliveries.claim([first], await beSender(await connect()))
    // Numbers of processes are at least 1.
    await deliveries.claim([second], 0)
    await deliveries.claim([third], null)
    await deliveries.endInterrupted(5)
    expect(await storedIn(project.database()).values('SELECT status FROM message ORDER BY seq')).toEqual([
      'sending',
      'unknown',
      'unknown',
    ])
  })

  it('keeps one pace, whichever of them sends', async () => {
    const project = await open()
    const paces = [sharedPace(project.database(), 14), sharedPace(project.database(), 14)]
    let left = 0
    for (let turn = 0; left < 20; turn++) {
      const pace = paces[turn % 2]
      const { count = 0, wait = 0 } = (await pace?.take(0, 5)) ?? {}
      left += count
      await new Promise((done) => setTimeout(done, wait))
    }
    const [stamps = []] = await storedIn(project.database()).values<number[]>('SELECT stamps FROM mail_pace')
    // As many as a second may hold are kept: with the next one that took the place of the first.
    expect(stamps).toHaveLength(14)
    const gaps = stamps.slice(1).map((at, before) => at - (stamps[before] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(35)
    expect((await paces[0]?.wait(0)) ?? 0).toBeGreaterThanOrEqual(0)
  })

  /** How many mails a process has sent. */
  async function mailed({ url }: RunningService): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^postroom_mails_total\{ending="sent"\} (\d+)$/m.exec(metrics)?.[1])
  }

  // One of them has ten on their way at most, which is a quarter of what may leave in 3 s.
  it('leaves from all of them where one is too slow, and what was on its way from one that is killed is unknown', async () => {
    const server = await startMailServer({ slow: 3000 })
    onTestFinished(() => server.stop())
    const start = async (): Promise<RunningService> => {
      const service = await startService({ data: folder, smtp: server.url, log: 'json' })
      onTestFinished(async () => void (await service.kill()))
      return service
    }
    const services = [await start(), await start(), await start()]
    await until(
      () => services.filter((each) => each.said().includes('working')),
      ({ length }) => length === 1,
    )
    const [killed] = services.filter((each) => !each.said().includes('working'))
    if (!killed) throw new Error('All of them work.')
    editStored(
      folder,
      `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, '', 1, 1)`,
      'mail.example',
    )
    const [first] = services
    for (const to of addresses(45)) {
      const answer = await fetch(`${first?.url}/v1/send`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${first?.secretKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ to, from: 'desk@mail.example', subject: 'Hello', body: 'Hello' }),
      })
      expect(answer.status).toBe(200)
    }
    await until(
      () => Promise.all(services.map(mailed)),
      (counts) => counts.every((count) => count > 0),
    )
    const client = await connect()
    const onTheirWay = () =>
      client.query<{ senders: number }>(
        `SELECT count(DISTINCT sender)::int AS senders FROM message WHERE status = 'sending'`,
      )
    await until(onTheirWay, ({ rows }) => (rows[0]?.senders ?? 0) > 1)
    await killed.kill()
    const statuses = async () =>
      new Map(
        (
          await client.query<{ address: string; status: string }>('SELECT address, status FROM message')
        ).rows.map(({ address, status }) => [address, status]),
      )
    const ended = await until(statuses, (seen) =>
      [...seen.values()].every((status) => status === 'sent' || status === 'unknown'),
    )
    const got = server.received.flatMap(({ to }) => to)
    expect(got.filter((address, at) => got.indexOf(address) !== at)).toEqual([])
    for (const address of addresses(45).filter((each) => !got.includes(each)))
      expect([address, ended.get(address)]).toEqual([address, 'unknown'])
  })
})
