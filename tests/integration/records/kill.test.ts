import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { recordSyncSchema, type RecordSync } from '../../../src-shared/bridge/records'
import { startCore } from '../../fixtures/core'
import { storedKeychain } from '../../fixtures/file-keychain'
import { killMoments } from '../../fixtures/kills'
import { json, late, startMisbehavingServer, type MisbehavingServer } from '../../fixtures/misbehaving-server'
import { runTelling } from '../../fixtures/run-core'
import { asRead } from './fixture'

const count = 4000
const placeSchema = z.object({ skip: z.number(), limit: z.number() })
const ids = Array.from({ length: count }, (_, at) => `r${at}`)

let server: MisbehavingServer
let folder: string
beforeEach(async () => {
  server = await startMisbehavingServer({
    answer: ({ body }) => {
      const { skip, limit } = placeSchema.parse(JSON.parse(body))
      const items = ids.slice(skip, skip + limit).map((id) => ({ id, name: `Name of ${id}` }))
      return late(25, json({ items, totalCount: count }))
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'postroom-kill-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the core as a process, and kills it as soon as its connection looks as `enough` says. Returns how it looked. */
async function runUntil(enough: (seen: RecordSync) => boolean): Promise<RecordSync> {
  const core = runTelling('record-process', recordSyncSchema, [folder, server.url])
  const seen = await core.until(enough)
  await core.kill()
  return seen
}

it('goes on where it was after every kill: nothing lost, nothing doubled', async () => {
  const { draw } = killMoments(2)
  let pages = 0
  for (let kill = 0; kill < 3; kill++) {
    const more = 1 + draw(9)
    const seen = await runUntil(({ run, last }) => last !== null || (run?.pages ?? 0) >= pages + more)
    pages = seen.run?.pages ?? pages
  }
  const { last, rows } = await runUntil((seen) => seen.last !== null)
  expect(last).toMatchObject({ state: 'finished', received: count, added: count, removed: 0 })
  expect(rows).toBe(count)

  const core = await startCore({
    dataFolder: folder,
    keychain: storedKeychain(join(folder, 'keychain.json')),
  })
  const { connections } = await core.bridge.records.connections()
  const copy: string[] = []
  for (let offset = 0; offset < count; offset += 500) {
    const { rows: found } = await core.bridge.records.page({
      connectionId: connections[0]?.id ?? '',
      query: asRead,
      slice: { offset, limit: 500 },
    })
    copy.push(...found.map(({ id }) => id))
  }
  expect(copy).toEqual(ids)
  expect(await core.bridge.storage.check()).toMatchObject({ sound: true })
  await core.close()
}, 120_000)
