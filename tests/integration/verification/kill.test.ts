import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openCache } from '../../../src-main/cache/open'
import { openStaging } from '../../../src-main/features/imports/open-staging'
import { callsAtOnce } from '../../../src-main/features/verification/estimate'
import { keptCacheWorker, keptImportWorker } from '../../fixtures/kept-worker'
import { killMoments, killsOr } from '../../fixtures/kills'
import { json, late } from '../../fixtures/misbehaving-server'
import { createRecordedLog } from '../../fixtures/recorded-log'
import { addressesOf, ledgerOf, runVerifying } from '../../fixtures/run-verifying'
import { randomNumbers } from '../../fixtures/seeded'
import { key, stage, startVerifier, takesMail } from './fixture'

const count = 400
const kills = killsOr(3)

const emails = addressesOf(count)

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
    const cache = await openCache({ location: { folder, key }, worker: keptCacheWorker, log })
    const staging = await openStaging({
      folder,
      id: 1,
      key,
      cacheFolder: folder,
      worker: keptImportWorker,
      log,
    })
    await stage(staging, emails)
    await staging.close()
    await cache.close()

    const start = () => runVerifying('verification-process', { folder, url: server.url, key })

    for (let kill = 1; kill <= kills; kill += 1) {
      const run = start()
      await Promise.race([server.asked(1 + draw(60)), run.ended])
      run.kill()
      expect(await run.ended).toBe('')
      const known = ledgerOf(folder, key)
      const before = new Map(server.calls)
      const again = start()
      await server.asked(20)
      again.kill()
      await again.ended
      for (const email of known.keys()) expect(server.calls.get(email), email).toBe(before.get(email))
    }

    expect(await start().ended).toBe('done\n')
    const known = ledgerOf(folder, key)
    expect([...known.keys()].sort()).toEqual([...emails].sort())
    expect([...known.values()].filter((times) => times !== 1)).toEqual([])
    expect(server.total()).toBeLessThanOrEqual(count * 0.9 + 2 * kills * callsAtOnce)
    const rows = await openStaging({ folder, id: 1, key, cacheFolder: folder, worker: keptImportWorker, log })
    onTestFinished(() => rows.close())
    expect(await rows.verifyProgress()).toEqual({ total: count, done: count })
    expect(await rows.estimate()).toMatchObject({ calls: 0, local: count / 10 })
  },
)
