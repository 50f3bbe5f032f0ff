import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { limits } from '../../../src-shared/interface/limits'
import { killMoments, killsOr } from '../../fixtures/kills'
import { type PostgresPair, startPostgresPair } from '../../fixtures/postgres-pair'
import { startService, testDatabaseVariable } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { fullest, fullestOfRequests } from '../../fixtures/fullest'
import { expectKept, expectMailedOnce } from './mailed-once'
import { startThreeProcesses, type ThreeProcesses } from './three-processes'

/** How many a campaign goes to, how fast it leaves, how many requests a minute may hold, and how often all of it is done. */
const audience = Number(process.env.POSTROOM_MAILS ?? 60)
const mailsPerSecond = Number(process.env.POSTROOM_MAILS_PER_SECOND ?? limits.emailsPerSecond)
const rate = Number(process.env.POSTROOM_REQUESTS ?? limits.requestsPerMinute)
const runs = Number(process.env.POSTROOM_RUNS ?? 1)
const kills = killsOr(6 + Math.floor(audience / 2000))
/** How long it may take, in milliseconds: what starts again takes minutes on a machine that does other work too. */
const within = 300_000 + kills * 20_000 + audience * 50

describe('three processes that serve one project', () => {
  let database: PostgresPair | null = null
  // Servers of their own: whoever is connected to them is cut off, and they fail over once.
  beforeAll(freshDatabase)
  afterAll(async () => {
    process.env[testDatabaseVariable] = inject('database')
    await database?.stop()
  })

  async function freshDatabase(): Promise<PostgresPair> {
    await database?.stop()
    database = await startPostgresPair()
    process.env[testDatabaseVariable] = database.url
    return database
  }

  async function start({ url }: PostgresPair): Promise<ThreeProcesses> {
    const processes = await startThreeProcesses(url, { slow: 80, mailsPerSecond, rate })
    onTestFinished(() => processes.stop())
    return processes
  }

  it('share what there is to do: what each is asked for is done, once', async () => {
    const processes = await start(database ?? (await freshDatabase()))
    const everyone = await processes.begin(60)
    await processes.signUp('new@x.example')
    await until(
      () => processes.rows<object>(`SELECT 1 FROM message WHERE address = 'new@x.example'`),
      ({ length }) => length === 1,
    )
    await processes.allEnded(within)
    expect(await expectMailedOnce(processes, [...everyone, 'new@x.example'])).toBe(0)
  })

  it.each(Array.from({ length: runs }, (_, run) => run))(
    'lose nothing and send nothing twice when they are killed or cut off, or the database starts again or fails over (%i)',
    { timeout: within },
    async (run) => {
      const moments = killMoments(31, run)
      const pair = database !== null && run === 0 ? database : await freshDatabase()
      const processes = await start(pair)
      const begun = performance.now()
      const everyone = await processes.begin(audience)
      const stopWriting = processes.keepWriting()
      const done = await disturbAll(moments, pair, processes)
      await processes.allEnded(within)
      const written = await stopWriting()
      await allMailed(processes, written.signedUp)
      const unknown = await expectMailedOnce(processes, [...everyone, ...written.signedUp])
      // As many as may have been on their way each time.
      expect(unknown).toBeLessThanOrEqual(kills * Math.ceil(mailsPerSecond * 0.7))
      await expectKept(processes, written)
      expect(processes.answeredBy.every((count) => count > 0)).toBe(true)
      const times = processes.server.received.map(({ at }) => at)
      const [second, five] = [fullest(times, 1000), fullest(times, 5000)]
      const requests = fullestOfRequests(processes.answered, 60_000)
      const took = Math.round((performance.now() - begun) / 1000)
      console.log(
        `${everyone.length} mails and ${written.signedUp.length} of a workflow in ${took} s, ${done.join(', ')}: ${unknown} unknown; ` +
          `at most ${second} in a second and ${five} in five; ${written.contacts.length} contacts, ` +
          `at most ${requests} requests in a minute, ${processes.refused()} refused`,
      )
      // A mail that was late on its way comes with those that left after it.
      expect(second).toBeLessThanOrEqual(mailsPerSecond * 2)
      expect(five).toBeLessThanOrEqual(mailsPerSecond * 6)
      expect(requests).toBeLessThanOrEqual(rate)
    },
  )

  it('count the requests of before the database started again', async () => {
    const pair = database ?? (await freshDatabase())
    const service = await startService({ rate: 3 })
    onTestFinished(async () => void (await service.stop()))
    const ask = (email: string) =>
      fetch(`${service.url}/contacts`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.secretKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      })
    for (const name of ['a', 'b', 'c']) expect((await ask(`${name}@x.example`)).status).toBe(201)
    await pair.restart()
    const status = await until(
      async () => (await ask('d@x.example')).status,
      (answered) => answered < 500,
    )
    expect(status).toBe(429)
  })

  /** Gives what it did, in words. */
  async function disturbAll(
    { draw }: ReturnType<typeof killMoments>,
    pair: PostgresPair,
    processes: ThreeProcesses,
  ): Promise<string[]> {
    const done: string[] = []
    const share = Math.floor((audience - 15) / kills)
    const last = draw(kills)
    for (let kill = 0; kill < kills; kill++) {
      const enough = Math.min(processes.server.received.length + 1 + draw(share * 2), audience - 15)
      await until(
        () => processes.server.received.length,
        (count) => count >= enough,
        within,
      )
      done.push(await disturb(kill === last ? 6 : draw(6), pair, processes, draw(3)))
    }
    return done
  }

  /** A process is killed or stands still, all are cut off, the database starts again, or its replica takes over. */
  async function disturb(
    what: number,
    pair: PostgresPair,
    processes: ThreeProcesses,
    place: number,
  ): Promise<string> {
    if (what === 6) await pair.failOver()
    else if (what === 0) await pair.restart()
    else if (what === 1) await processes.cutOff()
    else if (what === 2) await processes.freeze(place)
    else await processes.kill(place)
    return ['restart', 'cut off', 'frozen', 'killed', 'killed', 'killed', 'failed over'][what] ?? ''
  }

  /** Whoever signed up is mailed, as soon as the workflow has heard of it. */
  async function allMailed(processes: ThreeProcesses, addresses: readonly string[]): Promise<void> {
    const wanted = addresses.map((address) => `'${address}'`).join(', ')
    await until(
      () =>
        processes.rows<{ count: number }>(
          `SELECT CAST(count(*) AS integer) AS count FROM message WHERE address IN (${wanted})`,
        ),
      ([mailed]) => mailed?.count === addresses.length,
    )
    await processes.allEnded(within)
  }
})
