import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { addContacts } from './campaign-setup'
import { type OpenedInside, openInProcess } from './open'
import { machineClock, type TimerClock } from '../../../src-service/clock'
import { storedBeside } from '../../fixtures/stored'

const people = 5000

/** The machine's clock, which calls nobody back once `isReached` finds something. */
function heldOnce(isReached: () => Promise<unknown>): TimerClock {
  const askFirst = async (call: () => void): Promise<void> => {
    if ((await isReached()) === undefined) call()
  }
  return { now: machineClock.now, after: (ms, call) => machineClock.after(ms, () => void askFirst(call)) }
}

it('goes on with a job after a restart, and does nothing twice', async () => {
  const data = mkdtempSync(join(tmpdir(), 'postroom-jobs-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const first: OpenedInside = await openInProcess({
    dialect: 'deployed',
    data,
    clock: heldOnce(() => first.stored.value('SELECT 1 FROM job WHERE done > 0')),
    start: false,
  })
  await first.service.start()
  await addContacts(first.stored, 'person', people)
  const queued = await first.ask('POST', '/contacts/bulk-unsubscribe', {
    body: { mode: 'query', filter: { subscribed: true } },
  })
  const { jobId } = z.object({ jobId: z.string() }).parse(queued.body)
  const path = `/contacts/bulk/${jobId}`
  await expect.poll(async () => (await first.ask('GET', path)).body).toMatchObject({ state: 'active' })
  await first.stop()
  const between = await storedBeside(data)
  expect(await between.value('SELECT state FROM job')).toBe('active')
  await between.close()

  const second = await openInProcess({ dialect: 'deployed', data })
  onTestFinished(() => second.stop())
  const told = async () => (await second.ask('GET', path)).body
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect(await told()).toMatchObject({
    progress: 100,
    result: { totalRequested: people, successCount: people, unchangedCount: 0, failureCount: 0 },
  })
  const counts = 'SELECT count(*) AS events, count(DISTINCT contact) AS contacts FROM event'
  expect(await second.stored.rows(counts)).toEqual([{ events: people, contacts: people }])
})

it('takes whoever comes after a job began for nobody it is about', async () => {
  const service = await openInProcess({ dialect: 'deployed' })
  onTestFinished(() => service.stop())
  const add = (email: string) => service.ask('POST', '/contacts', { body: { email } })
  for (let index = 0; index < 200; index++) await add(`person${index}@example.com`)
  const asked = service.ask('POST', '/contacts/bulk-delete', { body: { mode: 'query', filter: {} } })
  const { jobId } = z.object({ jobId: z.string() }).parse((await asked).body)
  const told = async () => (await service.ask('GET', `/contacts/bulk/${jobId}`)).body
  await expect.poll(told).not.toMatchObject({ state: 'waiting' })
  await add('late@example.com')
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect((await service.ask('GET', '/contacts')).body).toMatchObject({
    data: [{ email: 'late@example.com' }],
    total: 1,
  })
})
