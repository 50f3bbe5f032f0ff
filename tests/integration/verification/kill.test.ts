import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../../src-main/cache/database'
import { openCache } from '../../../src-main/cache/open'
import { openStaging } from '../../../src-main/jobs/import/open-staging'
import { callsAtOnce } from '../../../src-main/jobs/verification/estimate'
import { cacheWorker, importWorker, node, program } from '../../fixtures/built'
import { killMoments } from '../../fixtures/kills'
import { json, late } from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { randomNumbers } from '../../fixtures/seeded'
import { key, stage, startVerifier, takesMail } from './desk'

const count = 400
const kills = 5

const emails = Array.from({ length: count }, (_, index) =>
  index % 10 === 0 ? `p${index}@mailinator.com` : `p${index}@example.com`,
)

/** Addresses of the ledger of a folder that nothing has open, with how often each is in it. */
function ledgerOf(folder: string): Map<string, number> {
  const db = connect(join(folder, 'cache.db'), key)
  const rows = db
    .prepare<[], { email: string; times: number }>(
      'SELECT email, count(*) AS times FROM verdict GROUP BY email',
    )
    .all()
  db.close()
  return new Map(rows.map(({ email, times }) => [email, times]))
}

it(
  'goes on after every kill without asking about anybody whom the ledger has',
  { timeout: 180_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'postroom-kill-'))
    const server = await startVerifier()
    onTestFinished(async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    })
    const latency = randomNumbers(1)
    server.answer = (email) => late(latency(6), json(takesMail(email)))
    const { draw } = killMoments(9)
    const { log } = createRecordedLog()
    const cache = await openCache({ location: { folder, key }, worker: cacheWorker, log })
    const staging = await openStaging({ folder, id: 1, key, cacheFolder: folder, worker: importWorker, log })
    await stage(staging, emails)
    await staging.close()
    await cache.close()

    const argument = JSON.stringify({ folder, url: server.url, key })
    const start = () => {
      const child = spawn(node, [program('verification-process'), argument])
      let said = ''
      child.stdout.on('data', (text: Buffer) => (said += text.toString()))
      child.stderr.on('data', (text: Buffer) => (said += text.toString()))
      const ended = new Promise<string>((done) => child.once('close', () => done(said)))
      return { child, ended }
    }

    for (let kill = 1; kill <= kills; kill += 1) {
      const { child, ended } = start()
      await Promise.race([server.asked(1 + draw(60)), ended])
      child.kill('SIGKILL')
      expect(await ended).toBe('')
      const known = ledgerOf(folder)
      const before = new Map(server.calls)
      const again = start()
      await server.asked(20)
      again.child.kill('SIGKILL')
      await again.ended
      for (const email of known.keys()) expect(server.calls.get(email), email).toBe(before.get(email))
    }

    expect(await start().ended).toBe('done\n')
    const known = ledgerOf(folder)
    expect([...known.keys()].sort()).toEqual([...emails].sort())
    expect([...known.values()].filter((times) => times !== 1)).toEqual([])
    expect(server.total()).toBeLessThanOrEqual(count * 0.9 + 2 * kills * callsAtOnce)
    const rows = await openStaging({ folder, id: 1, key, cacheFolder: folder, worker: importWorker, log })
    onTestFinished(() => rows.close())
    expect(await rows.verifyProgress()).toEqual({ total: count, done: count })
    expect(await rows.estimate()).toMatchObject({ calls: 0, local: count / 10 })
  },
)
