import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'
import { textRow, xlsx } from '../fixtures/workbook'

const people = 40
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const names = [
  '佐藤 美咲',
  'Zofia Wiśniewska',
  'Amara Okonkwo',
  'Ingrid Solheim',
  'أمينة الحسن',
  'Priya Raghunathan',
]
const signedUp = (row: number, at: number) =>
  at === 2 ? text(`D${row}`, '3/4/2026') : `<c r="D${row}" s="1"><v>${46095 + at}</v></c>`
const signups = names
  .map((name, at) => {
    const row = at + 5
    const plan =
      at === 5
        ? `<c r="F${row}" t="e"><f>VLOOKUP(E${row},Prices!$A$2:$B$38,2,FALSE)</f><v>#N/A</v></c>`
        : `<c r="F${row}" t="str"><f>VLOOKUP(E${row},Prices!$A$2:$B$38,2,FALSE)</f><v>team</v></c>`
    return `<row r="${row}">${text(`A${row}`, name)}${text(`B${row}`, `person${at}@lamp-room.example`)}${text(`C${row}`, '+49 30')}${signedUp(row, at)}<c r="E${row}"><v>${at + 1}</v></c>${plan}</row>`
  })
  .join('')
const book = xlsx(
  [
    {
      name: 'Signups',
      columns: '<col min="3" max="3" hidden="1"/>',
      rows:
        textRow(1, ['Spring fair 2026, sign-ups at the stand']) +
        textRow(2, ['Exported by Aoife, with plan and sum']) +
        textRow(4, ['Name', 'E-mail', 'Phone', 'Signed up', 'Seats', 'Plan']) +
        signups,
    },
    {
      name: 'Exhibitors',
      rows: textRow(1, ['email', 'stand']) + textRow(2, ['oak@lamp-room.example', '12']),
    },
    { name: 'Prices', rows: textRow(1, ['seats', 'plan']) + textRow(2, ['1', 'pro']) },
    {
      name: 'Old list',
      state: 'hidden',
      rows: textRow(1, ['email']) + textRow(2, ['elm@lamp-room.example']),
    },
    { name: 'Notes', rows: '' },
  ],
  { formats: [14], savedBy: 'Aoife Brennan' },
)

test('a workbook is read sheet by sheet, looked into by keyboard, and imported', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await screen(page, 'Import').click()
  await page.setInputFiles('input[aria-label="File to import"]', {
    name: 'spring-fair-2026.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: book,
  })
  const sheets = page.getByRole('radiogroup', { name: 'Sheet' })
  await expect(sheets.getByRole('radio', { name: /^Signups/ })).toBeChecked()
  await expect(sheets).toContainText('addresses in column B')
  await expect(page.getByText(/^Excel workbook, 5 sheets, .* by Aoife Brennan$/)).toBeVisible()
  await expect(page.getByText('Column F reads from Prices.')).toBeVisible()
  await expect(page.getByText('Hidden: C Phone')).toBeVisible()

  await test.step('arrows move the cell, whose formula is told', async () => {
    const preview = page.getByRole('group', { name: 'The first rows' })
    await preview.focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown'])
      await preview.press(key)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await preview.press(key)
    await expect(page.getByText('=VLOOKUP(E10,Prices!$A$2:$B$38,2,FALSE)')).toBeVisible()
    await expect(page.getByText('comes in as empty').first()).toBeVisible()
    await app.screenshot('import-workbook')
  })

  await test.step('hidden columns are hatched in their place', async () => {
    await expect(page.getByTitle('C: hidden, left out')).toBeVisible()
    await page.getByLabel('Hidden columns').selectOption({ label: 'Columns and rows kept' })
    await expect(page.getByRole('gridcell', { name: '+49 30' }).first()).toBeVisible()
    await expect(page.getByTitle('C: hidden, left out')).toBeHidden()
    await page.getByLabel('Hidden columns').selectOption({ label: 'Columns left out, rows kept' })
    await expect(page.getByTitle('C: hidden, left out')).toBeVisible()
  })

  await test.step('one press brings a hidden column back', async () => {
    await page.getByRole('button', { name: 'Read the hidden column C' }).click()
    await expect(page.getByRole('gridcell', { name: '+49 30' }).first()).toBeVisible()
    await expect(page.getByTitle('C: hidden, left out')).toBeHidden()
    await page.getByLabel('Hidden columns').selectOption({ label: 'Columns left out, rows kept' })
    await expect(page.getByTitle('C: hidden, left out')).toBeVisible()
  })

  await test.step('dates that are text take the order that is chosen', async () => {
    const dates = page.getByLabel('Dates that are text')
    await expect(page.getByText('3/4/2026 stays as it is until you choose an order.')).toBeVisible()
    await dates.selectOption({ label: 'Day first: 3/4 is 3 April' })
    await expect(page.getByText('3/4/2026 is taken as 3 April.')).toBeVisible()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Dates that are text' })
      .getByRole('button', { name: 'Show' })
      .click()
    await expect(page.getByText('comes in as 2026-04-03')).toBeVisible()
    await app.screenshot('import-workbook-dates')
    await dates.selectOption({ label: 'As written' })
    await expect(page.getByRole('gridcell', { name: '3/4/2026' })).toBeVisible()
  })

  await test.step('the header is chosen by its number, and what stands above it is shown', async () => {
    const header = page.getByLabel('Row that names the columns')
    await expect(page.getByText('rows 1 to 3 skipped')).toBeVisible()
    await expect(page.getByRole('gridcell', { name: 'Exported by Aoife, with plan and sum' })).toBeVisible()
    await header.selectOption({ label: 'Row 5' })
    await expect(page.getByText('5 rows from Signups')).toBeVisible()
    await header.selectOption({ label: 'Row 4' })
    await expect(page.getByText('6 rows from Signups')).toBeVisible()
    await look(app, 'import-workbook')
    await page.setViewportSize({ width: 1024, height: 700 })
    await app.screenshot('import-workbook-1024')
    await page.setViewportSize({ width: 1440, height: 900 })
    await app.screenshot('import-workbook-1440')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('another sheet is one choice away', async () => {
    await sheets.getByRole('radio', { name: /^Exhibitors/ }).check()
    await expect(page.getByText('1 row from Exhibitors')).toBeVisible()
    await sheets.getByRole('radio', { name: /^Signups/ }).check()
    await expect(page.getByText('6 rows from Signups')).toBeVisible()
  })

  await page.getByRole('button', { name: 'Map columns' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await expect(page.getByText('佐藤 美咲').first()).toBeVisible()
})
