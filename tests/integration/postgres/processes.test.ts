import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { killMoments } from '../../fixtures/kills'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { editStored, type RunningService, startService, testDatabaseVariable } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const made = z.looseObject({ id: z.string() })
const audience = 60

describe('three processes that serve one project', () => {
  let data: string
  let database: PostgresServer
  let url: string
  let server: MailServer
  let client: Client
  let services: RunningService[]
  let turn: number
  // A server of its own: whoever is connected to it is cut off.
  beforeAll(async () => {
    database = await startPostgres()
    url = await database.database()
    process.env[testDatabaseVariable] = url
  })
  afterAll(async () => {
    process.env[testDatabaseVariable] = inject('database')
    await database.stop()
  })
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'postroom-processes-'))
    server = await startMailServer({ slow: 80 })
    client = new Client({ connectionString: url })
    await client.connect()
    services = []
    turn = 0
  })
  afterEach(async () => {
    for (const service of services) await service.stop()
    await client.end()
    await server.stop()
    rmSync(data, { recursive: true, force: true })
  })

  const start = async (): Promise<RunningService> => startService({ data, smtp: server.url })

  /** Asks as through a plain balancer: one after the other, and the next where one is gone. Gives what is answered. */
  async function ask(path: string, body: unknown): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { Authorization: `Bearer ${services[0]?.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    for (;;) {
      const service = services[turn++ % services.length]
      const answer = await fetch(`${service?.url}${path}`, init).catch(() => null)
      // What was under way when the database was cut off.
      if (answer === null || answer.status === 500) continue
      expect(answer.status, path).toBeLessThan(300)
      return answer.json()
    }
  }

  /** Rows of the project, past the service. */
  async function rows<Row>(sql: string): Promise<Row[]> {
    const project = `SELECT project FROM service_project WHERE name = '${basename(data)}'`
    await client.query(`SELECT set_config('service.project', CAST((${project}) AS text), false)`)
    return (await client.query(sql)).rows
  }
  const statuses = async () =>
    new Map(
      (await rows<{ address: string; status: string }>('SELECT address, status FROM message')).map((row) => [
        row.address,
        row.status,
      ]),
    )

  /** What is left to send, and a campaign that is under way. */
  async function begin(): Promise<string[]> {
    editStored(
      data,
      `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, '', 1, 1)`,
      'mail.example',
    )
    const everyone = Array.from({ length: audience }, (_, at) => `c${at}@x.example`)
    for (const email of everyone) await ask('/contacts', { email, subscribed: true })
    const [from, body] = ['desk@mail.example', '<p>Hello {{email}}</p>']
    const campaign = made.parse(
      await ask('/campaigns', { name: 'News', subject: 'News', body, from, audienceType: 'ALL' }),
    )
    await ask(`/campaigns/${campaign.id}/send`, {})
    return everyone
  }

  const allEnded = () =>
    until(
      async () => [...(await statuses()).values()].filter((status) => ['queued', 'sending'].includes(status)),
      (left) => left.length === 0,
    )

  it('work for it one at a time: what each is asked for is done, once', async () => {
    services = [await start(), await start(), await start()]
    const everyone = await begin()
    await until(
      async () => (await statuses()).size,
      (count) => count === audience,
    )
    await allEnded()
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([...everyone].sort())
  })

  it('lose nothing and send nothing twice when they are killed or cut off from the database', async () => {
    services = [await start(), await start(), await start()]
    const { draw } = killMoments(31)
    const everyone = await begin()
    const written: string[] = []
    for (let kill = 0; kill < 5; kill++) {
      const enough = server.received.length + 1 + draw(8)
      await until(
        async () => {
          const email = `k${kill}-${written.length}@y.example`
          await ask('/contacts', { email, subscribed: true })
          written.push(email)
          return server.received.length
        },
        (count) => count >= Math.min(enough, audience - 15),
      )
      if (draw(3) === 0) {
        // Who works is cut off, and lives.
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'postroom-service' AND pid <> pg_backend_pid() AND datname = current_database()`,
        )
        continue
      }
      const place = draw(3)
      await services[place]?.kill()
      services[place] = await start()
    }
    await allEnded()
    const got = server.received.flatMap(({ to }) => to)
    expect(new Set(got).size).toBe(got.length)
    const known = await statuses()
    const missed = everyone.filter((address) => !got.includes(address))
    for (const address of missed) expect([address, known.get(address)]).toEqual([address, 'unknown'])
    const emails = new Set(
      (await rows<{ email: string }>('SELECT email FROM contact')).map(({ email }) => email),
    )
    expect(written.filter((email) => !emails.has(email))).toEqual([])
    for (const begun of server.received) {
      const within = server.received.filter(({ at }) => at >= begun.at && at < begun.at + 5000)
      expect(within.length).toBeLessThanOrEqual(14 * 6)
    }
  })
})
