import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { startCore } from '../../fixtures/core'
import { storedKeychain } from '../../fixtures/file-keychain'
import { killMoments } from '../../fixtures/kills'
import { cursorList } from '../../fixtures/misbehaving-lists'
import { late } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { runCore, type SeenContacts } from '../../fixtures/run-core'
import { until } from '../../fixtures/until'

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

/** Starts the core as a process, and kills it as soon as its contacts look as `enough` says. Returns how they looked. */
async function runUntil(enough: (seen: SeenContacts) => boolean) {
  const core = runCore(folder, server.url)
  const seen = await core.until(enough)
  await core.kill()
  return seen
}

it('goes on where it was after every kill: nothing lost, nothing doubled', async () => {
  const { draw } = killMoments(1)
  let pages = 0
  for (let kill = 0; kill < 4; kill++) {
    // Of 40 pages in all, so that the last kill still meets it at work.
    const more = 1 + draw(7)
    const seen = await runUntil(({ run }) => (run?.pages ?? 0) >= pages + more)
    pages = seen.run?.pages ?? 0
  }
  const { last } = await runUntil((seen) => seen.last !== null)
  expect(last).toMatchObject({ state: 'finished', received: count, added: count, unchanged: 0, removed: 0 })

  const core = await startCore({
    dataFolder: folder,
    keychain: storedKeychain(join(folder, 'keychain.json')),
  })
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
