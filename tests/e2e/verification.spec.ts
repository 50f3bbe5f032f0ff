import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import type { DnsServer } from '../fixtures/dns-server'
import { button } from '../fixtures/on-import'
import { barriers, contactsOf, grid, panel, row, screen, selection } from '../fixtures/on-screen'
import {
  addresses,
  check,
  classLine,
  cost,
  pasteBatch,
  startLampRoom,
  strangers,
} from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'
import { textRow, xlsx } from '../fixtures/workbook'

/** Batches from their sources to what is done about what was found. Trouble on the way has a spec of its own. */
const people = 40
let dns: DnsServer
let service: RunningService

test.beforeEach(async () => {
  dns = await startLampRoom()
  service = await startPrepared({ contacts: people, dns: dns.address })
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) }).locator('dd')

/** Looks at the page as it stands, light and dark, small and wide. */
async function look(app: App, name: string): Promise<void> {
  const size = app.page.viewportSize()
  for (const theme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme: theme })
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', theme)
    expect.soft(await barriers(app.page), `${name}, ${theme}`).toEqual([])
    await app.screenshot(`${name}-${theme}`)
  }
  await app.page.setViewportSize({ width: 1920, height: 1080 })
  await app.screenshot(`${name}-wide`)
  if (size) await app.page.setViewportSize(size)
  await app.page.emulateMedia({ colorScheme: 'light' })
}

test(
  'a pasted list is told its cost, checked, filtered, exported and acted on, and that is taken back',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    const known = (await contactsOf(service)).filter(({ subscribed }) => subscribed).slice(0, 3)
    const gone = known.map(({ email }) => email)

    await test.step('an empty screen says what a batch answers', async () => {
      await screen(page, 'Verification').click()
      await expect(page.getByText('Nobody is checked yet')).toBeVisible()
      await look(app, 'verification-empty')
    })
    await test.step('before anybody is asked, it says what is known and what it costs', async () => {
      await pasteBatch(page, [
        ...strangers(12),
        'info@lamp-room.example',
        'Person0@lamp-room.example',
        'not an address',
        'thrown@mailinator.com',
        ...gone,
      ])
      await expect(cost(page, 'Lines')).toHaveText('19')
      await expect(cost(page, 'The same address twice')).toHaveText('−1')
      await expect(cost(page, 'Settled here')).toHaveText('−2')
      await expect(cost(page, 'Calls')).toHaveText('16')
      await expect(page.getByText('2 of 18 addresses cost nothing')).toBeVisible()
      await look(app, 'verification-before')
    })
    await test.step('it is checked', async () => {
      await check(page)
      await expect(classLine(page, 'Accepts mail')).toContainText('12')
      await expect(classLine(page, 'Risky')).toContainText('2')
      await expect(classLine(page, 'Undeliverable')).toContainText('4')
      await expect(classLine(page, 'All')).toContainText('18100.0 %')
      await look(app, 'verification-results')
    })
    await test.step('the list is narrowed by class, by reason and by search', async () => {
      const ofClass = page.getByRole('button', { name: /^Remove the filter Class/ })
      // A check that was over before its page was there begins with those that need a decision.
      if (await ofClass.isVisible()) await ofClass.click()
      await button(page, 'Undeliverable').click()
      await expect(page.getByText('4 of 18')).toBeVisible()
      await ofClass.click()
      await button(page, /Not an address/).click()
      await expect(page.getByText('1 of 18')).toBeVisible()
      await page.getByRole('button', { name: /^Remove the filter Reason/ }).click()
      await page.getByRole('textbox', { name: 'Find an address' }).fill('person7@')
      await expect(page.getByText('1 of 18')).toBeVisible()
      await expect(addresses(page)).toContainText('person7@lamp-room.example')
      await page.getByRole('tab', { name: 'By domain' }).click()
      await expect(button(page, /lamp-room\.example/)).toContainText('13')
      expect(await barriers(page)).toEqual([])
    })
    await test.step('an address shows what was answered', async () => {
      await row(page, 0, 'Addresses').click()
      await expect(panel(page)).toContainText('Accepts mail')
      await panel(page).getByRole('button', { name: 'Show the answer' }).click()
      await expect(panel(page)).toContainText('hasMxRecords')
      await look(app, 'verification-address')
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
    })
    await test.step('a class is exported', async () => {
      const file = path.join(app.dataFolder, 'undeliverable.csv')
      await button(page, 'Export').click()
      await dialog(page).getByRole('radio', { name: 'Undeliverable' }).check()
      await app.saveExport(file, () => dialog(page).getByRole('button', { name: 'Export' }).click())
      const lines = (await readFile(file, 'utf8')).trim().split(/\r?\n/)
      expect(lines).toHaveLength(5)
      for (const email of gone) expect(lines.join('\n')).toContain(email)
      // What floats for four seconds would be seen in the pictures.
      await expect(page.getByText(/^Saved as/)).toHaveCount(0)
    })
    await test.step('its contacts are unsubscribed', async () => {
      await button(page, 'Act on a class').click()
      await expect(page.getByRole('menuitem', { name: 'Unsubscribe the undeliverable' })).toBeVisible()
      await app.screenshot('verification-act')
      await page.getByRole('menuitem', { name: 'Unsubscribe the undeliverable' }).click()
      await dialog(page).getByRole('textbox').fill('3')
      await dialog(page).getByRole('button', { name: 'Unsubscribe 3' }).click()
      await expect(dialog(page)).toContainText('3 of 3', { timeout: 60_000 })
      await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 60_000 })
      const now = await contactsOf(service)
      expect(now.filter(({ email, subscribed }) => gone.includes(email) && subscribed)).toEqual([])
    })
    await test.step('and that is taken back', async () => {
      await dialog(page).getByRole('button', { name: 'Undo' }).click()
      await expect(dialog(page)).toContainText(/Taken back\s*3/, { timeout: 60_000 })
      const now = await contactsOf(service)
      expect(now.filter(({ email, subscribed }) => gone.includes(email) && subscribed)).toHaveLength(3)
      await dialog(page).getByRole('button', { name: 'Close' }).click()
    })
    await test.step('it stands in the list of batches', async () => {
      await screen(page, 'Verification').click()
      await expect(grid(page, 'Batches')).toContainText('Finished')
      await look(app, 'verification-batches')
    })
  },
)

test('a file, chosen contacts, a segment and everybody unchecked make batches too', async ({ app }) => {
  const page = await openConnected(app, service, people)

  await test.step('contacts that are chosen', async () => {
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await selection(page).getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('40 chosen contacts')).toBeVisible()
    await expect(line(page, 'Different addresses')).toHaveText('40', { timeout: 60_000 })
  })
  await test.step('everybody who was not checked lately', async () => {
    await screen(page, 'Verification').click()
    await button(page, 'New batch').click()
    await expect(page.getByRole('radio', { name: /^Not checked for a while/ })).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Days', exact: true })).toHaveValue('90')
    await expect(cost(page, 'Contacts')).toHaveText('40', { timeout: 60_000 })
    await look(app, 'verification-new')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Verification', level: 1 })).toBeVisible()
    await expect(page.getByText('Everyone not checked in 90 days')).toHaveCount(0)
  })
  await test.step('a segment of the service', async () => {
    await screen(page, 'Verification').click()
    await button(page, 'New batch').click()
    await page.getByRole('radio', { name: /^A segment/ }).check()
    await expect(page.getByRole('table', { name: 'Choose a segment' })).toContainText('Dynamic')
    await expect(cost(page, 'Members')).toHaveText(/^\d+$/, { timeout: 60_000 })
  })
  await test.step('a column of a file', async () => {
    await screen(page, 'Verification').click()
    await button(page, 'New batch').click()
    const file = path.join(app.dataFolder, 'fair.csv')
    await writeFile(file, `name,mail\nHana,hana@lamp-room.example\nLeo,leo@lamp-room.example\n`)
    await page.getByRole('radio', { name: 'A file' }).check()
    await app.chooseFile(file, () => button(page, 'Choose a file').click())
    await expect(page.getByRole('radio', { name: 'mail' })).toBeChecked()
    await expect(cost(page, 'Calls')).toHaveText('2', { timeout: 60_000 })
    expect(await barriers(page)).toEqual([])
    await app.screenshot('verification-column')
  })
  await test.step('a sheet of a workbook', async () => {
    await screen(page, 'Verification').click()
    await button(page, 'New batch').click()
    const file = path.join(app.dataFolder, 'fair.xlsx')
    const rows = textRow(1, ['name', 'mail']) + textRow(2, ['Hana', 'hana@lamp-room.example'])
    const old =
      textRow(1, ['mail']) + [2, 3, 4].map((at) => textRow(at, [`old${at}@lamp-room.example`])).join('')
    await writeFile(
      file,
      xlsx([
        { name: 'Notes', rows: textRow(1, ['note']) },
        { name: 'Fair', rows },
        { name: 'Last year', rows: old },
      ]),
    )
    await page.getByRole('radio', { name: 'A file' }).check()
    await app.chooseFile(file, () => button(page, 'Choose a file').click())
    await expect(page.getByRole('combobox', { name: 'Sheet' })).toContainText('Fair, addresses in B')
    await expect(page.getByRole('radio', { name: 'mail' })).toBeChecked()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('verification-sheet')
    await page.getByRole('combobox', { name: 'Sheet' }).selectOption({ label: 'Last year, addresses in A' })
    await expect(page.getByText('old2@lamp-room.example')).toBeVisible()
    await expect(cost(page, 'Calls')).toHaveText('3', { timeout: 60_000 })
  })
})

test('a batch is made, started and looked at with the keyboard alone', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(page.getByText('Nobody is checked yet')).toBeVisible()
  await button(page, 'New batch').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /^A segment/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Not checked for a while/ })).toBeChecked()
  await expect(button(page, /^Check 40 addresses$/)).toBeEnabled({ timeout: 60_000 })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Finished \d/)).toBeVisible({ timeout: 120_000 })
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: 'Find an address' })).toBeFocused()
  await row(page, 0, 'Addresses').focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Over time')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
})
