import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app'
import { sharedConnected } from '../fixtures/connected'
import { barriers, contactsOf, grid, row, screen } from '../fixtures/on-screen'

const people = 300
const shared = sharedConnected(people, { dialect: 'deployed' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]', { hasText: name })
const rows = (page: Page) => grid(page, 'Rows of the file')
const rowAt = (page: Page, position: number) => row(page, position, 'Rows of the file')
const classLine = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'What the check found' }).getByRole('button', { name })

/** Writes a file into the data folder's neighbourhood and gives it to the app, through the dialog or the picker. */
async function open(app: App, name: string, content: string | Buffer): Promise<void> {
  const file = path.join(app.dataFolder, name)
  await writeFile(file, content)
  await app.chooseFile(file, () => button(app.page, 'Choose a file').click())
  await expect(step(app.page, 'Read')).toBeVisible()
}

/** Looks at the page as it stands, light and dark. */
async function look(app: App, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme: theme })
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', theme)
    expect.soft(await barriers(app.page), `${name}, ${theme}`).toEqual([])
    await app.screenshot(`${name}-${theme}`)
  }
  await app.page.emulateMedia({ colorScheme: 'light' })
}

/** Goes from what was read to what was checked, with the mapping as it is proposed. */
async function check(page: Page): Promise<void> {
  await button(page, 'Map columns').click()
  await expect(step(page, 'Map')).toBeVisible()
  await button(page, 'Check rows').click()
  await expect(step(page, 'Check')).toBeVisible()
  await expect(page.getByText(/to write/)).toBeVisible()
}

test('a file is read as it is, and otherwise where a person says so', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  const text = 'E-Mail;Vorname;plan\nhana@lamp-room.example;Jürgen;pro\nleo@lamp-room.example;Søren;free\n'
  await open(app, 'messe.csv', Buffer.from(text, 'latin1'))

  await test.step('what was found is said', async () => {
    await expect(page.getByText('2 rows, Windows-1252, semicolon, header in row 1')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Jürgen' })).toBeVisible()
    await look(app, 'import-read')
  })
  await test.step('the preview follows another reading', async () => {
    await page.getByLabel('Delimiter').selectOption({ label: 'Comma' })
    await expect(page.getByRole('cell', { name: 'hana@lamp-room.example;Jürgen;pro' })).toBeVisible()
    await page.getByLabel('First row', { exact: true }).selectOption({ label: 'A data row' })
    await expect(page.getByRole('cell', { name: 'E-Mail;Vorname;plan' })).toBeVisible()
  })
  await test.step('and goes back to what was found', async () => {
    await button(page, 'Reset to what was found').click()
    await expect(page.getByRole('columnheader', { name: 'Vorname' })).toBeVisible()
    await expect(page.getByText('2 rows, Windows-1252, semicolon, header in row 1')).toBeVisible()
  })
})

test('columns are mapped by keys alone, and two to one key are said where they are', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  await open(
    app,
    'fair.csv',
    'email,First name,Tariff,id\nhana@lamp-room.example,Hana,pro,1\nleo@lamp-room.example,Leo,free,2\n',
  )
  await button(page, 'Map columns').click()
  const goesTo = (name: string) => page.getByRole('combobox', { name: `${name} goes to` })
  await expect(goesTo('email')).toHaveValue('email')
  await expect(goesTo('id')).toHaveValue('Leave out')
  await look(app, 'import-map')

  await goesTo('First name').fill('berth')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+ArrowDown')
  await expect(goesTo('Tariff')).toBeFocused()
  await page.keyboard.type('berth')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Tariff goes there too.')).toBeVisible()
  await expect(button(page, 'Check rows')).toBeDisabled()
  await look(app, 'import-map-faults')
  await goesTo('Tariff').fill('dues')
  await page.keyboard.press('Enter')
  await button(page, 'Check rows').click()
  await expect(page.getByText('2 to write')).toBeVisible()
  await expect(rows(page).getByRole('columnheader', { name: 'berth' })).toBeVisible()
  await expect(rows(page).getByRole('columnheader', { name: 'dues' })).toBeVisible()
})

test('consent goes nowhere else unasked, and dates that tell no order wait for a word', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  await open(
    app,
    'autumn fair.csv',
    [
      'email,Opt-in,joined',
      'hana@lamp-room.example,yes,03/04/2026',
      'leo@lamp-room.example,lieber nicht,05/06/2026',
      'mia@lamp-room.example,,07/08/2026',
      '',
    ].join('\n'),
  )
  await button(page, 'Map columns').click()
  const goesTo = page.getByRole('combobox', { name: 'Opt-in goes to' })
  await expect(goesTo).toHaveValue('subscribed')
  await expect(page.getByText('"lieber nicht" not understood: such rows are rejected.')).toBeVisible()
  await expect(page.getByText(/^Only a yes in Opt-in subscribes\./)).toBeVisible()

  await test.step('the flag is left only where a person means it', async () => {
    await goesTo.fill('data.optin')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Opt-in looks like consent' })
    await expect(dialog).toBeVisible()
    await look(app, 'import-consent')
    await dialog.getByRole('button', { name: 'Back to the columns' }).click()
    await expect(goesTo).toHaveValue('subscribed')
  })
  await test.step('the order of a date is chosen', async () => {
    await expect(page.getByText(/^No date shows whether the day or the month comes first/)).toBeVisible()
    await page.getByLabel('First in dates of joined').selectOption({ label: 'Month first' })
    await expect(page.getByLabel('Type of joined')).toHaveValue('date')
    await look(app, 'import-dates')
  })
  await button(page, 'Check rows').click()
  await expect(page.getByText('2 to write')).toBeVisible()
  await expect(rowAt(page, 0)).toContainText('2026-03-04')
  await expect(rowAt(page, 1)).toContainText('does not say whether somebody is subscribed')
  await expect(rowAt(page, 2)).toContainText('not subscribed')
})

test('the check says what would change, and cells are repaired where they stand', async () => {
  const { app, page, service } = await shared()
  const held = await contactsOf(service)
  const subscribed = held.filter((one) => one.subscribed)
  const gone = held.find((one) => !one.subscribed)
  const [first, second] = subscribed
  if (!first || !second || !gone) throw new Error('The sample has no such people')
  await screen(page, 'Import').click()
  await open(
    app,
    'spring fair.csv',
    [
      'email,subscribed,berth',
      `${first.email},yes,12 north`,
      `${second.email},yes,`,
      'nina@gmial.com,yes,4 west',
      'otto@gmial.com,yes,5 west',
      'björn åkesson,yes,6 west',
      'fresh@lamp-room.example,yes, 7 west',
      'fresh@lamp-room.example,yes,8 west',
      `${gone.email},yes,9 west`,
      '',
    ].join('\n'),
  )
  await check(page)

  await test.step('rows are classed and counted', async () => {
    await expect(classLine(page, 'All rows')).toContainText('8')
    await expect(classLine(page, 'Duplicate in file')).toContainText('1')
    await expect(page.getByText(/1 unsubscribed stays so/)).toBeVisible()
    await expect(rows(page)).toContainText(first.email)
    await look(app, 'import-check')
  })
  await test.step('a misspelt domain is mended in all rows alike', async () => {
    const typos = page.getByRole('region', { name: 'Typos in domains' })
    await expect(typos).toContainText('gmial.com')
    await typos.getByRole('button', { name: /gmial.com becomes gmail.com/ }).click()
    await expect(typos).toHaveCount(0)
    await expect(rows(page)).toContainText('nina@gmail.com')
  })
  await test.step('a cell is written in place, by keys', async () => {
    await classLine(page, 'Invalid').click()
    await expect(rowAt(page, 0)).toContainText('björn åkesson')
    await rowAt(page, 0).click()
    const editor = rows(page).getByRole('textbox')
    await expect(editor).toBeFocused()
    await look(app, 'import-repair')
    await expect(editor).toBeFocused()
    await editor.fill('bjorn@lamp-room.example')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No such rows')).toBeVisible()
    await expect(classLine(page, 'Invalid')).toContainText('0')
  })
  await test.step('a row is left out and taken back in', async () => {
    await classLine(page, 'All rows').click()
    const before = await page.getByText(/to write/).innerText()
    await rowAt(page, 2).getByRole('checkbox').click()
    await button(page, 'Leave out').click()
    await expect(rowAt(page, 2)).toContainText('Left out')
    await expect(page.getByText(/to write/)).not.toHaveText(before)
    await rowAt(page, 2).getByRole('checkbox').click()
    await button(page, 'Include').click()
    await expect(page.getByText(/to write/)).toHaveText(before)
  })
  await test.step('nothing was written', async () => {
    expect((await contactsOf(service)).length).toBe(people)
  })
})

test('rows are pasted on the page, and an import is taken up again where it stands', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  await expect(page.getByText('Drop a CSV file or a workbook anywhere here')).toBeVisible()
  await look(app, 'import-start')
  await button(page, 'Paste rows').click()
  await page.getByRole('textbox', { name: 'Rows' }).fill('email\tplan\nhana@lamp-room.example\tpro\n')
  await button(page, 'Read the rows').click()
  await expect(page.getByText('1 row, UTF-8, tab, header in row 1')).toBeVisible()
  await check(page)
  await expect(page.getByText('1 to write')).toBeVisible()

  await app.restart()
  const again = app.page
  await screen(again, 'Import').click()
  await button(again, /^Pasted rows/).click()
  await expect(again.getByText('1 to write')).toBeVisible()
})

test('what is no list of rows is said in words', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  await open(app, 'workbook.xlsx', Buffer.from('504b0304140006000800000021', 'hex'))
  await expect(page.getByRole('alert')).toContainText('The file is damaged')
  await expect(button(page, 'Map columns')).toBeDisabled()
  await look(app, 'import-unreadable')
  await button(page, 'Choose another file').click()
  await open(app, 'header alone.csv', 'email,plan\n')
  await expect(page.getByRole('alert')).toContainText('There are no rows in this file')
})
