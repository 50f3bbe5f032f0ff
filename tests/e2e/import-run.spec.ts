import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Contact } from '../../src-shared/interface/contact'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button, fact, figure, openFile, startRun, step, toVerify } from '../fixtures/on-import'
import { barriers, contactsOf, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService, ServiceWishes } from '../fixtures/service'

const people = 40
let service: RunningService

test.afterEach(async () => {
  await service.stop()
})

/** Starts the service, and the app on it. */
async function begin(app: App, wishes: ServiceWishes = {}): Promise<Page> {
  service = await startPrepared({ contacts: people, dialect: 'deployed', ...wishes })
  return openConnected(app, service, people)
}

/** Rows for people whom nobody knows yet. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@lamp-room.example,Person ${index},pro`)
const head = 'email,firstName,plan'
/** So long an answer takes that a run can be watched (milliseconds). */
const latency = 150

const fresh = async (): Promise<Contact[]> =>
  (await contactsOf(service)).filter(({ email }) => email.endsWith('@lamp-room.example'))

test(
  'a run writes what it said, and shows what it wrote',
  { tag: ['@desktop', '@postgres'] },
  async ({ app }) => {
    const page = await begin(app)
    const [known] = await contactsOf(service)
    if (!known) throw new Error('The sample is empty')
    await openFile(app, 'fair.csv', [
      head,
      ...strangers(12),
      `${known.email},Renamed,team`,
      'nobody,Nobody,pro',
      'person0@lamp-room.example,Twice,pro',
    ])
    await toVerify(page)

    await test.step('before it, the rows of the file add up', async () => {
      await button(page, 'Continue to the run').click()
      await expect(fact(page, 'To write')).toHaveText('13')
      await expect(fact(page, 'Left out: invalid')).toHaveText('1')
      await expect(fact(page, 'Left out: duplicate')).toHaveText('1')
      await expect(page.getByText('Nobody who unsubscribed is subscribed again.')).toBeVisible()
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-before')
    })
    await test.step('it is written', async () => {
      await button(page, 'Write 13 rows').click()
      await button(page, 'See what was written').click({ timeout: 60_000 })
      await expect(step(page, 'After')).toBeVisible()
      await expect(figure(page, 'Created')).toHaveText('12')
      await expect(figure(page, 'Changed')).toHaveText('1')
      expect(await fresh()).toHaveLength(12)
      const renamed = (await contactsOf(service)).find(({ email }) => email === known.email)
      expect(renamed?.data).toMatchObject({ firstName: 'Renamed', plan: 'team' })
    })
    await test.step('every written row leads to its contact', async () => {
      const written = page.getByRole('grid', { name: 'Written rows' })
      await expect(written).toContainText('person3@lamp-room.example')
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-after')
      await written.locator('[data-position="0"]').click()
      await expect(page.locator('.side-panel')).toContainText('person0@lamp-room.example')
    })
    await test.step('the history keeps its counts and its mapping', async () => {
      await screen(page, 'Import').click()
      await button(page, 'History').click()
      const list = page.getByRole('grid', { name: 'Imports' })
      await expect(list).toContainText('fair.csv')
      await list.locator('[data-position="0"]').click()
      const panel = page.locator('.side-panel')
      await panel.getByText('Show where each column went').click()
      await expect(panel).toContainText('data.firstName')
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-history')
    })
  },
)

test('a run is paused, goes on, and is cancelled with what it wrote', async ({ app }) => {
  const page = await begin(app, { latency })
  await openFile(app, 'fair.csv', [head, ...strangers(80)])
  await startRun(page)

  await test.step('paused, nothing more is sent', async () => {
    await button(page, 'Pause the import').click()
    await expect(page.getByText(/of 80 rows sent, paused/)).toBeVisible()
    const before = (await fresh()).length
    expect(before).toBeLessThan(80)
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-paused')
    expect((await fresh()).length).toBe(before)
  })
  await test.step('the top bar leads back to it', async () => {
    await screen(page, 'Contacts').click()
    await page.getByTitle('Import fair.csv').click()
    await expect(step(page, 'Run')).toBeVisible()
  })
  await test.step('cancelled, what was written stays', async () => {
    await button(page, 'Resume the import').click()
    await button(page, 'Cancel the import').click()
    const dialog = page.getByRole('dialog', { name: 'Cancel the import?' })
    await dialog.getByRole('button', { name: 'Cancel the import' }).click()
    await button(page, 'See what was written').click()
    await expect(page.getByText(/Cancelled with \d+ rows? left/)).toBeVisible()
    await expect(figure(page, 'Created')).toHaveText(String((await fresh()).length))
  })
  await test.step('and the others can be written after all', async () => {
    await button(page, /^Write the other/).click()
    await button(page, 'See what was written').click({ timeout: 60_000 })
    await expect.poll(async () => (await fresh()).length, { timeout: 60_000 }).toBe(80)
  })
})

test('rejects are a file that can be repaired and imported', async ({ app }) => {
  const page = await begin(app)
  await openFile(app, 'fair.csv', [head, ...strangers(3), 'nobody,Nobody,pro', '=cmd|x,Formula,pro'])
  await startRunOfFew(app)
  const file = path.join(app.dataFolder, 'rejects.csv')
  await app.saveExport(file, () => button(page, 'Rejects, 2 rows').click())
  const rejects = await readFile(file, 'utf8')
  expect(rejects).toContain('nobody')
  expect(rejects).not.toMatch(/^=|,=/m)

  await writeFile(file, rejects.replace('nobody', 'somebody@lamp-room.example'))
  await screen(page, 'Import').click()
  await app.chooseFile(file, () => button(page, 'Choose a file').click())
  await expect(step(page, 'Read')).toBeVisible()
  await toVerify(page)
  await button(page, 'Continue to the run').click()
  await expect(fact(page, 'To write')).toHaveText('1')
  await button(page, 'Write 1 row').click()
  await button(page, 'See what was written').click({ timeout: 60_000 })
  const added = (await fresh()).find(({ email }) => email === 'somebody@lamp-room.example')
  expect(added?.data).toEqual({ firstName: 'Nobody', plan: 'pro' })
})

test('an import is taken back, and what changed since is kept', async ({ app }) => {
  const page = await begin(app)
  const [known] = (await contactsOf(service)).filter(({ data }) => typeof data.plan === 'string')
  if (!known) throw new Error('Nobody of the sample has a plan')
  await openFile(app, 'fair.csv', [head, ...strangers(4), `${known.email},Renamed,enterprise`])
  await startRunOfFew(app)
  const touched = (await fresh())[0]
  if (!touched) throw new Error('Nothing was written')
  await fetch(`${service.url}/contacts/${touched.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { plan: 'changed since' } }),
  })

  await button(page, 'Undo the import').click()
  const dialog = page.getByRole('dialog', { name: 'Take back 5 rows?' })
  await expect(dialog).toContainText('kept as they are now')
  expect(await barriers(page)).toEqual([])
  await app.screenshot('import-undo')
  await dialog.getByRole('button', { name: 'Take back 5 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible({ timeout: 60_000 })
  await expect(figure(page, 'Reversed')).toHaveText('4')
  await expect(figure(page, 'Kept')).toHaveText('1')
  expect((await fresh()).map(({ id }) => id)).toEqual([touched.id])
  const restored = (await contactsOf(service)).find(({ email }) => email === known.email)
  expect(restored?.data).toEqual(known.data)
  await app.screenshot('import-undone')
})

test('a production profile asks for the number of rows', async ({ app }) => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
  const page = await openConnected(app, service, people, { production: true })
  await openFile(app, 'fair.csv', [head, ...strangers(7)])
  await toVerify(page)
  await button(page, 'Continue to the run').click()
  await button(page, 'Write 7 rows').click()
  const dialog = page.getByRole('dialog', { name: 'Write 7 rows?' })
  await expect(dialog.getByRole('button', { name: 'Write 7 rows' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('7')
  await dialog.getByRole('button', { name: 'Write 7 rows' }).click()
  await button(page, 'See what was written').click({ timeout: 60_000 })
  expect(await fresh()).toHaveLength(7)
})

/** Runs what was read to its end, and goes to what it wrote. */
async function startRunOfFew({ page }: App): Promise<void> {
  await toVerify(page)
  await button(page, 'Continue to the run').click()
  await button(page, /^Write \d+ rows?$/).click()
  await button(page, 'See what was written').click({ timeout: 60_000 })
  await expect(step(page, 'After')).toBeVisible()
}
