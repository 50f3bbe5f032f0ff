import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ProjectsService } from '../../../src-service/projects/serve-projects'
import { hurriedProjects } from '../../fixtures/hurried-projects'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { until } from '../../fixtures/until'
import {
  addProject,
  type AllProjects,
  endedTokens,
  sendCampaign,
  startAllProjects,
} from '../../fixtures/all-projects'
import { rowsOf } from '../../fixtures/project-rows'

describe('the projects of a database', () => {
  let server: PostgresServer
  let mails: MailServer
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    url = await server.database()
    mails = await startMailServer({ slow: 30 })
  })
  afterEach(() => mails.stop())

  const got = (): string[] => mails.received.flatMap(({ to }) => to)

  it('are worked for by one of two processes each, and by the other when one is killed', async () => {
    const both = [
      await startAllProjects(url, '--smtp', mails.url),
      await startAllProjects(url, '--smtp', mails.url),
    ]
    const projects = [await addProject(url, 'ada'), await addProject(url, 'bob'), await addProject(url, 'cy')]
    let turn = 0
    const balanced: Pick<AllProjects, 'ask'> = {
      ask: (...asked) => (both[turn++ % 2] ?? both[0]!).ask(...asked),
    }
    const sent = await Promise.all(projects.map((project) => sendCampaign(balanced, url, project, 40)))
    await until(
      async () => Promise.all(both.map((each) => each.projects())),
      (counts) => counts.reduce((sum, { working }) => sum + working, 0) === 3,
    )
    await until(
      () => projects.map(({ name }) => got().filter((each) => each.startsWith(name)).length),
      (counts) => counts.every((count) => count > 5),
    )
    await both[0]?.kill()
    both.splice(0, 1)
    for (const { name } of projects) await endedTokens(url, name, 40)
    const addresses = got()
    expect(addresses.filter((each, at) => addresses.indexOf(each) !== at)).toEqual([])
    for (const [at, { name }] of projects.entries()) {
      const ended = new Map(
        (
          await rowsOf<{ address: string; status: string }>(url, name, 'SELECT address, status FROM message')
        ).map(({ address, status }) => [address, status]),
      )
      const missing = (sent[at] ?? []).filter((each) => !addresses.includes(each))
      for (const each of missing) expect([each, ended.get(each)]).toEqual([each, 'unknown'])
    }
    expect(await both[0]?.projects()).toMatchObject({ working: 3 })
    await both[0]?.stop()
  })

  /** All projects in this process, which lets go of them as soon as nothing is to be done. */
  async function serveHere(idleFor: number): Promise<ProjectsService> {
    const times = { idleFor, settling: 3000, lookEvery: 50, letGoEvery: 20 }
    const service = await hurriedProjects({ url, smtp: mails.url, times })
    await service.start()
    return service
  }

  const asking = (service: ProjectsService): Pick<AllProjects, 'ask'> => ({
    ask: async (key, path, { body, method } = {}) =>
      service.email.fetch(
        new Request(`http://127.0.0.1:4310${path}`, {
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
        {},
      ),
  })

  const openIn = async (service: ProjectsService): Promise<number> => {
    const answer = await service.email.fetch(new Request('http://127.0.0.1:4310/health/ready'), {})
    const { projects } = (await answer.json()) as { projects: { working: number; idle: number } }
    return projects.working + projects.idle
  }

  const dueAt = async (name: string): Promise<string | null | undefined> =>
    (
      await rowsOf<{ due_at: string | null }>(
        url,
        name,
        `SELECT due_at FROM service_project WHERE name = '${name}'`,
      )
    )[0]?.due_at

  it('are let go of when nobody asks for them and nothing is to be done, and opened when there is', async () => {
    const ada = await addProject(url, 'ada')
    const service = await serveHere(100)
    await until(
      () => dueAt('ada'),
      (due) => due === null,
    )
    expect(await openIn(service)).toBe(0)
    const { ask } = asking(service)
    await sendCampaign({ ask }, url, ada, 3)
    await until(got, ({ length }) => length === 3)
    const campaign = await ask(ada.secretKey, '/campaigns', {
      body: {
        name: 'Later',
        subject: 'Later',
        body: '<p>Later</p>',
        from: 'desk@ada.example',
        audienceType: 'ALL',
      },
    })
    const { id } = (await campaign.json()) as { id: string }
    const scheduledFor = new Date(Date.now() + 9000).toISOString()
    await ask(ada.secretKey, `/campaigns/${id}/send`, { body: { scheduledFor } })
    await until(
      () => dueAt('ada'),
      (due) => Number(due) === Date.parse(scheduledFor),
    )
    await until(
      () => openIn(service),
      (count) => count === 0,
    )
    await until(got, ({ length }) => length === 6)
    await service.stop()
  })

  it('are due at once for whoever comes when all processes that had them open have ended', async () => {
    const ada = await addProject(url, 'ada')
    const first = await startAllProjects(url, '--smtp', mails.url)
    await sendCampaign(first, url, ada, 30)
    await first.kill()
    const second = await startAllProjects(url, '--smtp', mails.url)
    await endedTokens(url, 'ada', 30)
    expect(new Set(got()).size).toBe(got().length)
    await second.stop()
  })
})
