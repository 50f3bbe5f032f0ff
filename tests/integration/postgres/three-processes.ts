import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { z } from 'zod'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { editStored, type RunningService, startService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const made = z.looseObject({ id: z.string() })

/** Three processes that serve one project behind a plain balancer, and what it comes to that they do. */
export interface ThreeProcesses {
  server: MailServer
  /** Sends what is left to send, to so many: a campaign, beside a workflow that mails whoever signs up. */
  begin(audience: number): Promise<string[]>
  /** Adds a contact; resolves once it was said to be there. */
  write(email: string): Promise<void>
  /** Signs somebody up, which the workflow answers with a mail. */
  signUp(email: string): Promise<void>
  /** Kills one of them, and starts another in its place. */
  kill(place: number): Promise<void>
  /** Asks the database, past the service. */
  rows<Row>(sql: string): Promise<Row[]>
  /** Waits until nothing is left to do. */
  allEnded(): Promise<void>
  /** @throws AssertionError where anybody got a mail twice, or none without a word, or where mails left too fast. */
  expectMailed(everyone: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts them on a project of its own of the database that the tests' services use. `slow`: milliseconds of a mail. */
export async function startThreeProcesses(url: string, slow: number): Promise<ThreeProcesses> {
  const data = mkdtempSync(join(tmpdir(), 'postroom-processes-'))
  const server = await startMailServer({ slow })
  const start = (): Promise<RunningService> => startService({ data, smtp: server.url })
  const services = [await start(), await start(), await start()]
  let turn = 0

  /** Asks one after the other, and the next where one is gone. Gives what is answered. */
  async function ask(path: string, body: unknown): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { Authorization: `Bearer ${services[0]?.secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    for (;;) {
      const service = services[turn++ % services.length]
      const answer = await fetch(`${service?.url}${path}`, init).catch(() => null)
      // What was under way when the database went away.
      if (answer === null || answer.status >= 500) continue
      expect(answer.status, path).toBeLessThan(300)
      return answer.json()
    }
  }

  async function rows<Row>(sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const project = `SELECT project FROM service_project WHERE name = '${basename(data)}'`
      await client.query(`SELECT set_config('service.project', CAST((${project}) AS text), false)`)
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  async function begin(audience: number): Promise<string[]> {
    editStored(
      data,
      `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES (?, 1, '', 1, 1)`,
      'mail.example',
    )
    const [from, body] = ['desk@mail.example', '<p>Hello {{email}}</p>']
    const welcome = { name: 'Welcome', subject: 'Welcome', body, from, type: 'TRANSACTIONAL' }
    const template = made.parse(await ask('/templates', welcome))
    const steps = [{ id: 'mail', type: 'SEND_EMAIL', name: 'mail', config: {}, templateId: template.id }]
    await ask('/workflows', {
      name: 'Welcome',
      eventName: 'signed-up',
      enabled: true,
      steps,
      transitions: [],
    })
    const everyone = Array.from({ length: audience }, (_, at) => `c${at}@x.example`)
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let at = lane; at < audience; at += 8)
        await ask('/contacts', { email: everyone[at], subscribed: true })
    })
    await Promise.all(lanes)
    const news = { name: 'News', subject: 'News', body, from, audienceType: 'ALL' }
    const campaign = made.parse(await ask('/campaigns', news))
    await ask(`/campaigns/${campaign.id}/send`, {})
    await until(
      async () => (await rows<object>('SELECT 1 FROM message')).length,
      (count) => count === audience,
    )
    return everyone
  }

  async function allEnded(): Promise<void> {
    const left = () =>
      rows<object>(`SELECT 1 FROM message WHERE status IN ('queued', 'sending')
        UNION ALL SELECT 1 FROM execution WHERE status IN ('RUNNING', 'WAITING')`)
    await until(left, ({ length }) => length === 0)
  }

  async function expectMailed(everyone: readonly string[]): Promise<void> {
    const got = server.received.flatMap(({ to }) => to)
    expect(got.filter((address, at) => got.indexOf(address) !== at)).toEqual([])
    const known = new Map(
      (await rows<{ address: string; status: string }>('SELECT address, status FROM message')).map(
        ({ address, status }) => [address, status],
      ),
    )
    const received = new Set(got)
    for (const address of everyone.filter((each) => !received.has(each)))
      expect([address, known.get(address)]).toEqual([address, 'unknown'])
    const times = server.received.map(({ at }) => at).sort((one, other) => one - other)
    times.forEach((at, from) => {
      const to = times.findIndex((other) => other >= at + 5000)
      expect((to < 0 ? times.length : to) - from).toBeLessThanOrEqual(14 * 6)
    })
  }

  return {
    ...{ server, begin, rows, allEnded, expectMailed },
    write: async (email) => void (await ask('/contacts', { email, subscribed: true })),
    signUp: async (email) => void (await ask('/v1/track', { email, event: 'signed-up', subscribed: false })),
    async kill(place) {
      await services[place]?.kill()
      services[place] = await start()
    },
    async stop() {
      for (const service of services) await service.stop()
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
