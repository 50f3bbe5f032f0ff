import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { machineClock } from '../../../src-service/clock'
import { workingLock } from '../../../src-service/store/postgres/working-locks'
import {
  addProject,
  type AddedProject,
  type AllProjects,
  endedTokens,
  sendCampaign,
  startHurriedProjects,
} from '../../fixtures/all-projects'
import { rowsOf } from '../../fixtures/project-rows'
import { hurriedProjects } from '../../fixtures/hurried-projects'
import { type MailServer, type MailServerWishes, startMailServer } from '../../fixtures/mail-server'
import { type PostgresServer, startPostgres } from '../../fixtures/postgres'
import { until } from '../../fixtures/until'

/** Looks often, and lets nothing go while a test runs. */
const times = { lookEvery: 100, keepFor: 300, settling: 300_000 }
/** Hundreds of mails by several processes: a machine that does other work too takes minutes for it. */
const busy = { timeout: 300_000 }
/** Lets go of what nobody asks for and nothing is to be done for as soon as it has looked. */
const hasty = { ...times, settling: 1000, letGoEvery: 50 }

describe('the work for the projects of a database', () => {
  let server: PostgresServer
  let mails: MailServer
  let answers: MailServerWishes
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    url = await server.database()
    answers = { slow: 30 }
    mails = await startMailServer(answers)
  })
  afterEach(() => mails.stop())

  async function start(): Promise<AllProjects> {
    const started = await startHurriedProjects({ url, smtp: mails.url, times })
    onTestFinished(() => started.kill())
    return started
  }

  /** Adds so many projects, which the service sends a campaign for. Gives who is to get a mail, by project. */
  async function sending(service: AllProjects, count: number, audience: number) {
    const sent = new Map<AddedProject, string[]>()
    for (let at = 0; at < count; at++) sent.set(await addProject(url, `p${at}`), [])
    await Promise.all(
      [...sent.keys()].map(async (project) =>
        sent.set(project, await sendCampaign(service, url, project, audience)),
      ),
    )
    return sent
  }

  const got = (): string[] => mails.received.flatMap(({ to }) => to)
  const workOf = async (services: readonly AllProjects[]): Promise<number[]> =>
    Promise.all(services.map(async (each) => (await each.projects()).working))
  const untilWork = (services: readonly AllProjects[], ...counts: readonly number[]) =>
    until(
      () => workOf(services),
      (seen) => seen.join() === counts.join(),
    )

  /** How many mails a process has sent. */
  async function mailed({ url: at }: AllProjects): Promise<number> {
    const metrics = await (await fetch(`${at}/metrics`)).text()
    return Number(/^postroom_mails_total\{ending="sent"\} (\d+)$/m.exec(metrics)?.[1])
  }

  const statuses = async ({ name }: AddedProject) =>
    new Map(
      (
        await rowsOf<{ address: string; status: string }>(url, name, 'SELECT address, status FROM message')
      ).map(({ address, status }) => [address, status]),
    )

  /** That no project passed its pace, as far as a busy machine takes mails when they come: over five seconds. */
  function expectNotTooFast(projects: Iterable<AddedProject>): void {
    for (const { name } of projects) {
      const at = mails.received
        .filter(({ to }) => to[0]?.startsWith(`${name}-`))
        .map((each) => each.at)
        .sort((one, other) => one - other)
      at.forEach((from, first) => {
        const end = at.findIndex((each) => each >= from + 5000)
        expect((end < 0 ? at.length : end) - first).toBeLessThanOrEqual(14 * 6)
      })
    }
  }

  it('goes to a process that starts later, half of it, while campaigns leave', busy, async () => {
    const first = await start()
    const sent = await sending(first, 4, 84)
    await untilWork([first], 4)
    const second = await start()
    await untilWork([first, second], 2, 2)
    for (const [project, everyone] of sent) {
      await endedTokens(url, project.name, everyone.length)
      expect(await statuses(project)).toEqual(new Map(everyone.map((address) => [address, 'sent'])))
    }
    // Who gave them up answers for them, and the other one sends.
    for (const { name, secretKey } of sent.keys()) {
      const body = {
        to: `${name}-late@x.example`,
        from: `desk@${name}.example`,
        subject: 'Late',
        body: 'Late',
      }
      expect((await first.ask(secretKey, '/v1/send', { body })).status).toBe(200)
      await until(got, (addresses) => addresses.includes(body.to))
    }
    await until(
      () => mailed(second),
      (count) => count >= 2,
    )
    const late = [...sent.keys()].map(({ name }) => `${name}-late@x.example`)
    expect(got().sort()).toEqual([...sent.values(), late].flat().sort())
    expectNotTooFast(sent.keys())
    expect([await first.given(), await second.given()]).toEqual([2, 0])
  })

  it('goes to the others when one is killed, and its part back when it is there again', busy, async () => {
    const first = await start()
    const sent = await sending(first, 4, 56)
    const second = await start()
    await untilWork([first, second], 2, 2)
    await second.kill()
    await untilWork([first], 4)
    const again = await start()
    await untilWork([first, again], 2, 2)
    for (const [project, everyone] of sent) {
      await endedTokens(url, project.name, everyone.length)
      const ended = await statuses(project)
      const missing = everyone.filter((address) => !got().includes(address))
      for (const address of missing) expect([address, ended.get(address)]).toEqual([address, 'unknown'])
    }
    expect(got().filter((each, at) => got().indexOf(each) !== at)).toEqual([])
    expectNotTooFast(sent.keys())
  })

  it('waits for mails whose answer takes longer than a process that ends waits', busy, async () => {
    const first = await start()
    answers.slow = 7000
    const sent = await sending(first, 2, 40)
    for (const { name } of sent.keys())
      await until(
        () => rowsOf<object>(url, name, `SELECT 1 FROM message WHERE status = 'sending'`),
        ({ length }) => length > 0,
      )
    const second = await start()
    await untilWork([first, second], 1, 1)
    answers.slow = 30
    for (const [project, everyone] of sent) {
      await endedTokens(url, project.name, everyone.length)
      expect(await statuses(project)).toEqual(new Map(everyone.map((address) => [address, 'sent'])))
    }
    expect(got().sort()).toEqual([...sent.values()].flat().sort())
  })

  /** Which connection holds the lock of work of which project. */
  async function holders(): Promise<{ project: number; pid: number }[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ project: number; pid: number }>(
      `SELECT CAST(objid AS integer) AS project, pid FROM pg_locks
       WHERE classid = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY project`,
      [workingLock],
    )
    await client.end()
    return rows
  }

  /** Serves all projects in this process. `looks` says how often it has looked whether to move work. */
  async function serveHere(at: string) {
    let looks = 0
    const clock = {
      ...machineClock,
      after(ms: number, call: () => void) {
        // The look for projects with work is as frequent.
        if (ms === times.lookEvery) looks += 1
        return machineClock.after(ms, call)
      },
    }
    const service = await hurriedProjects({ url: at, smtp: mails.url, times: hasty }, clock)
    await service.start()
    onTestFinished(() => service.stop())
    return { service, looks: () => looks }
  }

  it.each([1, 5])(
    'stays where it is once it is spread, also of %i that only the first is asked for',
    async (count) => {
      const { service } = await serveHere(url)
      for (let at = 0; at < count; at++) {
        const headers = { Authorization: `Bearer ${(await addProject(url, `p${at}`)).secretKey}` }
        const asked = new Request('http://127.0.0.1:4310/contacts', { headers })
        expect((await service.email.fetch(asked, {})).status).toBe(200)
      }
      const worked = async (): Promise<number[]> => {
        const pids = (await holders()).map(({ pid }) => pid)
        return [...new Set(pids)].map((pid) => pids.filter((each) => each === pid).length).sort()
      }
      await until(worked, (seen) => seen.join() === String(count))
      const clerk = server.asClerk(url)
      await rowsOf(
        url,
        'p0',
        `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk;
       GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO clerk`,
      )
      // Who owns no table sees who works as well.
      const second = await serveHere(clerk)
      await until(worked, (seen) => seen.join() === (count === 1 ? '1' : '2,3'))
      const before = await holders()
      const end = second.looks() + 60
      await until(
        async () => {
          expect(await holders()).toEqual(before)
          return second.looks()
        },
        (looks) => looks > end,
      )
    },
  )
})
