import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../src-main/core/clock'
import { connect } from '../../../src-main/core/database/database'
import { callsAtOnce } from '../../../src-main/features/verification/estimate'
import { openBatchCore } from '../../fixtures/batch-core'
import { killMoments, killsOr } from '../../fixtures/kills'
import { json, late } from '../../fixtures/misbehaving-server'
import { addressesOf, ledgerOf, runVerifying } from '../../fixtures/run-verifying'
import { randomNumbers } from '../../fixtures/seeded'
import { until } from '../../fixtures/until'
import { key, startVerifier, takesMail } from '../verification/fixture'

const count = 2400
const kills = killsOr(5)
const emails = addressesOf(count)

/** How many addresses were collected in a folder, which a program has open. */
function collectedIn(folder: string): number {
  const db = connect(join(folder, 'cache.db'), key, { readonly: true })
  const collected = db.prepare<[], number>('SELECT count(*) FROM batch_address').pluck().get()
  db.close()
  return collected ?? 0
}

it(
  'loses nobody and asks nobody twice but who was on the way, however often it is killed',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'postroom-batch-kill-'))
    const server = await startVerifier()
    onTestFinished(async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    })
    const latency = randomNumbers(2)
    server.answer = (email) => late(latency(4), json(takesMail(email)))
    const moments = killMoments(10)
    const core = await openBatchCore({ folder, key, url: server.url, clock: systemClock })
    for (const [index, email] of emails.entries()) {
      const instant = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()
      await core.cache.contacts.upsert({
        id: `c${index}`,
        email,
        subscribed: true,
        data: {},
        createdAt: instant,
        updatedAt: instant,
      })
    }
    await core.close()

    const start = () => runVerifying('batch-process', { folder, url: server.url, key })
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = ledgerOf(folder, key)
      const asked = new Map(server.calls)
      const run = start()
      // The first ones while addresses are collected or looked up, as far as that can be met; the others while it asks.
      if (kill <= 2) {
        const some = 1 + moments.draw(count)
        await until(
          () => collectedIn(folder),
          (collected) => collected >= some,
        )
        await moments.within(40)
      } else {
        await Promise.race([server.asked(1 + moments.draw(150)), run.ended])
      }
      run.kill()
      expect(await run.ended).toBe('')
      for (const email of before.keys()) expect(server.calls.get(email), email).toBe(asked.get(email))
    }

    expect(await start().ended).toBe('done\n')
    const known = ledgerOf(folder, key)
    expect([...known.keys()].sort()).toEqual([...emails].sort())
    expect([...known.values()].filter((times) => times !== 1)).toEqual([])
    expect(server.total()).toBeLessThanOrEqual(count * 0.9 + kills * callsAtOnce)

    const after = await openBatchCore({ folder, key, url: server.url, clock: systemClock })
    onTestFinished(() => after.close())
    const { batches } = await after.batches.page({ slice: { offset: 0, limit: 10 } })
    expect(batches).toHaveLength(1)
    const batch = await after.batches.get(batches[0]?.id ?? 0)
    expect(batch).toMatchObject({
      addresses: count,
      given: count,
      duplicates: 0,
      contacts: count,
      waiting: 0,
      byClass: { accepts: count * 0.9, risky: count / 10 },
      settledLocally: count / 10,
    })
    expect(batch.ranSeconds).toBeGreaterThan(0)
    expect(await after.rows(batch.id)).toHaveLength(count)
  },
)
