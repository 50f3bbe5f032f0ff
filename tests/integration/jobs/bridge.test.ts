import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Job, JobState } from '../../../src-shared/bridge/jobs'
import { startAudience, type AudienceServer } from '../../fixtures/audience-server'
import { ended, profileFor, startCore, type TestCore } from '../../fixtures/core'
import { memoryKeychain } from '../../fixtures/memory-keychain'
import { late, refuse } from '../../fixtures/misbehaving-server'
import { people } from '../../fixtures/people'
import { problemOf } from '../../fixtures/problem-of'
import { until } from '../../fixtures/until'

const slice = { offset: 0, limit: 10 }
let server: AudienceServer
let core: TestCore
beforeEach(async () => {
  server = await startAudience(people(3))
  core = await startCore()
})
afterEach(async () => {
  await core.close()
  await server.close()
})

const posts = () => server.requestsFor('/contacts', 'POST')
const jobAs = (id: number, ...states: JobState[]) =>
  until(
    () => core.bridge.jobs.get({ id }),
    (job) => states.includes(job.state),
  )

/** Connects, and starts an import of so many new people. */
async function startImport(count: number): Promise<{ profileId: string; importId: number; job: Job }> {
  const { id: profileId } = await core.bridge.profiles.create(profileFor(server.url, 'sk_test_first0000'))
  await ended(core.bridge, 'contacts', 'finished')
  const lines = Array.from({ length: count }, (_, index) => `new${index}@example.com,pro`)
  const { id } = await core.bridge.imports.open({ kind: 'text', text: ['email,plan', ...lines].join('\n') })
  const quiet = () =>
    until(
      () => core.bridge.imports.get({ id }),
      ({ work }) => work === null,
    )
  if ((await quiet()).counts === null) await core.bridge.imports.check({ id })
  await quiet()
  await core.bridge.imports.run({ id })
  const { jobs } = await until(
    () => core.bridge.imports.get({ id }),
    (found) => found.jobs.length > 0,
  )
  const [job] = jobs
  if (!job) throw new Error('No job')
  return { profileId, importId: id, job }
}

it('pauses an import at a refused key, and goes on where it was once the key was replaced', async () => {
  let refused = 0
  server.fault = ({ method, headers }) => {
    if (method !== 'POST' || headers.authorization === 'Bearer sk_test_second000') return null
    return posts().length > 4 ? (refused++, refuse(401, 'INVALID_API_KEY')) : null
  }
  const { profileId, job } = await startImport(12)
  expect(await jobAs(job.id, 'paused')).toMatchObject({
    done: 4,
    total: 12,
    problem: { code: 'key_refused' },
  })
  await core.bridge.profiles.replaceKeys({ id: profileId, secretKey: 'sk_test_second000' })
  await core.bridge.jobs.resume({ id: job.id })
  expect(await jobAs(job.id, 'finished')).toMatchObject({ done: 12, failed: 0, problem: null })
  expect(posts()).toHaveLength(12 + refused)
  expect(server.contacts).toHaveLength(15)
})

it('tells jobs live, and by their procedures', async () => {
  const states: Job['state'][] = []
  const stop = new AbortController()
  const listening = (async () => {
    for await (const change of await core.bridge.live.watch(undefined, { signal: stop.signal })) {
      if (change.topic === 'jobs') states.push(...change.state.jobs.map(({ state }) => state))
    }
  })().catch(() => undefined)
  server.fault = ({ method, body }) =>
    method === 'POST' && body.includes('new3@') ? refuse(422, 'VALIDATION_ERROR') : null
  const { job } = await startImport(5)
  expect(await jobAs(job.id, 'finished')).toMatchObject({ total: 5, done: 5, failed: 1 })
  await until(
    () => states.at(-1),
    (state) => state === 'finished',
  )
  expect(await core.bridge.jobs.page({ kind: 'import', slice })).toMatchObject({
    count: 1,
    jobs: [{ id: job.id }],
  })
  expect(await core.bridge.jobs.page({ kind: 'bulk', slice })).toEqual({ count: 0, jobs: [] })
  const { failures } = await core.bridge.jobs.failures({ id: job.id, slice })
  expect(failures).toMatchObject([{ email: 'new3@example.com', status: 422, alike: 1, line: 5 }])
  expect((await core.bridge.jobs.pace({ id: job.id })).points.length).toBeGreaterThan(0)
  await core.bridge.jobs.dismiss({ id: job.id })
  expect((await problemOf(core.bridge.jobs.resume({ id: job.id }))).code).toBe('conflict')
  expect((await problemOf(core.bridge.jobs.get({ id: 99 }))).code).toBe('not_found')
  stop.abort()
  await listening
})

it('goes on with an import when its profile is opened again', async () => {
  const keychain = memoryKeychain()
  const first = core
  await first.quit()
  core = await startCore({ dataFolder: first.dataFolder, keychain })
  server.fault = ({ method }) =>
    method === 'POST' && posts().length > 3 ? late(50, (answer) => void answer.destroy()) : null
  const { job } = await startImport(10)
  await until(posts, (sent) => sent.length > 3)
  await core.quit()
  server.fault = () => null
  core = await startCore({ dataFolder: first.dataFolder, keychain })
  expect(await jobAs(job.id, 'finished')).toMatchObject({ total: 10, done: 10, failed: 0 })
  expect(server.contacts).toHaveLength(13)
  const filter = { kind: 'run', outcome: null, search: 'Import' } as const
  const { entries } = await until(
    () => core.bridge.activity.page({ filter, slice }),
    (page) => page.entries[0]?.outcome === 'done',
  )
  expect(entries.map(({ title, cause }) => [title, cause])).toEqual([['Import Pasted rows', 'person']])
  await core.quit()
  core = first
})
