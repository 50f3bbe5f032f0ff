import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type AddedProject, addProject } from '../../fixtures/all-projects'
import { rowsOf } from '../../fixtures/project-rows'
import { hurriedProjects } from '../../fixtures/hurried-projects'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { asSuperuser, type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { until } from '../../fixtures/until'

describe('the projects of a database that fails', () => {
  let server: PostgresServer
  let mails: MailServer
  let url: string
  let ada: AddedProject
  beforeAll(async () => {
    server = await startPostgres()
    mails = await startMailServer()
  })
  afterAll(async () => {
    await mails.stop()
    await server.stop()
  })
  let reports: string[]
  beforeEach(async () => {
    reports = []
    url = await server.database()
    ada = await addProject(url, 'ada')
  })
  let end: (() => Promise<unknown>) | undefined
  afterEach(async () => {
    await end?.()
    end = undefined
  })

  /** All of them in this process, which looks often. */
  async function serve(times: { idleFor: number; settling: number }) {
    const often = { lookEvery: 20, letGoEvery: 20 }
    const service = await hurriedProjects(
      { url, smtp: mails.url, times: { ...times, ...often } },
      undefined,
      (what, error) => void reports.push(`${what}: ${error instanceof Error ? error.message : ''}`),
    )
    await service.start()
    end = () => service.stop()
    return {
      open: async (): Promise<number> => {
        const answer = await service.email.fetch(new Request('http://127.0.0.1:4310/health/ready'), {})
        const { projects } = (await answer.json()) as { projects: { working: number; idle: number } }
        return projects.working + projects.idle
      },
      contacts: async (): Promise<number> => {
        const headers = { Authorization: `Bearer ${ada.secretKey}` }
        const asked = new Request('http://127.0.0.1:4310/contacts', { headers })
        return (await service.email.fetch(asked, {})).status
      },
    }
  }
  const reported = (...whats: string[]) =>
    until(
      () => reports,
      (all) => whats.every((what) => all.some((each) => each.startsWith(what))),
    )
  const dueAt = async (): Promise<string | null | undefined> =>
    (await rowsOf<{ due_at: string | null }>(url, 'ada', 'SELECT due_at FROM service_project'))[0]?.due_at

  async function change(...texts: string[]): Promise<void> {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const text of texts) await client.query(text)
    await client.end()
  }

  it('go on once it lets them in again, and what could not be looked for meanwhile is said', async () => {
    const { contacts, open } = await serve({ idleFor: 600_000, settling: 600_000 })
    await until(open, (count) => count === 1)
    const { pathname, searchParams } = new URL(url)
    const [name, sockets] = [pathname.slice(1), searchParams.get('host') ?? '']
    const lets = (whom: boolean) => `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(whom)}`
    await asSuperuser(
      sockets,
      lets(false),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    )
    onTestFinished(() => void asSuperuser(sockets, lets(true)).catch(() => undefined))
    await reported(
      'Looking for projects with work',
      'Spreading work',
      'Looking who works for the projects',
      'The connection that hears of changes',
    )
    await asSuperuser(sockets, lets(true))
    await until(contacts, (status) => status === 200)
    expect(await open()).toBe(1)
  })

  it('are let go of at a later look, where what is to be done next could not be noted', async () => {
    await change(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$`,
      `CREATE TRIGGER full_disk BEFORE UPDATE ON service_project FOR EACH ROW WHEN (new.due_at IS NULL)
         EXECUTE FUNCTION full_disk()`,
    )
    await serve({ idleFor: 50, settling: 50 })
    await reported('Letting go of a project: the disk is full')
    expect(await dueAt()).not.toBeNull()
    await change('DROP TRIGGER full_disk ON service_project')
    await until(dueAt, (due) => due === null)
  })

  it('stay open where nobody can say what is to be done next, which is said', async () => {
    const { open } = await serve({ idleFor: 50, settling: 2000 })
    await until(open, (count) => count === 1)
    await change('ALTER TABLE job RENAME TO job_elsewhere')
    await reported('Looking whether a project is idle')
    expect(await open()).toBe(1)
    await change('ALTER TABLE job_elsewhere RENAME TO job')
    await until(open, (count) => count === 0)
  })
})
