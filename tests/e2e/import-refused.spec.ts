import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button, fact, figure, openFile, step, toVerify } from '../fixtures/on-import'
import { barriers, contactsOf, screen, setReadOnly } from '../fixtures/on-screen'
import { startRecordingProxy, type PassedRequest, type RecordingProxy } from '../fixtures/recording-proxy'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** What an import may not do: rows that the service refuses, a profile that is read-only, one that is thrown away. */

const people = 40
let service: RunningService
let proxy: RecordingProxy

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
  proxy = await startRecordingProxy(service.url)
})

test.afterEach(async () => {
  await proxy.close()
  await service.stop()
})

const rows = (count: number): string[] => [
  'email,firstName,plan',
  ...Array.from({ length: count }, (_, at) => `person${at}@lamp-room.example,Person ${at},pro`),
]
const isWrite = ({ method }: PassedRequest): boolean => method !== 'GET'
/** The addresses that were sent to be written, in the order of their coming. */
const sent = (): string[] =>
  proxy.passed.filter(isWrite).map(({ body }) => (JSON.parse(body) as { email: string }).email)

/** The service takes no contact whose address begins so; until it is told otherwise. */
function refuse(...names: string[]): void {
  proxy.instead = (request) => {
    const name = names.find((each) => request.body.includes(`"${each}@`))
    if (!isWrite(request) || name === undefined) return null
    const error = { code: 'VALIDATION_ERROR', message: `Nobody is called ${name} here.`, statusCode: 422 }
    return { status: 422, body: { success: false, error } }
  }
}

/** The way back to the import, to the step where it is. */
async function backTo({ page }: App, where: string): Promise<void> {
  await screen(page, 'Import').click()
  const earlier = page.getByRole('region', { name: 'Earlier imports' })
  await earlier.getByRole('button', { name: /fair\.csv/ }).click()
  await expect(step(page, where)).toBeVisible()
}

/** A run that is over quickly leads back to what it wrote by itself; another one leads there by a click. */
async function expectWritten(page: Page, created: number): Promise<void> {
  const onward = button(page, 'See what was written')
  await expect(async () => {
    if (await onward.isVisible()) await onward.click()
    await expect(step(page, 'After')).toBeVisible({ timeout: 500 })
    await expect(figure(page, 'Created')).toHaveText(String(created), { timeout: 500 })
  }).toPass({ timeout: 60_000 })
}

test('rows that the service refuses fail alone, and are tried again alone', async ({ app }) => {
  refuse('person2', 'person5')
  const page = await openConnected(app, service, people, { address: proxy.url })
  await openFile(app, 'fair.csv', rows(8))
  await startRunToItsEnd(app)

  await test.step('which failed, and why, is said', async () => {
    await expect(figure(page, 'Created')).toHaveText('6')
    await expect(figure(page, 'Failed')).toHaveText('2')
    const failed = page.getByRole('table', { name: 'Failed rows' })
    await expect(failed).toContainText('person2@lamp-room.example')
    await expect(failed).toContainText('Nobody is called person5 here.')
    await expect(failed).toContainText('422')
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-failed')
  })
  await test.step('the rejects file holds them, with the reason', async () => {
    const file = path.join(app.dataFolder, 'rejects.csv')
    await app.saveExport(file, () => button(page, 'Rejects, 2 rows').click())
    const text = await readFile(file, 'utf8')
    expect(text).toContain('person2@lamp-room.example')
    expect(text).toContain('Nobody is called person5 here.')
    expect(text).not.toContain('person3@')
  })
  await test.step('tried again, one is still refused', async () => {
    refuse('person5')
    const before = sent().length
    await button(page, 'Retry the failed').click()
    await expectWritten(page, 7)
    await expect(figure(page, 'Failed')).toHaveText('1')
    expect(sent().slice(before)).toEqual(['person2@lamp-room.example', 'person5@lamp-room.example'])
  })
  await test.step('and the last one is written in the end', async () => {
    proxy.instead = () => null
    const before = sent().length
    await button(page, 'Retry the failed').click()
    await expectWritten(page, 8)
    await expect(figure(page, 'Failed')).toHaveText('0')
    await expect(button(page, 'Retry the failed')).toHaveCount(0)
    expect(sent().slice(before)).toEqual(['person5@lamp-room.example'])
    expect(await contactsOf(service)).toHaveLength(people + 8)
  })
})

test('a read-only profile reads, maps and checks, and neither asks nor writes', async ({ app }) => {
  const page = await openConnected(app, service, people, { address: proxy.url })
  await setReadOnly(page, true)
  await openFile(app, 'fair.csv', rows(5))
  await toVerify(page)

  await test.step('Verify says why nothing is asked', async () => {
    await page.getByText(/^New addresses/).click()
    await expect(fact(page, 'Different addresses')).toHaveText('5')
    await expect(button(page, /^Verify \d+ addresses$/)).toBeDisabled()
    await expect(page.getByText('This profile is read-only: nothing is asked of the service.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-read-only-verify')
  })
  await test.step('Run says why nothing is written', async () => {
    await button(page, 'Continue without verifying').click()
    await expect(fact(page, 'To write')).toHaveText('5')
    await expect(button(page, 'Write 5 rows')).toBeDisabled()
    await expect(page.getByText('This profile is read-only. Settings can change that.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-read-only-run')
    expect(sent()).toEqual([])
  })
  await test.step('it is written once Settings allow it', async () => {
    refuse('person1')
    await setReadOnly(page, false)
    // Where it was left.
    await backTo(app, 'Run')
    await button(page, 'Write 5 rows').click()
    await expectWritten(page, 4)
  })
  await test.step('After neither tries again nor takes back', async () => {
    await setReadOnly(page, true)
    await backTo(app, 'After')
    const before = sent().length
    await expect(button(page, 'Retry the failed')).toBeDisabled()
    await expect(button(page, 'Undo the import')).toBeDisabled()
    await expect(page.getByText('This profile is read-only. Settings can change that.')).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-read-only-after')
    expect(sent()).toHaveLength(before)
  })
})

test('an import that has not run is thrown away from the history; one that has stays', async ({ app }) => {
  const page = await openConnected(app, service, people, { address: proxy.url })
  await openFile(app, 'ran.csv', rows(2))
  await startRunToItsEnd(app)
  await openFile(app, 'never.csv', rows(3))
  await toVerify(page)

  await screen(page, 'Import').click()
  await button(page, 'History').click()
  const list = page.getByRole('grid', { name: 'Imports' })
  const panel = page.locator('.side-panel')
  await list.getByText('ran.csv').click()
  await expect(panel).toContainText('Show what was written')
  await expect(panel.getByRole('button', { name: 'Discard' })).toHaveCount(0)

  await list.getByText('never.csv').click()
  await panel.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard this import?' })
  expect(await barriers(page)).toEqual([])
  await app.screenshot('import-discard')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(list.getByText('never.csv')).toBeVisible()
  await panel.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(list.getByText('never.csv')).toHaveCount(0)
  await expect(list.getByText('ran.csv')).toBeVisible()
  expect(await readFile(path.join(app.dataFolder, 'never.csv'), 'utf8')).toContain('person2@')
})

/** Runs what was read to its end, and goes to what it wrote. */
async function startRunToItsEnd({ page }: App): Promise<void> {
  await toVerify(page)
  await button(page, 'Continue to the run').click()
  await button(page, /^Write \d+ rows?$/).click()
  await button(page, 'See what was written').click({ timeout: 60_000 })
  await expect(step(page, 'After')).toBeVisible()
}
