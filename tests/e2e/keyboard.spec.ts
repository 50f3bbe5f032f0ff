import type { Locator, Page } from '@playwright/test'
import { expect, sharedApp, test } from '../fixtures/app'
import { openAgain, openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { createDraft, senderZone, soundMail } from '../fixtures/on-review'
import { connectRecords } from '../fixtures/on-records'
import { contactsOf, count, grid, paletteChoice, panel, row, selection } from '../fixtures/on-screen'
import { strangers } from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** The jobs of docs/keyboard-shortcuts.md, each done by keys alone: nothing here clicks. */
const people = 40
let dns: DnsServer
let service: RunningService

const shared = sharedApp(async (app) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dns: dns.address })
  app.env = { POSTROOM_DNS: dns.address }
  await createDraft(service, 'Fog signals', { body: soundMail })
  await openConnected(app, service, people, { changed: true })
})
test.afterAll(async () => {
  await service.stop()
  await dns.stop()
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Ctrl K, some words, Enter, once the line is there that they mean. */
async function command(page: Page, words: string, line: string | RegExp): Promise<void> {
  await press(page, 'Control+k')
  await page.keyboard.type(words)
  await expect(paletteChoice(page)).toContainText(line)
  await press(page, 'Enter')
}

/** Tab, until the focus is there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await press(page, 'Tab')
  }
  await expect(wanted).toBeFocused()
}

/** Ctrl Enter, as soon as the primary button says this. */
async function primary(page: Page, name: string | RegExp): Promise<void> {
  const button = page.locator('.n-button--primary-type').and(page.getByRole('button', { name })).last()
  await expect(button).toBeEnabled({ timeout: 30_000 })
  await press(page, 'Control+Enter')
}

/** The page as it is loaded anew, on Contacts. */
const open = (counted = people) => openAgain(shared(), counted)

test('find and edit', async () => {
  const page = await open()
  const [wanted] = await contactsOf(service)
  if (!wanted) throw new Error('The service is empty.')
  await press(page, '/')
  await page.keyboard.type(wanted.email)
  await expect(count(page)).toHaveText(`1 of ${people}`)
  await press(page, 'ArrowDown', 'e')
  const value = panel(page)
    .getByRole('textbox', { name: /^Value of / })
    .first()
  await expect(value).toBeFocused()
  await press(page, 'Control+a')
  await page.keyboard.type('By keys')
  await press(page, 'Enter')
  await expect
    .poll(async () => {
      const found = (await contactsOf(service)).find(({ id }) => id === wanted.id)
      return Object.values(found?.data ?? {})
    })
    .toContain('By keys')
})

test('batch', async () => {
  const page = await open()
  await command(page, 'verify ad', 'Verify addresses')
  await expect(page.getByRole('radio', { name: /^Not checked for a while/ })).toBeFocused()
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'Pasted addresses' })).toBeChecked()
  await tabTo(page, page.getByRole('textbox', { name: 'Addresses' }))
  await page.keyboard.insertText(['email', ...strangers(3)].join('\n'))
  await primary(page, /^Check 3 addresses/)
  await expect(page.getByText(/^Finished \d/)).toBeVisible({ timeout: 60_000 })
})

test('review and send', async () => {
  const page = await open()
  const reached = (await contactsOf(service)).filter(({ subscribed }) => subscribed).length
  await command(page, 'fog', 'Fog signals')
  await expect(heading(page, 'Fog signals')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: /^Review/ }))
  await press(page, 'Enter')
  const sign = page.getByRole('button', { name: 'Sign off' })
  await expect(sign).toBeEnabled({ timeout: 30_000 })
  await tabTo(page, sign)
  await press(page, 'Enter')
  await expect(page.getByText('Signed', { exact: true })).toBeVisible()
  await primary(page, /^Send to/)
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type(String(reached))
  await primary(page, `Send to ${reached}`)
  await expect(page.locator('h1 + .tag')).toHaveText('Held')
  await press(page, 'Control+z')
  await expect(page.locator('h1 + .tag')).toHaveText('Draft')
})

test('bulk change', async () => {
  const page = await open()
  await press(page, 'ArrowDown', 'Space', 'Shift+ArrowDown')
  await expect(selection(page)).toContainText('2 selected')
  await command(page, 'unsubscribe 2', /Unsubscribe 2 selected/)
  const before = (await contactsOf(service)).filter(({ subscribed }) => subscribed).length
  const asked = page.getByRole('dialog', { name: /^Unsubscribe [12] (person|people)$/ })
  await expect(asked.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(/\d/.exec(await asked.getByRole('heading').innerText())?.[0] ?? '')
  await primary(page, /^Unsubscribe [12]$/)
  await expect
    .poll(async () => (await contactsOf(service)).filter(({ subscribed }) => subscribed).length)
    .toBeLessThan(before)
})

test('segment', async () => {
  const page = await open()
  await press(page, 'g', 'l')
  await expect(heading(page, 'Segments')).toBeVisible()
  await primary(page, 'New segment')
  await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }))
  await page.keyboard.type('By keys')
  await tabTo(page, page.getByRole('button', { name: 'Condition', exact: true }))
  await press(page, 'Enter')
  await page.keyboard.type('Subscribed')
  await press(page, 'Enter')
  const yes = page
    .getByRole('dialog', { name: 'Change the condition' })
    .getByRole('checkbox', { name: /^Yes/ })
  await tabTo(page, yes)
  await press(page, 'Space', 'Enter')
  await primary(page, 'Make the segment')
  await expect(grid(page, 'Segments')).toContainText('By keys')
})

test('hand over records', async () => {
  const page = await open()
  await connectRecords(page, service, 'Berths')
  await press(page, 'g', 'c')
  await press(page, 'g', 'r')
  await expect(row(page, 0, 'Records')).toBeFocused()
  await press(page, 'Space', 'Shift+ArrowDown')
  await expect(selection(page)).toContainText('2 selected')
  await primary(page, /^Hand/)
  await expect(page.getByRole('dialog')).toContainText('Proposed')
  await primary(page, /./)
  await expect(heading(page, 'Import')).toBeVisible()
})

test('workflow', async () => {
  const page = await open()
  await press(page, 'g', 'f')
  await expect(row(page, 0, 'Workflows')).toBeFocused()
  await press(page, 'Enter')
  const change = page.getByRole('button', { name: 'Edit steps' })
  await tabTo(page, change)
  await press(page, 'Enter')
  // The page before shows the same steps.
  await expect(change).toHaveCount(0)
  const step = page.locator('main [data-step]').first()
  await tabTo(page, step)
  await press(page, 'c')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Mail/ })).toBeFocused()
  await press(page, 'w')
  await expect(page.getByText('1 change, not saved')).toBeVisible()
  await press(page, 'Control+s')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('settings', async () => {
  const page = await open()
  await press(page, 'g', 's')
  await expect(heading(page, 'Settings')).toBeVisible()
  await tabTo(page, page.getByRole('radiogroup', { name: 'Theme' }).locator('[tabindex="0"]'))
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

// What changes the number of people, or the profile, comes last.
test('import', async () => {
  const page = await open()
  await press(page, 'g', 'i')
  const paste = page.getByRole('button', { name: 'Paste rows' })
  await tabTo(page, paste)
  await press(page, 'Enter')
  await expect(page.getByRole('textbox', { name: 'Rows' })).toBeFocused()
  await page.keyboard.insertText('email\tplan\nhana@lamp-room.example\tpro\n')
  await primary(page, 'Read the rows')
  await primary(page, 'Map columns')
  await primary(page, 'Check rows')
  await primary(page, 'Verify addresses')
  await primary(page, 'Continue to the run')
  await primary(page, /^Write 1 row/)
  await primary(page, 'See what was written')
  expect((await contactsOf(service)).map(({ email }) => email)).toContain('hana@lamp-room.example')
})

test('switch profile', async () => {
  const other = await startPrepared({ contacts: 0 })
  try {
    const page = await open(people + 1)
    await command(page, 'add a pro', 'Add a profile')
    await tabTo(page, page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Lamp Room')
    await tabTo(page, page.getByLabel('Address', { exact: true }))
    await press(page, 'Control+a')
    await page.keyboard.type(other.url)
    await tabTo(page, page.getByLabel('Secret key', { exact: true }))
    await page.keyboard.insertText(other.secretKey)
    await press(page, 'Enter')
    await expect(page.getByRole('button', { name: 'Profile Lamp Room' })).toBeVisible()
    await command(page, 'switch to harb', 'Switch to Harbour Notes')
    await expect(page.getByRole('button', { name: 'Profile Harbour Notes' })).toBeVisible()
  } finally {
    await other.stop()
  }
})
