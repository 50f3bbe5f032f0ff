import { createInterface } from 'node:readline'
import { z } from 'zod'
import { Client } from 'pg'
import { expect } from 'vitest'
import { runCommand } from '../../../src-service/commands'
import { exitOf, spawnService } from '../../fixtures/service'
import { until } from '../../fixtures/until'

const added = z.object({
  secretKey: z.string(),
  publicKey: z.string(),
  recordsToken: z.string(),
  outbox: z.string(),
})
const ready = z.object({ url: z.string(), records: z.object({ url: z.string() }) })

/** A project, and how it is asked for something. */
export interface AddedProject extends z.infer<typeof added> {
  name: string
}

/** Makes a project as whoever runs the service does. */
export async function addProject(url: string, name: string): Promise<AddedProject> {
  return { name, ...added.parse(await runCommand(['project', 'add', name, '--database', url])) }
}

/** A process that serves all projects of a database. */
export interface AllProjects {
  url: string
  recordsUrl: string
  /** Asks it with a key; a body is sent as JSON. */
  ask(
    key: string,
    path: string,
    init?: { method?: string; body?: unknown; headers?: object },
  ): Promise<Response>
  /** How many projects it has open, by what it does for them. */
  projects(): Promise<{ working: number; idle: number }>
  said(): string
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** Starts the built service for all projects of a database. */
export async function startAllProjects(url: string, ...args: string[]): Promise<AllProjects> {
  const all = ['--database', url, '--all-projects', '--port', '0', '--records-port', '0', ...args]
  const child = spawnService(all)
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk))
  const line = await new Promise<string>((done, fail) => {
    if (child.stdout) createInterface(child.stdout).once('line', done)
    child.once('close', () => fail(new Error(`It ended: ${said}`)))
  })
  const at = ready.parse(JSON.parse(line))
  return {
    url: at.url,
    recordsUrl: at.records.url,
    ask: (key, path, { method, body, headers } = {}) =>
      fetch(path.startsWith('http') ? path : `${at.url}${path}`, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        redirect: 'manual',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async projects() {
      const answer = await fetch(`${at.url}/health/ready`)
      return z
        .object({ projects: z.object({ working: z.number(), idle: z.number() }) })
        .parse(await answer.json()).projects
    },
    said: () => said,
    async kill() {
      child.kill('SIGKILL')
      await exitOf(child)
    },
    async stop() {
      child.kill('SIGTERM')
      return exitOf(child)
    },
  }
}

/** Asks the database for rows of a project, past the service. */
export async function rowsOf<Row>(url: string, name: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `SELECT set_config('service.project', (SELECT CAST(project AS text) FROM service_project WHERE name = $1), false)`,
      [name],
    )
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const made = z.looseObject({ id: z.string() })

/** Has a project send a campaign to so many, whose addresses begin with its name. Gives the addresses. */
export async function sendCampaign(
  { ask }: Pick<AllProjects, 'ask'>,
  url: string,
  { name, secretKey }: AddedProject,
  audience: number,
): Promise<string[]> {
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await ask(secretKey, path, { body })
    expect(answer.status, path).toBeLessThan(300)
    return answer.json()
  }
  await rowsOf(
    url,
    name,
    `INSERT INTO domain (domain, verified, dkim_tokens, created_at, updated_at) VALUES ('${name}.example', 1, '', 1, 1)`,
  )
  const everyone = Array.from({ length: audience }, (_, at) => `${name}-${at}@x.example`)
  await Promise.all(everyone.map((email) => post('/contacts', { email, subscribed: true })))
  const campaign = made.parse(
    await post('/campaigns', {
      ...{ name: 'News', subject: 'News', body: '<p><a href="https://shop.example/">Shop</a></p>' },
      ...{ from: `desk@${name}.example`, audienceType: 'ALL' },
    }),
  )
  await post(`/campaigns/${campaign.id}/send`, {})
  return everyone
}

/** The tokens of a project's messages, once all of them have ended. */
export async function endedTokens(url: string, name: string, count: number): Promise<string[]> {
  const rows = await until(
    () => rowsOf<{ token: string; status: string }>(url, name, 'SELECT token, status FROM message'),
    (found) => found.length === count && found.every(({ status }) => !['queued', 'sending'].includes(status)),
  )
  return rows.map(({ token }) => token)
}
