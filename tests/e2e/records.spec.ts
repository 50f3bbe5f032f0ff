import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog } from '../fixtures/on-catalogue'
import { button, step } from '../fixtures/on-import'
import {
  cameTo,
  connectRecords,
  fillConnection,
  openConnecting,
  readAgain,
  reading,
} from '../fixtures/on-records'
import { count, grid, look, panel, row, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Records of another service: connected, read, found, exported and handed to Import. */
const people = 120
const name = 'Wharf office'
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

test(
  'a service is connected, its records are found, exported and handed to Import',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)

    await test.step('where nothing is connected, connecting is offered', async () => {
      await screen(page, 'Records').click()
      await expect(page.getByText('No record service is connected')).toBeVisible()
      await look(app, 'records-none')
    })
    await test.step('a token that is wrong is refused in words', async () => {
      await openConnecting(page)
      await fillConnection(page, service, { name, token: 'pat_of_nobody' })
      await dialog(page).getByRole('button', { name: 'Test' }).click()
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    })
    await test.step('a test says what it found', async () => {
      await fillConnection(page, service, { name })
      await dialog(page).getByRole('button', { name: /^Test/ }).click()
      await expect(dialog(page).getByRole('status')).toContainText('The list is called items')
      await look(app, 'records-connect')
    })
    await test.step('what is connected is read, and stands in a grid', async () => {
      await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click()
      await expect(reading(page)).toContainText('Read at', { timeout: 60_000 })
      await expect(count(page)).toHaveText(String(people))
      await expect(row(page, 0, 'Records')).toContainText(/person|company|asset/)
      await look(app, 'records')
    })
    await test.step('its report says what it came to', async () => {
      await expect(reading(page)).toContainText(cameTo({ added: String(people) }))
    })
    await test.step('a record opens with its fields', async () => {
      await row(page, 0, 'Records').getByRole('gridcell').nth(1).click()
      await expect(panel(page).getByRole('heading', { name: 'Record', exact: true })).toBeVisible()
      await panel(page).getByRole('button', { name: 'Show as the service sent it' }).click()
      await expect(panel(page)).toContainText('createdAt')
      await look(app, 'records-open')
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
    })
    await test.step('a search finds, and what it does not find is taken back', async () => {
      const box = page.getByRole('textbox', { name: 'Search records' })
      await box.fill('no such record anywhere')
      await expect(page.getByText('No record matches “no such record anywhere”')).toBeVisible()
      await button(page, 'Clear the search').click()
      await expect(count(page)).toHaveText(String(people))
    })
    await test.step('all of them are exported', async () => {
      const file = path.join(app.dataFolder, 'records.csv')
      await button(page, 'Export').click()
      await app.saveExport(file, () =>
        dialog(page)
          .getByRole('button', { name: /^Export/ })
          .click(),
      )
      // The desktop names the file before its last byte is in it.
      await expect(dialog(page)).toHaveCount(0)
      const lines = (await readFile(file, 'utf8')).trim().split('\n')
      expect(lines).toHaveLength(people + 1)
    })
  },
)

test('records become an import, and the next time only what changed', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await connectRecords(page, service, name)

  await test.step('the field of the address is proposed', async () => {
    await button(page, 'Hand to Import').click()
    await expect(dialog(page).getByLabel('Address field')).toHaveValue('data.email')
    await look(app, 'records-hand-over')
  })
  await test.step('what is left out stands in the list, and the import opens where rows are checked', async () => {
    await button(page, 'Show: No address').click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('No address', { exact: true })).toBeVisible()
    await button(page, 'Hand to Import').click()
    await dialog(page)
      .getByRole('button', { name: /^Hand over \d/ })
      .click()
    await expect(step(page, 'Check')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Rows of the file' })).toContainText('@')
  })
  await test.step('the next time the mapping is remembered, and nothing has changed since', async () => {
    await screen(page, 'Records').click()
    await expect(grid(page, 'Records')).toBeVisible()
    await button(page, 'Hand to Import').click()
    await expect(dialog(page)).toContainText('As on')
    await expect(dialog(page).getByRole('radio', { name: /^New or changed since / })).toBeChecked()
    await expect(dialog(page).getByRole('button', { name: 'Hand over 0' })).toBeDisabled()
  })
})

test('records stay readable while their service is away, and go with their connection', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await connectRecords(page, service, name)

  await test.step('a run that gets no answer is stopped, and the copy stays', async () => {
    await service.stop()
    await readAgain(page)
    await expect(reading(page)).toContainText('Reading continues when it answers.', { timeout: 60_000 })
    await reading(page).getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(reading(page).getByRole('button', { name: 'Read now' })).toBeVisible()
    await expect(reading(page)).toContainText('The record service does not answer. You see the copy of')
    await expect(row(page, 0, 'Records')).toContainText(/person|company|asset/)
    await look(app, 'records-away')
  })
  await test.step('removing takes its name, typed', async () => {
    await button(page, `Connection: ${name}`).click()
    await page.getByRole('menuitem', { name: 'Remove the connection' }).click()
    const verb = dialog(page).getByRole('button', { name: 'Remove', exact: true })
    await expect(verb).toBeDisabled()
    await dialog(page).getByRole('textbox').fill(name)
    await verb.click()
    await expect(page.getByText('No record service is connected')).toBeVisible()
  })
})
