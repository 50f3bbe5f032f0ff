import { describe, expect, it } from 'vitest'
import type { SeenRequest } from '../../fixtures/misbehaving-server'
import { hang, refuse, reset, tooMany } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { problem } from '../../../src-main/core/problems'
import { newRows, openFixture } from './fixture'
import { writesAtOnce } from '../../../src-main/features/imports/run'

const isPost = ({ method, path }: SeenRequest) => method === 'POST' && path === '/contacts'

describe('a person', () => {
  it('pauses and resumes: nothing is sent in between, and nothing twice', async () => {
    const fixture = await openFixture({ rows: newRows(40) })
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 5)
    const paused = await fixture.jobs.pause(id)
    const sent = fixture.posts().length
    expect(paused).toMatchObject({ state: 'paused', problem: null, done: sent })
    expect((await fixture.cache.jobs.get(id))?.job).toMatchObject({ state: 'paused', done: sent })
    expect(fixture.posts()).toHaveLength(sent)
    await fixture.jobs.resume(id)
    await fixture.until(id, 'finished')
    expect(fixture.posts()).toHaveLength(40)
  })

  it('cancels: nothing more is sent once that was answered', async () => {
    const fixture = await openFixture({ rows: newRows(40) })
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 5)
    expect(await fixture.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
    const sent = fixture.posts().length
    const other = await fixture.addUndo()
    await fixture.until(other.id, 'finished')
    expect(fixture.posts()).toHaveLength(sent)
    expect(await fixture.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  })

  it('cancels a job whose request is not answered, without waiting for ever', async () => {
    const fixture = await openFixture({ rows: newRows(8) })
    fixture.audience.fault = (request) => (isPost(request) ? hang() : null)
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length === writesAtOnce)
    expect(await fixture.jobs.cancel(id)).toMatchObject({ state: 'cancelled', done: 0 })
    expect(fixture.posts()).toHaveLength(writesAtOnce)
  })

  it('is told of every row that is done while the next one waits for its answer', async () => {
    const fixture = await openFixture({ rows: newRows(8) })
    fixture.audience.fault = (request) => (isPost(request) && fixture.posts().length > 5 ? hang() : null)
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 6)
    await until(
      () => fixture.jobs.get(id),
      ({ done }) => done === 5,
    )
    await fixture.jobs.cancel(id)
  })

  it('can neither begin nor resume a job of a profile that is read-only', async () => {
    const fixture = await openFixture({ rows: newRows(40) })
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 5)
    fixture.state.readOnly = true
    expect(await fixture.until(id, 'paused')).toMatchObject({ problem: { code: 'profile_read_only' } })
    await expect(fixture.jobs.resume(id)).rejects.toMatchObject({ problem: { code: 'profile_read_only' } })
    await expect(fixture.addImport()).rejects.toMatchObject({ problem: { code: 'profile_read_only' } })
    fixture.state.readOnly = false
    await fixture.jobs.resume(id)
    await fixture.until(id, 'finished')
    expect(fixture.posts()).toHaveLength(40)
  })

  it('resumes no job that has ended', async () => {
    const fixture = await openFixture({ rows: newRows(1) })
    const { id } = await fixture.addImport()
    await fixture.until(id, 'finished')
    await expect(fixture.jobs.resume(id)).rejects.toMatchObject({ problem: { code: 'conflict' } })
    await expect(fixture.jobs.get(99)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  })

  it('puts an ended job out of sight, and its row is kept', async () => {
    const fixture = await openFixture({ rows: newRows(1) })
    const { id } = await fixture.addImport()
    await fixture.until(id, 'finished')
    expect(fixture.jobs.live().map((job) => job.id)).toEqual([id])
    await fixture.jobs.dismiss(id)
    expect(fixture.jobs.live()).toEqual([])
    expect((await fixture.jobs.ofImport(1)).map((job) => job.id)).toEqual([id])
  })
})

describe('one at a time', () => {
  it('a second job waits for the first, and begins when that is paused', async () => {
    const fixture = await openFixture({ rows: newRows(30) })
    const first = await fixture.addImport()
    const second = await fixture.addUndo()
    expect(second.state).toBe('queued')
    await until(fixture.posts, (posts) => posts.length >= 3)
    await fixture.jobs.pause(first.id)
    await fixture.until(second.id, 'finished')
    await fixture.jobs.resume(first.id)
    await fixture.until(first.id, 'finished')
  })
})

describe('what concerns all', () => {
  it.each([
    [401, 'INVALID_API_KEY', 'key_refused'],
    [402, 'BILLING_LIMIT_EXCEEDED', 'billing_limit'],
    [403, 'FORBIDDEN', 'forbidden'],
    [403, 'PROJECT_DISABLED', 'project_disabled'],
  ])('%i %s pauses the job with the problem, and waits for a person', async (status, serviceCode, code) => {
    const fixture = await openFixture({ rows: newRows(20) })
    fixture.audience.fault = (request) =>
      isPost(request) && fixture.rows.outcomes.size >= 3 ? refuse(status, serviceCode) : null
    const { id } = await fixture.addImport()
    const job = await fixture.until(id, 'paused')
    expect(job).toMatchObject({ failed: 0, problem: { code } })
    // Those that were on their way when the third came back may have been taken too.
    expect(job.done).toBeGreaterThanOrEqual(3)
    expect(job.done).toBeLessThan(3 + writesAtOnce)
    expect(fixture.told).toEqual([
      { title: 'Import a.csv', body: `${job.problem?.title}. ${job.problem?.action}` },
    ])
    fixture.audience.fault = () => null
    await fixture.jobs.resume(id)
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 20, failed: 0, problem: null })
    expect(fixture.posts().length).toBeLessThanOrEqual(20 + writesAtOnce)
  })

  it('goes on with another key once the refused one was replaced', async () => {
    const fixture = await openFixture({ rows: newRows(20) })
    fixture.audience.fault = ({ headers }) =>
      fixture.rows.outcomes.size >= 3 && headers.authorization === 'Bearer sk_first'
        ? refuse(401, 'INVALID_API_KEY')
        : null
    const { id } = await fixture.addImport()
    await fixture.until(id, 'paused')
    await fixture.connection.use(fixture.clientFor('sk_second'))
    await fixture.jobs.resume(id)
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 20, failed: 0 })
    expect(fixture.posts().at(-1)?.headers.authorization).toBe('Bearer sk_second')
  })

  it('goes on by itself once the keychain gives its key again', async () => {
    const fixture = await openFixture({ rows: newRows(12) })
    const { id } = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 3)
    await fixture.connection.fail(problem('keychain_locked').problem)
    expect(await fixture.until(id, 'paused')).toMatchObject({ problem: { code: 'keychain_locked' } })
    await fixture.connection.use(fixture.clientFor('sk_first'))
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 12, failed: 0, problem: null })
  })

  it('goes on by itself once the service can be reached again', async () => {
    const fixture = await openFixture({ rows: newRows(6) })
    let writes = 0
    fixture.audience.fault = (request) => {
      if (isPost(request)) writes += 1
      return writes > 4 ? reset() : null
    }
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'paused')).toMatchObject({ problem: { code: 'connection_reset' } })
    expect(fixture.told).toEqual([])
    fixture.audience.fault = () => null
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 6, failed: 0, problem: null })
  })

  it('goes on by itself once the service no longer fails', async () => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = () => refuse(503, 'UNAVAILABLE')
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'paused')).toMatchObject({ problem: { code: 'service_failed' } })
    fixture.audience.fault = () => null
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 3, failed: 0 })
  })

  it('asks at once, whatever failed before, when a person has it go on', async () => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = () => refuse(503, 'UNAVAILABLE')
    const { id } = await fixture.addImport()
    await fixture.until(id, 'paused')
    await fixture.jobs.pause(id)
    fixture.audience.fault = () => null
    await fixture.jobs.resume(id)
    expect(fixture.connection.client.budget.heldUntil).toBeNull()
    await fixture.until(id, 'finished')
  })

  it('stays where a person put it, though the service can be reached again', async () => {
    const fixture = await openFixture({ rows: newRows(3) })
    fixture.audience.fault = () => reset()
    const { id } = await fixture.addImport()
    await fixture.until(id, 'paused')
    expect(await fixture.jobs.pause(id)).toMatchObject({ state: 'paused', problem: null })
    fixture.audience.fault = () => null
    await fixture.connection.probe()
    const other = await fixture.addUndo()
    await fixture.until(other.id, 'finished')
    expect((await fixture.jobs.get(id)).state).toBe('paused')
  })

  it('loses no row to a burst of 429s, time-outs, resets and failures', async () => {
    const fixture = await openFixture({ rows: newRows(30) })
    const faults = [tooMany(1), tooMany(), refuse(502, 'BAD_GATEWAY'), reset(), hang()]
    let number = 0
    // Every fault comes after an answer, so that the breaker stays closed.
    fixture.audience.fault = (request) =>
      isPost(request) && ++number % 5 === 0 ? (faults[(number / 5 - 1) % faults.length] ?? null) : null
    const { id } = await fixture.addImport()
    expect(await fixture.until(id, 'finished')).toMatchObject({ done: 30, failed: 0 })
    expect(new Set(fixture.audience.contacts.map(({ email }) => email)).size).toBe(30)
    expect(fixture.jobs.pace(id).reduce((sum, point) => sum + point.refusedForRate, 0)).toBeGreaterThan(0)
  })
})

describe('the next start', () => {
  it('goes on with what ran, and leaves what a person paused', async () => {
    const fixture = await openFixture({ rows: newRows(20) })
    const first = await fixture.addImport()
    await until(fixture.posts, (posts) => posts.length >= 3)
    const second = await fixture.addUndo()
    await fixture.jobs.pause(second.id)
    await fixture.jobs.close()
    const sent = fixture.posts().length
    const next = fixture.reopen()
    await next.start()
    await until(
      () => next.get(first.id),
      ({ state }) => state === 'finished',
    )
    expect((await next.get(second.id)).state).toBe('paused')
    expect(fixture.posts().length).toBe(20)
    expect(sent).toBeLessThan(20)
    await next.close()
  })

  it.each(['key_missing', 'keychain_locked'] as const)(
    'says %s and sends nothing, and goes on by itself as soon as there is a key',
    async (code) => {
      const fixture = await openFixture({ rows: newRows(20) })
      const { id } = await fixture.addImport()
      await until(fixture.posts, (posts) => posts.length >= 3)
      await fixture.jobs.close()
      const sent = fixture.posts().length
      const refusal = problem(code).problem
      await fixture.connection.fail(refusal)
      const next = fixture.reopen()
      await next.start()
      expect(await next.get(id)).toMatchObject({ state: 'paused', problem: { code } })
      expect(fixture.told).toEqual([{ title: 'Import a.csv', body: `${refusal.title}. ${refusal.action}` }])
      expect(fixture.posts()).toHaveLength(sent)
      await fixture.connection.use(fixture.clientFor('sk_first'))
      await until(
        () => next.get(id),
        ({ state }) => state === 'finished',
      )
      expect(fixture.posts()).toHaveLength(20)
      await next.close()
    },
  )
})
