import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { count, grid, look, panel, row, screen, turnSubscription } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 40
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'every write and run is listed, filtered, looked into and exported',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    await row(page, 0).click()
    const email = (await row(page, 0).locator('[data-cell]').first().innerText()).trim()
    await turnSubscription(page)
    await page.keyboard.press('Escape')
    await screen(page, 'Activity').click()
    await expect(grid(page, 'Activity')).toContainText(email)

    await test.step('writes alone', async () => {
      await page.getByLabel('Kind').selectOption('Writes')
      await expect(count(page)).toHaveText(/^1 of \d+$/)
      await expect(row(page, 0, 'Activity')).toContainText('PATCH /contacts/')
      await expect(row(page, 0, 'Activity')).toContainText('Done 200')
    })
    await test.step('failed ones: there are none', async () => {
      await page.getByLabel('Outcome').selectOption('Failed')
      await expect(page.getByText('Nothing matches')).toBeVisible()
      await look(app, 'activity-none')
      await button(page, 'Remove the filters').click()
      await expect(row(page, 1, 'Activity')).toBeVisible()
    })
    await test.step('by words', async () => {
      await page.getByRole('textbox', { name: 'Search activity' }).fill(email)
      await expect(count(page)).toHaveText(/^1 of \d+$/)
    })
    await test.step('one of them, by the keyboard', async () => {
      await row(page, 0, 'Activity').focus()
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText('"subscribed"')
      await expect(panel(page)).not.toContainText(service.secretKey)
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
    })
    await test.step('exported as it is shown', async () => {
      const file = path.join(app.dataFolder, 'activity.json')
      await button(page, 'Export').click()
      await app.saveExport(file, () => page.getByText('As JSON').click())
      await expect
        .poll(async () => (JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as unknown[]).length)
        .toBe(1)
      const text = await readFile(file, 'utf8')
      expect(text).toContain(email)
      expect(text).not.toContain(service.secretKey)
    })
  },
)
