import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import { createService, type ServiceSettings } from '../../../src-service/create-service'
import { dialects } from '../../../src-service/dialect/dialects'
import { keptKeys } from '../../../src-service/keys'
import { createProjectService } from '../../../src-service/projects/project-service'
import { beSender, liveSenders } from '../../../src-service/store/postgres/working-locks'
import { webhookClaims } from '../../../src-service/store/webhook-claims'
import { type StoredRows, storedIn } from '../../fixtures/stored'
import { until } from '../../fixtures/until'
import { startWebhookTarget, type WebhookTarget } from '../../fixtures/webhook-target'
import { asker } from '../service/open'
import { definition, exit, row } from '../service/workflow-calls'
import { openForTest } from './opened-project'

describe('several processes that serve a project', () => {
  let folder: string
  let target: WebhookTarget
  let failures: unknown[]
  let stored: StoredRows
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postroom-calls-'))
    target = await startWebhookTarget()
    failures = []
    stored = storedIn((await open()).database())
  })
  afterEach(async () => {
    await target.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = () => openForTest(folder)

  const settings: ServiceSettings = {
    dialect: dialects.reference,
    rate: 100_000,
    mailsPerSecond: 14,
    latency: 0,
    smtp: null,
    dns: null,
    clock: machineClock,
    mayCall: () => true,
    publicUrl: () => 'http://service.example',
    report: (_what, error) => void failures.push(error),
  }

  /** One of the processes. `ask` asks it. */
  async function start() {
    const project = await open()
    const service = await createProjectService(project, settings, () => undefined)
    await service.start()
    onTestFinished(() => service.stop())
    const { secretKey = '' } = keptKeys(folder)
    return { project, service, ask: asker(secretKey, async (path, init) => service.app.request(path, init)) }
  }
  type Process = Awaited<ReturnType<typeof start>>

  /** So many people whom a webhook is called for. */
  async function signUp({ ask }: Process, count: number): Promise<void> {
    const steps = row(['call', 'WEBHOOK', { url: target.url, method: 'POST' }], exit('done'))
    expect((await ask('POST', '/workflows', { body: definition(...steps) })).status).toBe(201)
    for (let at = 0; at < count; at++) {
      const body = { email: `p${at}@x.example`, event: 'start' }
      expect((await ask('POST', '/v1/track', { body })).status).toBe(200)
    }
  }

  const ended = (count: number) =>
    until(
      () => stored.count('execution', `WHERE status = 'EXITED'`),
      (found) => found === count,
      60_000,
    )
  /** Ends once every process has looked who is there since. */
  async function seen(by: Client): Promise<void> {
    const { rows } = await by.query<{ now: string }>('SELECT CAST(clock_timestamp() AS text) AS now')
    const looks = `SELECT 1 FROM pg_stat_activity WHERE query = $1 AND query_start > CAST($2 AS timestamptz) AND pid IN
      (SELECT pid FROM pg_locks JOIN service_project ON CAST(objid AS bigint) = project
       WHERE locktype = 'advisory' AND name = $3)`
    await until(
      () => by.query(looks, [liveSenders, rows[0]?.now, basename(folder)]),
      ({ rowCount }) => rowCount === 3,
    )
  }
  const delivered = (): unknown[] => target.calls.map(({ headers }) => headers['x-postroom-delivery'])

  it('call eight webhooks each at the same time, and each of them once', { timeout: 120_000 }, async () => {
    const held: ServerResponse[] = []
    target.answer = (response) => void held.push(response)
    const [one, two] = [await start(), await start()]
    await signUp(one, 20)
    await target.called(16)
    const claims = await stored.rows<{ caller: number; calls: number }>(
      'SELECT caller, count(*) AS calls FROM webhook_claim GROUP BY caller',
    )
    expect(claims.map(({ calls }) => calls)).toEqual([8, 8])
    expect([one.service.outgoing.isBusy(), two.service.outgoing.isBusy()]).toEqual([true, true])
    target.answer = (response) => void response.writeHead(204).end()
    held.forEach((response) => response.writeHead(204).end())
    await ended(20)
    expect(new Set(delivered()).size).toBe(20)
    expect(target.calls).toHaveLength(20)
    await until(
      () => stored.count('webhook_claim'),
      (left) => left === 0,
    )
    expect(failures).toEqual([])
  })

  it('take over what one was calling that is gone', { timeout: 120_000 }, async () => {
    const held: ServerResponse[] = []
    target.answer = (response) => void held.push(response)
    const one = await start()
    await signUp(one, 10)
    await target.called(8)
    const gone = new Client({ connectionString: inject('database') })
    await gone.connect()
    const left = `SELECT seq FROM execution WHERE status = 'RUNNING' AND seq NOT IN (SELECT execution FROM webhook_claim)`
    await until(
      () => stored.values<number>(left),
      ({ length }) => length === 2,
    )
    const claims = webhookClaims((await open()).database())
    const caller = await beSender(gone)
    await seen(gone)
    for (const execution of await stored.values<number>(left)) await claims.claim(execution, caller)
    target.answer = (response) => void response.writeHead(204).end()
    held.forEach((response) => response.writeHead(204).end())
    await ended(8)
    expect(target.calls).toHaveLength(8)
    await gone.end()
    await ended(10)
    expect(new Set(delivered()).size).toBe(10)
    expect(failures).toEqual([])
  })

  it('do nothing twice where two work at the same time', { timeout: 120_000 }, async () => {
    const [one, two] = [await open(), await open()]
    const asked = await start()
    const workers = await Promise.all(
      [one, two].map((project) =>
        createService(project.database(), { ...settings, does: 'all but outgoing' }),
      ),
    )
    await stored.change(
      `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('mail.example', 1, '', 1, 1)`,
    )
    const made = async (path: string, body: unknown): Promise<{ id: string }> => {
      const answer = await asked.ask('POST', path, { body })
      expect(answer.status).toBeLessThan(300)
      return answer.body as { id: string }
    }
    const filters = [{ field: 'email', operator: 'contains', value: 'x.example' }]
    const condition = { logic: 'AND', groups: [{ filters }] }
    await made('/segments', { name: 'Readers', type: 'DYNAMIC', condition, trackMembership: true })
    const steps = row(['wait', 'DELAY', { amount: 1 / 60, unit: 'minutes' }], exit('done'))
    await made('/workflows', definition(...steps))
    const emails = Array.from({ length: 3000 }, (_, at) => `c${at}@x.example`)
    const segment = await made('/segments', { name: 'Everyone', type: 'STATIC' })
    for (let at = 0; at < emails.length; at += 500)
      await made(`/segments/${segment.id}/members`, {
        emails: emails.slice(at, at + 500),
        createMissing: true,
      })
    for (const worker of workers) await worker.start()
    const [from, body] = ['desk@mail.example', '<p>Hello</p>']
    const news = { name: 'News', subject: 'News', body, from, audienceType: 'ALL' }
    const { id } = await made('/campaigns', news)
    await made(`/campaigns/${id}/send`, {})
    for (const email of emails.slice(0, 200)) await made('/v1/track', { email, event: 'start' })
    const once = async (what: string, count: number): Promise<void> => {
      await until(
        () => stored.value<number>(`SELECT count(*) FROM ${what}`),
        (found) => (found ?? 0) >= count,
        60_000,
      )
    }
    const entries = `event WHERE name IN (SELECT number FROM event_name WHERE name = 'segment.Readers.entry')`
    await once('message WHERE campaign IS NOT NULL', 3000)
    await once(`execution WHERE status = 'EXITED'`, 200)
    await once(entries, 3000)
    const people = async (what: string): Promise<number[]> =>
      stored.values(
        `SELECT count(*) FROM (SELECT contact FROM ${what} GROUP BY contact HAVING count(*) > 1) AS twice`,
      )
    for (const what of ['message WHERE campaign IS NOT NULL', 'execution WHERE true', entries])
      expect(await people(what), what).toEqual([0])
    for (const worker of workers) await worker.stop()
    expect(failures).toEqual([])
  })
})
