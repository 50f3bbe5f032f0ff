import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { runSchema } from '../../../src-shared/bridge/sync'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { startCore, until } from '../../fixtures/core'
import { fileKeychain } from '../../fixtures/file-keychain'
import { memoryKeychain } from '../../fixtures/memory-keychain'
import { cursorList } from '../../fixtures/misbehaving-lists'
import { late } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'

const count = 4000
let server: AudienceServer
let folder: string
beforeEach(async () => {
  server = await startAudience(people(count))
  const list = cursorList('contacts', () => server.contacts)
  server.fault = (request) =>
    request.path === '/contacts' && request.query.has('cursor')
      ? async (response) => late(25, await list(request))(response)
      : null
  folder = await mkdtemp(join(tmpdir(), 'postroom-kill-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const lineSchema = z.object({ rows: z.number(), run: runSchema.nullable(), last: runSchema.nullable() })

/** Starts the core as a process, and kills it as soon as its contacts look as `enough` says. Returns how they looked. */
async function runUntil(enough: (seen: z.infer<typeof lineSchema>) => boolean) {
  const node = resolve('node_modules/.bin/node')
  const child = spawn(
    node,
    ['--import', 'tsx', resolve('tests/fixtures/core-process.ts'), folder, server.url],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  for await (const line of createInterface({ input: child.stdout })) {
    const seen = lineSchema.parse(JSON.parse(line))
    if (!enough(seen)) continue
    child.kill('SIGKILL')
    await gone
    return seen
  }
  throw new Error(`The core ended by itself: ${said}`)
}

it('goes on where it was after every kill: nothing lost, nothing doubled', async () => {
  let pages = 0
  for (const more of [1, 7, 3, 11]) {
    const seen = await runUntil(({ run }) => (run?.pages ?? 0) >= pages + more)
    pages = seen.run?.pages ?? 0
  }
  const { last } = await runUntil((seen) => seen.last !== null)
  expect(last).toMatchObject({ state: 'finished', received: count, added: count, unchanged: 0, removed: 0 })

  const core = await startCore({ dataFolder: folder, keychain: copyOf(join(folder, 'keychain.json')) })
  const emails: string[] = []
  await until(
    () => core.bridge.sync.state(),
    ({ resources }) => resources.every(({ run }) => run === null),
  )
  for (let offset = 0; offset < count; offset += 500) {
    const { rows } = await core.bridge.contacts.page({
      query: { search: '', filters: [], sort: { field: 'createdAt', direction: 'desc' } },
      slice: { offset, limit: 500 },
    })
    emails.push(...rows.map(({ email }) => email))
  }
  expect(emails).toEqual(server.contacts.map(({ email }) => email))
  expect(await core.bridge.storage.check()).toMatchObject({ sound: true })
  await core.close()
})

function copyOf(path: string) {
  const keychain = memoryKeychain()
  return Object.assign(keychain, { get: fileKeychain(path).get })
}
