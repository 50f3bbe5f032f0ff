import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { addContacts } from './campaign-setup'
import { type Answer, type OpenedInside, openInProcess } from './open'
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

/** A service with thousands of contacts, which does nothing more once the first part of a job is done, and its folder. */
async function openHeld() {
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
  return { data, first }
}

it('goes on with a job after a restart, and does nothing twice', async () => {
  const { data, first } = await openHeld()
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

/** A service whose work has not begun, so that what is asked of it waits. */
async function openWaiting(): Promise<OpenedInside> {
  const service = await openInProcess({ dialect: 'deployed', start: false })
  onTestFinished(() => service.stop())
  return service
}
const jobOf = ({ body }: Answer): string => z.object({ jobId: z.string() }).parse(body).jobId

it('says of a job that cannot be carried out that it failed, and goes on with the next', async () => {
  const service = await openWaiting()
  await addContacts(service.stored, 'person', 3)
  const ask = async () =>
    jobOf(await service.ask('POST', '/contacts/bulk-unsubscribe', { body: { mode: 'query', filter: {} } }))
  const [broken, whole] = [await ask(), await ask()]
  await service.stored.change(
    'UPDATE job SET request = \'{"operation":"unsubscribe","ids":5}\' WHERE seq = (SELECT min(seq) FROM job)',
  )
  await service.service.start()
  const told = async (job: string) => (await service.ask('GET', `/contacts/bulk/${job}`)).body
  await expect
    .poll(() => told(broken))
    .toMatchObject({ state: 'failed', failedReason: 'The job could not be carried out.' })
  await expect.poll(() => told(whole)).toMatchObject({ state: 'completed', result: { successCount: 3 } })
  expect(service.failures).toHaveLength(1)
})

it('subscribes whom it is asked to, and leaves who was so already', async () => {
  const service = await openWaiting()
  await addContacts(service.stored, 'on', 2)
  await addContacts(service.stored, 'off', 3, { subscribed: false })
  const asked = { body: { mode: 'query', filter: {} } }
  const job = jobOf(await service.ask('POST', '/contacts/bulk-subscribe', asked))
  await service.service.start()
  const told = async () => (await service.ask('GET', `/contacts/bulk/${job}`)).body
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect(await told()).toMatchObject({ result: { successCount: 3, unchangedCount: 2 } })
  expect(await service.stored.count('contact', 'WHERE subscribed = 1')).toBe(5)
  expect(await service.stored.count('event')).toBe(3)
})

it('says of contacts that are to be deleted which of them there is none of', async () => {
  const service = await openWaiting()
  const { id } = z
    .object({ id: z.string() })
    .parse((await service.ask('POST', '/contacts', { body: { email: 'ada@example.com' } })).body)
  const nobody = '00000000-0000-4000-8000-000000000000'
  const body = { mode: 'ids', contactIds: [nobody, id, id] }
  const job = jobOf(await service.ask('POST', '/contacts/bulk-delete', { body }))
  await service.service.start()
  const told = async () => (await service.ask('GET', `/contacts/bulk/${job}`)).body
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect(await told()).toMatchObject({
    result: {
      totalRequested: 3,
      successCount: 1,
      failureCount: 2,
      errors: [
        { contactId: nobody, error: 'Contact not found' },
        { contactId: id, error: 'Contact not found' },
      ],
    },
  })
})

it('ends a job with those who still fit, where others have left since it began', async () => {
  const { data, first } = await openHeld()
  const filter = { subscribed: true }
  const job = jobOf(
    await first.ask('POST', '/contacts/bulk-unsubscribe', { body: { mode: 'query', filter } }),
  )
  await expect.poll(() => first.stored.value('SELECT done FROM job')).toBeGreaterThan(0)
  const done = await first.stored.value<number>('SELECT done FROM job')
  expect(done).toBeLessThan(people)
  await first.stored.change('UPDATE contact SET subscribed = 0')
  await first.stop()
  const second = await openInProcess({ dialect: 'deployed', data })
  onTestFinished(() => second.stop())
  const told = async () => (await second.ask('GET', `/contacts/bulk/${job}`)).body
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect(await told()).toMatchObject({
    progress: 100,
    result: { totalRequested: people, successCount: done },
  })
})

it('takes a file of thousands in one go, and counts its rows as they stand in it', async () => {
  const service = await openWaiting()
  const rows = Array.from({ length: 2500 }, (_, at) =>
    at % 1000 === 999 ? `nobody${at},` : `p${at}@x.example,${at % 2 ? 'yes' : ''}`,
  )
  const form = new FormData()
  form.append(
    'file',
    new Blob([`email,subscribed\n${rows.join('\n')}\n`], { type: 'text/csv' }),
    'people.csv',
  )
  const headers = { Authorization: `Bearer ${service.secretKey}` }
  const answer = await service.request('/contacts/import', { method: 'POST', headers, body: form })
  const { jobId } = z.object({ jobId: z.string() }).parse(await answer.json())
  await service.service.start()
  const told = async () => (await service.ask('GET', `/contacts/import/${jobId}`)).body
  await expect.poll(told).toMatchObject({ state: 'completed' })
  expect(await told()).toMatchObject({
    result: {
      totalRows: 2500,
      createdCount: 2498,
      failureCount: 2,
      errors: [
        { row: 1001, email: 'nobody999' },
        { row: 2001, email: 'nobody1999' },
      ],
    },
  })
  expect(await service.stored.count('contact')).toBe(2498)
})
