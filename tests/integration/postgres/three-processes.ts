import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '../../fixtures/project-rows'
import { type MailServer, startMailServer } from '../../fixtures/mail-server'
import { editStored, type RunningService, startService } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import type { AnsweredRequest } from '../../fixtures/fullest'

const made = z.looseObject({ id: z.string() })

/** How long whoever asks waits for an answer, and between two contacts that are written, in milliseconds. */
const [answeredWithin, writtenEvery] = [10_000, 40]
/** How many contacts are made at a time, as members of a segment: on a busy machine they take seconds. */
const addedAtOnce = 500
/** How long a request may be refused: a minute's requests were answered, and after it the database went away. */
const refusedFor = 300_000

/** What somebody wrote while the processes had their troubles, as far as it was said to be there. */
export interface Written {
  contacts: string[]
  /** Those who signed up, whom the workflow mails. */
  signedUp: string[]
}

/** Three processes that serve one project behind a plain balancer. */
export interface ThreeProcesses {
  server: MailServer
  /** How many requests each of them has answered. */
  answeredBy: readonly number[]
  /** Those that were carried out, or refused for what they ask. */
  answered: readonly AnsweredRequest[]
  /** How many requests they refused because there were too many. */
  refused(): number
  /** Sends a campaign to so many, beside a workflow that mails whoever signs up. */
  begin(audience: number): Promise<string[]>
  /** Signs somebody up, which the workflow answers with a mail. */
  signUp(email: string): Promise<void>
  /** Writes contacts, and signs up every tenth, until it is told to stop; then gives them. */
  keepWriting(): () => Promise<Written>
  /** Kills one of them, and starts another in its place. */
  kill(place: number): Promise<void>
  /** Cuts all of them off the database. */
  cutOff(): Promise<void>
  /** Has one of them stand still and cuts it off, so that another one works before it goes on. */
  freeze(place: number): Promise<void>
  /** Asks the database, past the service. */
  rows<Row>(sql: string): Promise<Row[]>
  /** Waits until nothing is left to do. */
  allEnded(within: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts them on a project of its own of the database that the tests' services use. `slow`: milliseconds of a mail.
 * In one piece: all of it is done to the same three.
 */
export async function startThreeProcesses(
  url: string,
  { slow, ...limited }: { slow: number; mailsPerSecond: number; rate: number },
): Promise<ThreeProcesses> {
  const data = mkdtempSync(join(tmpdir(), 'postroom-processes-'))
  const server = await startMailServer({ slow })
  const start = (): Promise<RunningService> => startService({ data, smtp: server.url, ...limited })
  const services = [await start(), await start(), await start()]
  const secretKey = services[0]?.secretKey ?? ''
  const answered: AnsweredRequest[] = []
  const answeredBy = services.map(() => 0)
  let refused = 0
  let turn = 0

  /** Asks the next one; null where it is gone, or the database went away, or there were too many requests. */
  async function askNext(path: string, body: unknown): Promise<unknown> {
    const place = turn++ % services.length
    const sent = Date.now()
    const answer = await fetch(`${services[place]?.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answeredWithin),
    }).catch(() => null)
    if (answer?.status === 429) refused++
    if (!answer || answer.status === 429) return null
    answeredBy[place] = (answeredBy[place] ?? 0) + 1
    // Where the database was away it was perhaps not counted.
    if (answer.status >= 500) return null
    answered.push({ sent, at: Date.now() })
    expect(answer.status, path).toBeLessThan(300)
    return answer.json().catch(() => null)
  }

  /** Asks one after the other until one answers. */
  const ask = (path: string, body: unknown): Promise<unknown> =>
    until(
      () => askNext(path, body),
      (answer) => answer !== null,
      refusedFor,
    )

  const rows = <Row>(sql: string): Promise<Row[]> => rowsOf<Row>(url, basename(data), sql)

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
    const answering = { name: 'Welcome', eventName: 'signed-up', enabled: true }
    await ask('/workflows', { ...answering, steps, transitions: [] })
    const everyone = Array.from({ length: audience }, (_, at) => `c${at}@x.example`)
    const segment = made.parse(await ask('/segments', { name: 'Everyone', type: 'STATIC' }))
    for (let at = 0; at < audience; at += addedAtOnce) {
      const emails = everyone.slice(at, at + addedAtOnce)
      await ask(`/segments/${segment.id}/members`, { emails, createMissing: true })
    }
    const news = { name: 'News', subject: 'News', body, from, audienceType: 'ALL' }
    const campaign = made.parse(await ask('/campaigns', news))
    await ask(`/campaigns/${campaign.id}/send`, {})
    await until(
      () => rows<{ count: number }>('SELECT CAST(count(*) AS integer) AS count FROM message'),
      ([counted]) => counted?.count === audience,
      refusedFor,
    )
    return everyone
  }

  async function signUp(email: string): Promise<void> {
    await ask('/v1/track', { email, event: 'signed-up', subscribed: false })
  }

  function keepWriting(): () => Promise<Written> {
    const written: Written = { contacts: [], signedUp: [] }
    let isOver = false
    async function write(): Promise<Written> {
      for (let at = 0; !isOver; at++) {
        const email = `w${at}@y.example`
        await ask('/contacts', { email, subscribed: true })
        written.contacts.push(email)
        if (at % 10 === 0) {
          await signUp(`s-${email}`)
          written.signedUp.push(`s-${email}`)
        }
        await pass(writtenEvery)
      }
      return written
    }
    const writing = write()
    // Whoever tells it to stop hears of it.
    writing.catch(() => undefined)
    return () => {
      isOver = true
      return writing
    }
  }

  const cutOff = async (): Promise<void> =>
    void (await rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'postroom-service' AND pid <> pg_backend_pid() AND datname = current_database()`,
    ))

  return {
    ...{ server, answered, answeredBy, begin, signUp, keepWriting, cutOff, rows },
    refused: () => refused,
    async kill(place) {
      await services[place]?.kill()
      services[place] = await start()
    },
    async freeze(place) {
      const { pid } = services[place] ?? { pid: 0 }
      process.kill(pid, 'SIGSTOP')
      await cutOff()
      // Longer than it takes another one to work.
      await pass(3000)
      process.kill(pid, 'SIGCONT')
    },
    async allEnded(within) {
      const left = `EXISTS (SELECT 1 FROM message WHERE status IN ('queued', 'sending'))
        OR EXISTS (SELECT 1 FROM execution WHERE status IN ('RUNNING', 'WAITING'))`
      await until(
        () => rows<{ left: boolean }>(`SELECT ${left} AS left`),
        ([seen]) => seen?.left === false,
        within,
      )
    },
    async stop() {
      for (const service of services) await service.stop()
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}
