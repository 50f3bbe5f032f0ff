import { writesAtOnce } from '../../src-main/features/imports/run'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button, figure, openFile, reopen, startRun } from '../fixtures/on-import'
import { barriers, contactsOf, enterKey } from '../fixtures/on-screen'
import { startRecordingProxy, type PassedRequest, type RecordingProxy } from '../fixtures/recording-proxy'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Programs are killed and closed in the middle of an import here; what they sent, a proxy has seen. */

const people = 40
const rows = 60
/** So long an answer takes that a run can be watched (milliseconds). */
const latency = 150
/** So long a program that was started again may take on a crowded machine to come to the end of its run. */
const patience = { timeout: 120_000 }

let service: RunningService
let proxy: RecordingProxy

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, latency })
  proxy = await startRecordingProxy(service.url)
})

test.afterEach(async () => {
  await proxy.close()
  await service.stop()
})

const isWrite = ({ method, path }: PassedRequest): boolean => method === 'POST' && path === '/contacts'
/** The addresses that were sent to be written, in the order of their coming. */
const sent = (): string[] =>
  proxy.passed.filter(isWrite).map(({ body }) => (JSON.parse(body) as { email: string }).email)
const written = (): number => new Set(sent()).size

/** Starts a run of strangers, and waits until some of them were sent. */
async function startRunInTheMiddle(app: App): Promise<void> {
  const strangers = Array.from({ length: rows }, (_, at) => `person${at}@lamp-room.example,Person ${at},pro`)
  await openConnected(app, service, people, { address: proxy.url })
  await openFile(app, 'fair.csv', ['email,firstName,plan', ...strangers])
  await startRun(app.page)
  await expect.poll(written).toBeGreaterThan(5)
}

/**
 * Every row was written, and none was sent twice but those that were on their way when the program ended: the last of
 * `before`, which come again first.
 */
async function expectAllOnce(before: number): Promise<void> {
  const addresses = sent()
  const again = addresses.flatMap((email, at) => (addresses.indexOf(email) === at ? [] : [at]))
  const onTheirWay = addresses.slice(before - writesAtOnce, before)
  expect(again.filter((at) => at < before || !onTheirWay.includes(addresses[at] ?? ''))).toEqual([])
  expect(again.length).toBeLessThanOrEqual(writesAtOnce)
  const kept = (await contactsOf(service)).filter(({ email }) => email.endsWith('@lamp-room.example'))
  expect(kept.map(({ email }) => email).sort()).toEqual([...new Set(addresses)].sort())
  expect(kept).toHaveLength(rows)
}

/** The import says of itself that all was written. */
async function expectItSaysSo({ page }: App): Promise<void> {
  await reopen(page)
  const onward = button(page, 'See what was written')
  await expect(figure(page, 'Created').or(onward)).toBeVisible()
  if (await onward.isVisible()) await onward.click()
  await expect(figure(page, 'Created')).toHaveText(String(rows))
}

test(
  'a run that was killed goes on by itself, and writes every row once',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    await startRunInTheMiddle(app)
    await app.kill()
    const before = sent().length
    expect(written()).toBeLessThan(rows)
    await app.start()
    await expect.poll(written, patience).toBe(rows)
    await expectItSaysSo(app)
    await expectAllOnce(before)
  },
)

test(
  'the program is closed in the middle, and goes on when it is opened again',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    await startRunInTheMiddle(app)
    await app.close()
    const before = sent().length
    expect(written()).toBeLessThan(rows)
    await app.start()
    await expect.poll(written, patience).toBe(rows)
    await expectItSaysSo(app)
    await expectAllOnce(before)
  },
)

test.describe('where keys are kept for a session only', () => {
  test.use({ programEnv: { POSTROOM_KEYCHAIN: 'session' } })

  test('a run says after a restart that its key is missing, and goes on once it is entered', async ({
    app,
  }) => {
    await startRunInTheMiddle(app)
    await app.close()
    const before = sent().length
    await app.start()
    const { page } = app

    await test.step('it says why it waits', async () => {
      await reopen(page)
      await expect(page.getByText('Paused: There is no key.')).toBeVisible()
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-without-key')
    })
    await test.step('the key is entered', async () => {
      await page.getByRole('alert').getByRole('button', { name: 'Enter a new key' }).click()
      expect(sent()).toHaveLength(before)
      await enterKey(page, service.secretKey)
    })
    await expect.poll(written, patience).toBe(rows)
    await expectItSaysSo(app)
    await expectAllOnce(before)
  })
})
