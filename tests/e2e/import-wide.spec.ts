import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { grid, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 20
const columns = 10_000
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

/** Of 60 rows: an address, and a value of its own in each of the other columns. */
function wideFile(): string {
  const rest = Array.from({ length: columns - 1 }, (_, at) => at)
  const rows = Array.from({ length: 60 }, (_, row) =>
    [`person${row}@lamp-room.example`, ...rest.map((at) => `v${row}-${at}`)].join(','),
  )
  return `${['email', ...rest.map((at) => `key${at}`)].join(',')}\n${rows.join('\n')}\n`
}

test('of ten thousand columns the check draws and reads those that are seen', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const rows = grid(page, 'Rows of the file')
  const cells = rows.locator('[data-cell]')
  await screen(page, 'Import').click()
  const file = path.join(app.dataFolder, 'wide.csv')
  await writeFile(file, wideFile())
  await app.chooseFile(file, () => page.getByRole('button', { name: 'Choose a file' }).click())
  await page.getByRole('button', { name: 'Map columns' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(rows.getByText('person0@lamp-room.example')).toBeVisible()

  await test.step('all of them are chosen at once', async () => {
    await page.getByRole('button', { name: '4 of 10,000 columns' }).click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '10,000 of 10,000 columns' })).toBeVisible()
    expect(await cells.count()).toBeLessThan(1500)
  })
  await test.step('the last one is reached sideways', async () => {
    await page.locator('.big-list').evaluate((list) => {
      list.scrollLeft = list.scrollWidth
    })
    await expect(rows.getByText('v0-9998', { exact: true })).toBeVisible()
    await expect(rows.getByRole('columnheader', { name: 'key9998', exact: true })).toBeVisible()
    expect(await cells.count()).toBeLessThan(1500)
  })
  await test.step('and repaired there by the keyboard', async () => {
    await rows.getByText('v2-9998', { exact: true }).dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Mended')
    await page.keyboard.press('Enter')
    await expect(rows.getByText('Mended', { exact: true })).toBeVisible()
  })
})
