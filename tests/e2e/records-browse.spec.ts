import { expect, test } from '../fixtures/app'
import { pickField } from '../fixtures/on-filters'
import { openConnected } from '../fixtures/connected'
import { dialog } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { cameTo, connectRecords, readAgain, reading } from '../fixtures/on-records'
import { count, grid, look, paletteChoice, panel, row, screen, selection } from '../fixtures/on-screen'
import { startRecordServer, type ListedRecord, type RecordServer } from '../fixtures/record-server'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A copy of records is narrowed, arranged, kept as a view, and is there without its service. */
const people = 20
const vessels = 90
let service: RunningService
let server: RecordServer

const vessel = (at: number): ListedRecord => ({
  id: `vessel-${at}`,
  name: `Vessel ${at} ${'of the long line along the outer harbour wall '.repeat(4)}`,
  flag: ['NO', 'IS', 'DK'][at % 3],
  tons: at * 10,
  berth: { quay: `Quay ${at % 7}`, depth: { low: 3, high: 7 } },
  crew: ['cook', 'mate'],
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, field) => [`survey${field}`, `Survey ${field}.${at}`]),
  ),
})

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
  server = await startRecordServer(Array.from({ length: vessels }, (_, at) => vessel(at)))
})
test.afterEach(async () => {
  await server.close()
  await service.stop()
})

test(
  'records are filtered, arranged and kept as a view, and all of it is there while the service is away',
  { tag: '@keychain' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    await connectRecords(page, server, 'Vessels')
    const narrowed = `20 of ${vessels}`

    await test.step('by a facet and by a number', async () => {
      await button(page, 'Facets').click()
      const flags = page.getByRole('dialog', { name: 'Facets' }).getByRole('region', { name: 'flag' })
      await flags.getByRole('button', { name: /IS/ }).click()
      await expect(count(page)).toHaveText(`30 of ${vessels}`)
      await page.keyboard.press('Escape')
      await pickField(page, 'tons')
      await page.getByRole('dialog', { name: 'Change the filter' }).getByLabel('From').fill('300')
      await look(app, 'records-filter')
      await page.keyboard.press('Enter')
      await expect(count(page)).toHaveText(narrowed)
    })
    await test.step('with columns of one’s own, nested values among them', async () => {
      await button(page, 'Columns').click()
      const hidden = dialog(page).getByRole('list', { name: 'Columns not shown' })
      for (const field of ['berth', 'crew', 'tons'])
        await hidden.getByRole('checkbox', { name: field }).click()
      await look(app, 'records-columns')
      await page.keyboard.press('Escape')
      await expect(grid(page, 'Records').getByRole('columnheader', { name: 'berth' })).toBeVisible()
    })
    await test.step('sorted, and kept as a view', async () => {
      const head = grid(page, 'Records').getByRole('columnheader', { name: 'tons' })
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await expect(row(page, 0, 'Records')).toContainText('Vessel 88 ')
      await button(page, 'View: All records').click()
      await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
      await dialog(page).getByLabel('Name').fill('Big Icelanders')
      await page.keyboard.press('Enter')
      await expect(button(page, 'View: Big Icelanders')).toBeVisible()
    })
    await test.step('the service goes, and the program starts again', async () => {
      await server.close()
      await app.restart()
      await screen(app.page, 'Records').click()
      await expect(grid(app.page, 'Records')).toBeVisible()
      await readAgain(app.page)
      await expect(reading(app.page)).toContainText('The record service does not answer.', {
        timeout: 60_000,
      })
      await expect(row(app.page, 0, 'Records')).toContainText('Vessel 0 ')
    })
    await test.step('the view, the search and a record are there all the same', async () => {
      const now = app.page
      await now.getByRole('button', { name: /^View: / }).click()
      await now.getByRole('menuitemradio', { name: 'Big Icelanders' }).click()
      await expect(count(now)).toContainText(narrowed)
      await expect(row(now, 0, 'Records')).toContainText('Vessel 88 ')
      await expect(grid(now, 'Records').getByRole('columnheader', { name: 'berth' })).toBeVisible()
      await now.getByRole('textbox', { name: 'Search records' }).fill('vessel-85')
      await expect(count(now)).toContainText(`1 of ${vessels}`)
      await row(now, 0, 'Records').getByRole('gridcell').nth(1).click()
      await panel(now).getByRole('button', { name: 'Show as the service sent it' }).click()
      await expect(panel(now)).toContainText('"Quay 1"')
      await look(app, 'records-offline')
    })
  },
)

test('the keyboard reaches the list, a record, the report, the connection and the hand-over', async ({
  app,
}) => {
  const page = await openConnected(app, service, people)
  await connectRecords(page, server, 'Vessels')
  const press = (key: string) => page.keyboard.press(key)

  await test.step('arrows walk through the list, Enter opens, Escape comes back', async () => {
    await expect(row(page, 0, 'Records')).toContainText('Vessel 0 ')
    await row(page, 0, 'Records').focus()
    await press('ArrowDown')
    await expect(row(page, 1, 'Records')).toBeFocused()
    await press('Enter')
    await expect(panel(page)).toContainText('vessel-1')
    await press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await expect(row(page, 1, 'Records')).toBeFocused()
    await press('End')
    await expect(row(page, vessels - 1, 'Records')).toContainText(`Vessel ${vessels - 1} `)
    await expect(row(page, vessels - 1, 'Records')).toBeFocused()
    await press('Space')
    await expect(selection(page)).toContainText('1 selected')
  })
  await test.step('the report', async () => {
    const fold = reading(page).getByRole('button', { name: 'Close report' })
    await fold.focus()
    await press('Enter')
    await expect(page.getByRole('group', { name: 'Report' })).toHaveCount(0)
    await expect(reading(page).getByRole('button', { name: 'Open report' })).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('group', { name: 'Report' })).toBeVisible()
  })
  await test.step('reading again keeps the focus where its acts are', async () => {
    server.hold(0)
    const first = reading(page).locator('button:not(.link)').first()
    await first.focus()
    await press('Enter')
    await expect(first).toHaveText('Pause')
    await expect(first).toBeFocused()
    await press('Enter')
    await expect(first).toHaveText('Resume')
    await expect(first).toBeFocused()
    server.release()
    await press('Enter')
    await expect(reading(page)).toContainText(cameTo({}), { timeout: 60_000 })
    await expect(first).toBeFocused()
  })
  await test.step('the connection, from the palette', async () => {
    await press('Control+k')
    await page.keyboard.type('>Change Vessels')
    await expect(paletteChoice(page)).toContainText('Change Vessels')
    await press('Enter')
    await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Vessels')
    await press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('the hand-over', async () => {
    await page.locator('.page-head').getByRole('button', { name: 'Hand to Import' }).focus()
    await press('Enter')
    await expect(dialog(page).getByLabel('Address field')).toBeVisible()
    await press('Escape')
    await expect(dialog(page)).toHaveCount(0)
  })
})
