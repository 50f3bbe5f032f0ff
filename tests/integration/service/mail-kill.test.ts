import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { killMoments } from '../../fixtures/kills'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { type RunningService, startService } from '../../fixtures/service'
import { soon } from '../../fixtures/soon'
import { until } from '../../fixtures/until'
import { addPeople, addresses, verifyDomain } from './campaign-setup'
import { storedBeside } from '../../fixtures/stored'

const count = 110
const madeSchema = z.looseObject({ id: z.string() })

describe('a service that is killed again and again while it sends', () => {
  let data: string
  let service: RunningService | undefined
  let server: MailServer | undefined
  let stored: Awaited<ReturnType<typeof storedBeside>>
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'postroom-kill-'))
  })
  afterEach(async () => {
    await stored.close()
    await service?.stop()
    await server?.stop()
    service = server = undefined
    await rm(data, { recursive: true, force: true })
  })

  async function call(path: string, body: unknown): Promise<unknown> {
    if (!service) throw new Error('There is no service.')
    const answer = await fetch(service.url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBeLessThan(300)
    return answer.json()
  }

  /** Puts a campaign to `count` contacts and a few single messages into the queue. */
  async function fill(): Promise<string[]> {
    await verifyDomain(stored)
    await addPeople(stored, count)
    const from = 'desk@mail.example'
    const body = '<p>Hello {{email}}</p>'
    const made = await call('/campaigns', { name: 'News', subject: 'News', body, from, audienceType: 'ALL' })
    await call(`/campaigns/${madeSchema.parse(made).id}/send`, {})
    const single = Array.from({ length: 10 }, (_, at) => `s${at}@x.example`)
    await call('/v1/send', { to: single, subject: 'One', body, from })
    return [...addresses(count), ...single]
  }

  const begun = () => stored.count('message', `WHERE status <> 'queued'`)
  async function statuses() {
    const found = await stored.rows<{ address: string; status: string }>(
      'SELECT address, status FROM message',
    )
    return new Map(found.map(({ address, status }) => [address, status]))
  }

  /** Runs the service, killing it at random moments, until nothing is left to send. */
  async function sendThroughKills(smtp: string | undefined, kills: number): Promise<string[]> {
    service = await startService({ data, smtp })
    stored = await storedBeside(data)
    const everyone = await fill()
    const { draw } = killMoments(8)
    for (let kill = 0; kill < kills; kill++) {
      const some = Math.min(everyone.length, (await begun()) + draw(20))
      await until(begun, (now) => now >= some)
      await service.kill()
      service = await startService({ data, smtp })
    }
    await soon(
      async () => {
        const left = [...(await statuses()).values()].filter((status) =>
          ['queued', 'sending'].includes(status),
        )
        expect(left).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    return everyone
  }
  const campaignStatus = () => stored.value('SELECT status FROM campaign')

  it('sends each message once at most through SMTP, and all but those on their way at a kill', async () => {
    // Slow enough that messages are on their way at any moment.
    server = await startMailServer({ slow: 120 })
    const everyone = await sendThroughKills(server.url, 5)
    const got = server.received.flatMap(({ to }) => to)
    expect(new Set(got).size).toBe(got.length)
    const known = await statuses()
    const missed = everyone.filter((address) => !got.includes(address))
    for (const address of missed) expect([address, known.get(address)]).toEqual([address, 'unknown'])
    for (const address of got) expect(['sent', 'unknown']).toContain(known.get(address))
    expect(known.size).toBe(everyone.length)
    // Ten at most are on their way at each of the five kills.
    expect([...known.values()].filter((status) => status === 'unknown').length).toBeLessThanOrEqual(50)
    expect(await campaignStatus()).toBe('SENT')
  }, 120_000)

  it('keeps each message exactly once in the outbox', async () => {
    const everyone = await sendThroughKills(undefined, 4)
    expect([...(await statuses()).values()]).toEqual(everyone.map(() => 'sent'))
    const events = await stored.value(
      `SELECT count(DISTINCT e.email) - count(*) FROM event AS e JOIN event_name AS n ON n.number = e.name
       WHERE n.name = 'email.sent'`,
    )
    expect(events).toBe(0)
    const [counts] = await stored.rows('SELECT status, sent_count, delivered_count FROM campaign')
    expect(counts).toEqual({ status: 'SENT', sent_count: count, delivered_count: count })
  }, 120_000)
})
