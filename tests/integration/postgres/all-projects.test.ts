import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { uuidIds } from '../../../src-service/dialect/ids'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { until } from '../../fixtures/until'
import {
  addProject,
  type AddedProject,
  type AllProjects,
  endedTokens,
  sendCampaign,
  startAllProjects,
} from '../../fixtures/all-projects'
import { rowsOf } from '../../fixtures/project-rows'

const idSchema = z.object({ id: z.string() })

describe('a process that serves all projects of a database', () => {
  let server: PostgresServer
  let url: string
  let service: AllProjects
  let one: AddedProject
  let two: AddedProject
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.database()
    service = await startAllProjects(url)
    one = await addProject(url, 'one')
    two = await addProject(url, 'two')
  })
  afterAll(async () => {
    expect(await service.stop()).toBe(0)
    await server.stop()
  })

  /** What a project answers, read as JSON. */
  async function json(key: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await service.ask(key, path, { body })
    expect(answer.status, path).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }

  it('answers each key from the project that it opens, which was added while it ran', async () => {
    const [ofOne, ofTwo] = await Promise.all([
      json(one.secretKey, '/contacts', { email: 'same@x.example', subscribed: true }),
      json(two.secretKey, '/contacts', { email: 'same@x.example', subscribed: false }),
    ])
    expect(await json(one.secretKey, '/contacts')).toMatchObject({
      total: 1,
      contacts: [{ subscribed: true }],
    })
    expect(await json(two.secretKey, '/contacts')).toMatchObject({
      total: 1,
      contacts: [{ subscribed: false }],
    })
    for (const [key, id] of [
      [one.secretKey, ofTwo['id']],
      [two.secretKey, ofOne['id']],
    ]) {
      const foreign = `/contacts/${String(id)}`
      expect((await service.ask(String(key), foreign)).status).toBe(404)
      const change = { method: 'PATCH', body: { subscribed: true } }
      expect((await service.ask(String(key), foreign, change)).status).toBe(404)
      expect((await service.ask(String(key), foreign, { method: 'DELETE' })).status).toBe(404)
    }
  })

  it('holds to it with many requests at once over the same connections', async () => {
    const lanes = Array.from({ length: 120 }, async (_, at) => {
      const { name, secretKey } = at % 2 ? one : two
      await json(secretKey, '/contacts', { email: `${name}-${at}@lanes.example`, subscribed: false })
      const found = await json(secretKey, `/contacts?search=lanes.example&limit=100`)
      return (found['contacts'] as { email: string }[]).every(({ email }) => email.startsWith(name))
    })
    expect((await Promise.all(lanes)).every(Boolean)).toBe(true)
  })

  it('keeps the idempotency keys of projects apart', async () => {
    const track = (key: string) =>
      service.ask(key, '/v1/track', {
        body: { email: 'seen@x.example', event: 'seen' },
        headers: { 'Idempotency-Key': 'once' },
      })
    expect((await track(one.publicKey)).status).toBe(200)
    expect((await track(two.publicKey)).status).toBe(200)
    expect((await track(one.publicKey)).status).toBe(409)
  })

  it('refuses what is nobody’s as a project refuses it', async () => {
    const refusal = async (key: string, path: string) => {
      const answer = await service.ask(key, path)
      const { error } = (await answer.json()) as { error: { code: string } }
      return [answer.status, error.code]
    }
    expect(await refusal('sk_0123456789012345678901', '/contacts')).toEqual([401, 'INVALID_API_KEY'])
    expect(await refusal(one.recordsToken, '/contacts')).toEqual([401, 'INVALID_API_KEY'])
    expect(await refusal(one.publicKey, '/contacts')).toEqual([401, 'INVALID_API_KEY'])
    expect(await refusal(one.secretKey, `${service.recordsUrl}/v1/records`)).toEqual([401, 'INVALID_API_KEY'])
    const withoutKey = await fetch(`${service.url}/contacts`)
    expect(withoutKey.status).toBe(401)
    expect((await fetch(`${service.url}/t/c/${'0'.repeat(32)}/abc`)).status).toBe(404)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  })

  it('opens the records of each project with its own token', async () => {
    const accountOf = async (name: string) => {
      const rows = await rowsOf<{ company: string; workspace: string }>(
        ...([
          url,
          name,
          'SELECT company_id AS company, workspace_id AS workspace FROM record_account',
        ] as const),
      )
      return rows[0] ?? { company: '', workspace: '' }
    }
    const users = (token: string, { company, workspace }: { company: string; workspace: string }) =>
      service.ask(token, `${service.recordsUrl}/v1/users?workspaceId=${workspace}&limit=1`, {
        headers: { 'x-service-company-id': company },
      })
    const [ofOne, ofTwo] = [await accountOf('one'), await accountOf('two')]
    expect((await users(one.recordsToken, ofOne)).status).toBe(200)
    expect((await users(two.recordsToken, ofTwo)).status).toBe(200)
    expect((await users(one.recordsToken, ofTwo)).status).toBe(403)
  })

  it('follows the links of each project’s mails, also of those that name no project, and shows its outbox', async () => {
    const everyone = await sendCampaign(service, url, one, 2)
    const others = await sendCampaign(service, url, two, 1)
    const count = async (name: string) =>
      (
        await rowsOf<{ count: number }>(url, name, 'SELECT count(*)::int FROM contact WHERE subscribed = 1')
      )[0]?.count
    const [tokens, [token = '']] = [
      await endedTokens(url, 'one', (await count('one')) ?? 0),
      await endedTokens(url, 'two', (await count('two')) ?? 0),
    ]
    expect(everyone.length + others.length).toBe(3)
    const older = '0'.repeat(8) + 'f'.repeat(24)
    await rowsOf(url, 'one', `UPDATE message SET token = '${older}' WHERE token = '${tokens[0]}'`)
    await rowsOf(url, 'one', `UPDATE service_project SET unnamed_tokens = true WHERE name = 'one'`)
    for (const each of [older, String(tokens[1]), token]) {
      expect((await fetch(`${service.url}/t/o/${each}.gif`)).status).toBe(200)
      expect((await fetch(`${service.url}/unsubscribe/${each}`)).status).toBe(200)
    }
    const opens = (name: string) =>
      rowsOf<{ token: string }>(url, name, 'SELECT token FROM message WHERE opens = 1')
    expect((await opens('one')).map((row) => row.token).sort()).toEqual([older, String(tokens[1])].sort())
    expect(await opens('two')).toEqual([{ token }])
    const form = { method: 'POST', body: new URLSearchParams({ confirm: 'yes' }) }
    await fetch(`${service.url}/unsubscribe/${token}`, { ...form, redirect: 'manual' })
    const said = (name: string) =>
      rowsOf<{ address: string }>(url, name, 'SELECT address FROM message WHERE unsubscribed_at IS NOT NULL')
    expect([await said('one'), (await said('two')).length]).toEqual([[], 1])
    const outbox = async ({ outbox: path }: AddedProject) => {
      const cookie = `postroom_outbox=${new URL(path, service.url).searchParams.get('token')}`
      return (await fetch(`${service.url}/outbox`, { headers: { Cookie: cookie } })).text()
    }
    expect(await outbox(one)).toContain('one-0@x.example')
    expect(await outbox(two)).not.toContain('one-0@x.example')
    expect((await fetch(`${service.url}/outbox`)).status).toBe(403)
  })

  it('says of a project that is not all there why it is not served', async () => {
    const moved = await addProject(url, 'moved')
    await rowsOf(url, 'moved', `UPDATE service_project SET moving = 'a file' WHERE name = 'moved'`)
    const answer = await service.ask(moved.secretKey, '/contacts')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(await answer.text()).toContain('Not all of the project moved is there yet.')
    await rowsOf(url, 'moved', `UPDATE service_project SET moving = NULL WHERE name = 'moved'`)
    expect((await service.ask(moved.secretKey, '/contacts')).status).toBe(200)
  })

  it('refuses a project that was removed, also while it is open', async () => {
    const gone = await addProject(url, 'gone')
    expect((await service.ask(gone.secretKey, '/contacts')).status).toBe(200)
    await rowsOf(url, 'gone', `DELETE FROM project; DELETE FROM service_project WHERE name = 'gone'`)
    await until(
      async () => (await service.ask(gone.secretKey, '/contacts')).status,
      (status) => status === 401,
    )
  })

  it('counts the requests of each project on its own', async () => {
    const strict = await startAllProjects(url, '--rate', '3')
    const [first, second] = [await addProject(url, 'first'), await addProject(url, 'second')]
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) statuses.push((await strict.ask(first.secretKey, '/contacts')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await strict.ask(second.secretKey, '/contacts')).status).toBe(200)
    await strict.stop()
  })

  it('answers whoever names a contact of the deployed dialect, without a key, from the one project that has it', async () => {
    const deployed = await startAllProjects(url, '--dialect', 'deployed')
    const projects = [await addProject(url, 'left'), await addProject(url, 'right')]
    const made = await Promise.all(
      projects.map(async ({ name, secretKey }) => {
        const body = { email: `${name}@public.example`, subscribed: true }
        return idSchema.parse(await (await deployed.ask(secretKey, '/contacts', { body })).json())
      }),
    )
    const [left, right] = made.map(({ id }) => id)
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${deployed.url}${path}`, { redirect: 'manual', ...init })
      // Two refusals differ in their numbers and times.
      const text = (await answer.text()).replace(/,"requestId".*/, '')
      return { status: answer.status, text }
    }
    const shown = async (id: unknown) => JSON.parse((await ask(`/contacts/public/${id}`)).text)
    expect(await shown(left)).toMatchObject({ id: left, email: 'left@public.example', subscribed: true })
    expect(await shown(right)).toMatchObject({ id: right, email: 'right@public.example', subscribed: true })

    expect((await ask(`/contacts/public/${left}/unsubscribe`, { method: 'POST' })).status).toBe(200)
    expect((await ask(`/unsubscribe/${right}`)).status).toBe(302)
    expect(await shown(left)).toMatchObject({ subscribed: false })
    expect(await shown(right)).toMatchObject({ subscribed: true })
    expect((await ask(`/unsubscribe/${right}`, { method: 'POST' })).text).toBe('Unsubscribed')
    expect((await ask(`/contacts/public/${left}/subscribe`, { method: 'POST' })).status).toBe(200)
    expect(await shown(left)).toMatchObject({ subscribed: true })
    expect(await shown(right)).toMatchObject({ subscribed: false })

    const nobodys = await ask(`/contacts/public/${uuidIds.encode('contact', 2 ** 40)}`)
    expect(nobodys.status).toBe(404)
    const forwarded = { headers: { 'X-Forwarded-For': '192.0.2.1' } }
    expect(await ask(`/contacts/public/${left}`, forwarded)).toEqual(nobodys)
    await deployed.stop()
    // As where both were moved here from files, each of which counted from 1.
    const seq = uuidIds.decode('contact', left ?? '')
    await rowsOf(url, 'right', `UPDATE contact SET seq = ${seq}`)
    const later = await startAllProjects(url, '--dialect', 'deployed')
    expect((await fetch(`${later.url}/contacts/public/${left}`)).status).toBe(404)
    const withKey = await later.ask(projects[1]?.secretKey ?? '', `/contacts/public/${left}`)
    expect(await withKey.json()).toMatchObject({ email: 'right@public.example' })
    await later.stop()
  })

  it('tells how many projects it has open, by no name of them', async () => {
    const { working, idle } = await service.projects()
    expect(working + idle).toBeGreaterThanOrEqual(2)
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toMatch(/^postroom_projects\{state="working"\} \d+$/m)
    expect(metrics).toMatch(/^postroom_queue_depth\{queue="mail"\} \d+$/m)
    expect(metrics).not.toMatch(/"(one|two)"/)
  })
})
