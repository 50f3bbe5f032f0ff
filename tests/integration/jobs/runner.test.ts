import { describe, expect, it } from 'vitest'
import type { SeenRequest } from '../../fixtures/misbehaving-server'
import { hang, refuse, reset, tooMany } from '../../fixtures/misbehaving-server'
import { until } from '../../fixtures/until'
import { problem } from '../../../src-main/core/problems'
import { newRows, openDesk } from './desk'
import { writesAtOnce } from '../../../src-main/features/imports/run'

const isPost = ({ method, path }: SeenRequest) => method === 'POST' && path === '/contacts'

describe('a person', () => {
  it('pauses and resumes: nothing is sent in between, and nothing twice', async () => {
    const desk = await openDesk({ rows: newRows(40) })
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 5)
    const paused = await desk.jobs.pause(id)
    const sent = desk.posts().length
    expect(paused).toMatchObject({ state: 'paused', problem: null, done: sent })
    expect((await desk.cache.jobs.get(id))?.job).toMatchObject({ state: 'paused', done: sent })
    expect(desk.posts()).toHaveLength(sent)
    await desk.jobs.resume(id)
    await desk.until(id, 'finished')
    expect(desk.posts()).toHaveLength(40)
  })

  it('cancels: nothing more is sent once that was answered', async () => {
    const desk = await openDesk({ rows: newRows(40) })
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 5)
    expect(await desk.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
    const sent = desk.posts().length
    const other = await desk.addUndo()
    await desk.until(other.id, 'finished')
    expect(desk.posts()).toHaveLength(sent)
    expect(await desk.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  })

  it('cancels a job whose request is not answered, without waiting for ever', async () => {
    const desk = await openDesk({ rows: newRows(8) })
    desk.audience.fault = (request) => (isPost(request) ? hang() : null)
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length === writesAtOnce)
    expect(await desk.jobs.cancel(id)).toMatchObject({ state: 'cancelled', done: 0 })
    expect(desk.posts()).toHaveLength(writesAtOnce)
  })

  it('is told of every row that is done while the next one waits for its answer', async () => {
    const desk = await openDesk({ rows: newRows(8) })
    desk.audience.fault = (request) => (isPost(request) && desk.posts().length > 5 ? hang() : null)
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 6)
    await until(
      () => desk.jobs.get(id),
      ({ done }) => done === 5,
    )
    await desk.jobs.cancel(id)
  })

  it('can neither begin nor resume a job of a profile that is read-only', async () => {
    const desk = await openDesk({ rows: newRows(40) })
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 5)
    desk.state.readOnly = true
    expect(await desk.until(id, 'paused')).toMatchObject({ problem: { code: 'profile_read_only' } })
    await expect(desk.jobs.resume(id)).rejects.toMatchObject({ problem: { code: 'profile_read_only' } })
    await expect(desk.addImport()).rejects.toMatchObject({ problem: { code: 'profile_read_only' } })
    desk.state.readOnly = false
    await desk.jobs.resume(id)
    await desk.until(id, 'finished')
    expect(desk.posts()).toHaveLength(40)
  })

  it('resumes no job that has ended', async () => {
    const desk = await openDesk({ rows: newRows(1) })
    const { id } = await desk.addImport()
    await desk.until(id, 'finished')
    await expect(desk.jobs.resume(id)).rejects.toMatchObject({ problem: { code: 'conflict' } })
    await expect(desk.jobs.get(99)).rejects.toMatchObject({ problem: { code: 'not_found' } })
  })

  it('puts an ended job out of sight, and its row is kept', async () => {
    const desk = await openDesk({ rows: newRows(1) })
    const { id } = await desk.addImport()
    await desk.until(id, 'finished')
    expect(desk.jobs.live().map((job) => job.id)).toEqual([id])
    await desk.jobs.dismiss(id)
    expect(desk.jobs.live()).toEqual([])
    expect((await desk.jobs.ofImport(1)).map((job) => job.id)).toEqual([id])
  })
})

describe('one at a time', () => {
  it('a second job waits for the first, and begins when that is paused', async () => {
    const desk = await openDesk({ rows: newRows(30) })
    const first = await desk.addImport()
    const second = await desk.addUndo()
    expect(second.state).toBe('queued')
    await until(desk.posts, (posts) => posts.length >= 3)
    await desk.jobs.pause(first.id)
    await desk.until(second.id, 'finished')
    await desk.jobs.resume(first.id)
    await desk.until(first.id, 'finished')
  })
})

describe('what concerns all', () => {
  it.each([
    [401, 'INVALID_API_KEY', 'key_refused'],
    [402, 'BILLING_LIMIT_EXCEEDED', 'billing_limit'],
    [403, 'FORBIDDEN', 'forbidden'],
    [403, 'PROJECT_DISABLED', 'project_disabled'],
  ])('%i %s pauses the job with the problem, and waits for a person', async (status, serviceCode, code) => {
    const desk = await openDesk({ rows: newRows(20) })
    desk.audience.fault = (request) =>
      isPost(request) && desk.rows.outcomes.size >= 3 ? refuse(status, serviceCode) : null
    const { id } = await desk.addImport()
    const job = await desk.until(id, 'paused')
    expect(job).toMatchObject({ failed: 0, problem: { code } })
    // Those that were on their way when the third came back may have been taken too.
    expect(job.done).toBeGreaterThanOrEqual(3)
    expect(job.done).toBeLessThan(3 + writesAtOnce)
    expect(desk.told).toEqual([
      { title: 'Import a.csv', body: `${job.problem?.title}. ${job.problem?.action}` },
    ])
    desk.audience.fault = () => null
    await desk.jobs.resume(id)
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 20, failed: 0, problem: null })
    expect(desk.posts().length).toBeLessThanOrEqual(20 + writesAtOnce)
  })

  it('goes on with another key once the refused one was replaced', async () => {
    const desk = await openDesk({ rows: newRows(6) })
    desk.audience.fault = ({ headers }) =>
      desk.rows.outcomes.size >= 3 && headers.authorization === 'Bearer sk_first'
        ? refuse(401, 'INVALID_API_KEY')
        : null
    const { id } = await desk.addImport()
    await desk.until(id, 'paused')
    await desk.connection.use(desk.clientFor('sk_second'))
    await desk.jobs.resume(id)
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 6, failed: 0 })
    expect(desk.posts().at(-1)?.headers.authorization).toBe('Bearer sk_second')
  })

  it('goes on by itself once the keychain gives its key again', async () => {
    const desk = await openDesk({ rows: newRows(12) })
    const { id } = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 3)
    await desk.connection.fail(problem('keychain_locked').problem)
    expect(await desk.until(id, 'paused')).toMatchObject({ problem: { code: 'keychain_locked' } })
    await desk.connection.use(desk.clientFor('sk_first'))
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 12, failed: 0, problem: null })
  })

  it('goes on by itself once the service can be reached again', async () => {
    const desk = await openDesk({ rows: newRows(6) })
    let away = false
    desk.audience.fault = () => {
      if (desk.rows.outcomes.size >= 3 && !away) away = true
      return away ? reset() : null
    }
    const { id } = await desk.addImport()
    expect(await desk.until(id, 'paused')).toMatchObject({ problem: { code: 'connection_reset' } })
    expect(desk.told).toEqual([])
    desk.audience.fault = () => null
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 6, failed: 0, problem: null })
  })

  it('goes on by itself once the service no longer fails', async () => {
    const desk = await openDesk({ rows: newRows(3) })
    desk.audience.fault = () => refuse(503, 'UNAVAILABLE')
    const { id } = await desk.addImport()
    expect(await desk.until(id, 'paused')).toMatchObject({ problem: { code: 'service_failed' } })
    desk.audience.fault = () => null
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 3, failed: 0 })
  })

  it('stays where a person put it, though the service can be reached again', async () => {
    const desk = await openDesk({ rows: newRows(3) })
    desk.audience.fault = () => reset()
    const { id } = await desk.addImport()
    await desk.until(id, 'paused')
    expect(await desk.jobs.pause(id)).toMatchObject({ state: 'paused', problem: null })
    desk.audience.fault = () => null
    await desk.connection.probe()
    const other = await desk.addUndo()
    await desk.until(other.id, 'finished')
    expect((await desk.jobs.get(id)).state).toBe('paused')
  })

  it('loses no row to a burst of 429s, time-outs, resets and failures', async () => {
    const desk = await openDesk({ rows: newRows(30) })
    const faults = [tooMany(1), tooMany(), refuse(502, 'BAD_GATEWAY'), reset(), hang()]
    let number = 0
    // Every fault comes after an answer, so that the breaker stays closed.
    desk.audience.fault = (request) =>
      isPost(request) && ++number % 5 === 0 ? (faults[(number / 5 - 1) % faults.length] ?? null) : null
    const { id } = await desk.addImport()
    expect(await desk.until(id, 'finished')).toMatchObject({ done: 30, failed: 0 })
    expect(new Set(desk.audience.contacts.map(({ email }) => email)).size).toBe(30)
    expect(desk.jobs.pace(id).reduce((sum, point) => sum + point.refusedForRate, 0)).toBeGreaterThan(0)
  })
})

describe('the next start', () => {
  it('goes on with what ran, and leaves what a person paused', async () => {
    const desk = await openDesk({ rows: newRows(20) })
    const first = await desk.addImport()
    await until(desk.posts, (posts) => posts.length >= 3)
    const second = await desk.addUndo()
    await desk.jobs.pause(second.id)
    await desk.jobs.close()
    const sent = desk.posts().length
    const next = desk.reopen()
    await next.start()
    await until(
      () => next.get(first.id),
      ({ state }) => state === 'finished',
    )
    expect((await next.get(second.id)).state).toBe('paused')
    expect(desk.posts().length).toBe(20)
    expect(sent).toBeLessThan(20)
    await next.close()
  })

  it.each(['key_missing', 'keychain_locked'] as const)(
    'says %s and sends nothing, and goes on by itself as soon as there is a key',
    async (code) => {
      const desk = await openDesk({ rows: newRows(20) })
      const { id } = await desk.addImport()
      await until(desk.posts, (posts) => posts.length >= 3)
      await desk.jobs.close()
      const sent = desk.posts().length
      const refusal = problem(code).problem
      await desk.connection.fail(refusal)
      const next = desk.reopen()
      await next.start()
      expect(await next.get(id)).toMatchObject({ state: 'paused', problem: { code } })
      expect(desk.told).toEqual([{ title: 'Import a.csv', body: `${refusal.title}. ${refusal.action}` }])
      expect(desk.posts()).toHaveLength(sent)
      await desk.connection.use(desk.clientFor('sk_first'))
      await until(
        () => next.get(id),
        ({ state }) => state === 'finished',
      )
      expect(desk.posts()).toHaveLength(20)
      await next.close()
    },
  )
})
