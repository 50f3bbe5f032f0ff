import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { activityLine, count, look, panel, row, screen, turnSubscription } from '../fixtures/on-screen'
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
    const log = page.getByRole('treegrid', { name: 'Activity' })
    await expect(log).toContainText(email)
    const change = log.getByRole('row').filter({ hasText: email })

    await test.step('runs that followed each other are one line, which opens', async () => {
      const runs = log.getByRole('row', { expanded: false }).first()
      await expect(runs).toContainText(/\d+ runs since \d\d:\d\d/)
      await runs.focus()
      await page.keyboard.press('ArrowRight')
      await expect(log.getByRole('row', { level: 2 }).first()).toContainText(/ of /)
      await page.keyboard.press('ArrowLeft')
      await expect(log.getByRole('row', { level: 2 })).toHaveCount(0)
      await look(app, 'activity')
    })
    await test.step('one’s own alone', async () => {
      await page.getByRole('radio', { name: 'Mine' }).click()
      await expect(count(page)).toHaveText(/^1 of \d+ jobs and acts, 1 write$/)
      await expect(activityLine(page, 0)).toContainText(/Done\s*\d+ ms/)
    })
    await test.step('nothing matches', async () => {
      await page.getByRole('textbox', { name: 'Search activity' }).fill('nobody@nowhere')
      await expect(page.getByText('Nothing matches')).toBeVisible()
      await look(app, 'activity-none')
      await button(page, 'Remove the filters').click()
      await expect(activityLine(page, 1)).toBeVisible()
    })
    await test.step('by words', async () => {
      await page.getByRole('textbox', { name: 'Search activity' }).fill(email)
      await expect(count(page)).toHaveText(/^1 of /)
    })
    await test.step('one of them, by the keyboard: what was sent, what came, and the way back', async () => {
      await change.focus()
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText('PATCH /contacts/')
      await expect(panel(page).getByRole('region', { name: 'What was sent' })).toContainText('"subscribed"')
      await expect(panel(page).getByRole('region', { name: 'What came back' })).toContainText(email)
      await expect(panel(page)).not.toContainText(service.secretKey)
      await expect(panel(page).getByRole('heading', { name: 'Put back' })).toBeVisible()
      await look(app, 'activity-panel')
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(change).toBeFocused()
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
