import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { killMoments, killsOr } from '../../fixtures/kills'
import { type PostgresPair, startPostgresPair } from '../../fixtures/postgres-pair'
import { testDatabaseVariable } from '../../fixtures/service'
import { until } from '../../fixtures/until'
import { startThreeProcesses, type ThreeProcesses } from './three-processes'

/** How many a campaign goes to. */
const audience = Number(process.env.POSTROOM_MAILS ?? 60)

describe('three processes that serve one project', () => {
  let database: PostgresPair
  // Servers of their own: whoever is connected to them is cut off.
  beforeAll(async () => {
    database = await startPostgresPair()
    process.env[testDatabaseVariable] = database.url
  })
  afterAll(async () => {
    process.env[testDatabaseVariable] = inject('database')
    await database.stop()
  })

  async function start(): Promise<ThreeProcesses> {
    const processes = await startThreeProcesses(database.url, 80)
    onTestFinished(() => processes.stop())
    return processes
  }

  it('work for it one at a time: what each is asked for is done, once', async () => {
    const processes = await start()
    const everyone = await processes.begin(audience)
    await processes.signUp('new@x.example')
    await until(
      () => processes.rows<object>(`SELECT 1 FROM message WHERE address = 'new@x.example'`),
      ({ length }) => length === 1,
    )
    await processes.allEnded()
    const got = processes.server.received.flatMap(({ to }) => to)
    expect(got.sort()).toEqual([...everyone, 'new@x.example'].sort())
  })

  // Six times a process or the database starts again: a machine that does other work too takes minutes for it.
  it(
    'lose nothing and send nothing twice when they are killed or cut off, or the database starts again or fails over',
    { timeout: 300_000 },
    async () => {
      const processes = await start()
      const { draw } = killMoments(31)
      const kills = killsOr(6)
      const everyone = await processes.begin(audience)
      const written: string[] = []
      const signedUp: string[] = []
      const share = Math.floor((audience - 15) / kills)
      const last = draw(kills)
      for (let kill = 0; kill < kills; kill++) {
        const enough = Math.min(processes.server.received.length + 1 + draw(share * 2), audience - 15)
        await until(
          async () => {
            const name = `k${kill}-${written.length}@y.example`
            await processes.write(name)
            written.push(name)
            if (draw(4) === 0) {
              await processes.signUp(`s-${name}`)
              signedUp.push(`s-${name}`)
            }
            return processes.server.received.length
          },
          (count) => count >= enough,
        )
        if (kill === last) await database.failOver()
        else await disturb(draw(5), processes, draw(3))
      }
      await until(
        async () =>
          new Set(
            (await processes.rows<{ address: string }>('SELECT address FROM message')).map(
              ({ address }) => address,
            ),
          ),
        (queued) => signedUp.every((address) => queued.has(address)),
      )
      await processes.allEnded()
      await processes.expectMailed([...everyone, ...signedUp])
      const emails = new Set(
        (await processes.rows<{ email: string }>('SELECT email FROM contact')).map(({ email }) => email),
      )
      expect(written.filter((email) => !emails.has(email))).toEqual([])
    },
  )

  /** The database starts again, whoever is connected is cut off, or a process is killed. */
  async function disturb(what: number, processes: ThreeProcesses, place: number): Promise<void> {
    if (what === 0) await database.restart()
    else if (what > 1) await processes.kill(place)
    else
      await processes.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'postroom-service' AND pid <> pg_backend_pid() AND datname = current_database()`,
      )
  }
})
