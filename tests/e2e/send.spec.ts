import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog, rowWith } from '../fixtures/on-catalogue'
import { holdBar } from '../fixtures/on-campaigns'
import { button } from '../fixtures/on-import'
import { barriers, contactsOf, look, panel, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Mails to single people: of a template and in one's own words, with files; refused in words where they cannot leave. */
const people = 40
let service: RunningService
let folder: string

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
  folder = await mkdtemp(path.join(tmpdir(), 'postroom-attached-'))
})
test.afterEach(async () => {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const to = (page: Page) => page.getByLabel('To', { exact: true })
const exactly = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const chips = (page: Page) => page.locator('.recipients .chip')
const received = (page: Page) => page.getByRole('region', { name: 'Preview' }).frameLocator('iframe').last()
const shown = (page: Page, name: RegExp) =>
  page.getByRole('radiogroup', { name: 'What is shown' }).getByRole('radio', { name })

/** Says who gets it besides those who are there. */
async function address(page: Page, addresses: string): Promise<void> {
  await to(page).fill(addresses)
  await to(page).press('Enter')
}

/** Types a value of a variable for all who get the mail. */
async function give(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true })
  const closed = page.getByRole('button', { name: new RegExp(`^Change ${name}:`) })
  await expect(field.or(closed)).toBeVisible()
  if (await closed.isVisible()) await closed.click()
  await field.fill(value)
  await page.getByLabel('All 2').check()
}

async function file(name: string, bytes: number): Promise<string> {
  const place = path.join(folder, name)
  await writeFile(place, Buffer.alloc(bytes, 'x'))
  return place
}

test('a template goes to several people with values of its own', { tag: '@keychain' }, async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first, second] = (await contactsOf(service)).map(({ email }) => email)

  await test.step('who gets it are chips, and what is no address is said', async () => {
    await screen(page, 'Send').click()
    await expect(exactly(page, 'Send')).toBeDisabled()
    await expect(page.getByText('Add a recipient.')).toBeVisible()
    await address(page, 'nobody')
    await expect(page.getByText('nobody: It has no @.')).toBeVisible()
    await button(page, 'Remove nobody').click()
    await address(page, `${first}, ${second}`)
    await expect(chips(page)).toHaveCount(2)
  })

  await test.step('it does not leave with what is empty for all, and is shown with the values it is given', async () => {
    await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Receipt' })
    await expect(page.getByText('number is empty for all 2, 2 more')).toBeVisible()
    await expect(button(page, 'Send to 2…')).toBeDisabled()
    await give(page, 'number', 'H-2041')
    await give(page, 'amount', '12')
    await received(page).locator('li .postroom-mark', { hasText: '{{currency}}' }).click()
    await expect(page.getByRole('textbox', { name: 'currency', exact: true })).toBeFocused()
    await give(page, 'currency', 'EUR')
    await expect(received(page).getByText('H-2041').first()).toBeVisible()
    await expect(button(page, 'Send to 2…')).toBeEnabled()
    await look(app, 'send')
  })

  await test.step('what is written outlives the end of the program', async () => {
    await screen(page, 'Contacts').click()
    await app.restart()
    await screen(app.page, 'Send').click()
    await expect(chips(app.page)).toHaveCount(2)
    await expect(button(app.page, 'Change number: H-2041')).toBeVisible()
  })

  await test.step('how many get it is typed, and it is undone before it leaves', async () => {
    await button(app.page, 'Send to 2…').click()
    await expect(dialog(app.page)).toContainText('Receipt')
    const send = dialog(app.page).getByRole('button', { name: 'Send to 2' })
    await expect(send).toBeDisabled()
    await dialog(app.page).getByRole('textbox').fill('2')
    await look(app, 'send-confirm')
    await send.click()
    await expect(holdBar(app.page)).toContainText('Held: “Receipt H-2041” to 2 people')
    await look(app, 'send-hold')
    await holdBar(app.page).getByRole('button', { name: 'Undo' }).click()
    await expect(holdBar(app.page)).toHaveCount(0)
    await expect(chips(app.page)).toHaveCount(2)
  })

  await test.step('it leaves, and what it came to is told', async () => {
    await button(app.page, 'Send to 2…').click()
    await dialog(app.page).getByRole('textbox').fill('2')
    await dialog(app.page).getByRole('button', { name: 'Send to 2' }).click()
    await holdBar(app.page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(app.page)).toContainText('Sent: “Receipt H-2041” to 2 people')
    await expect(chips(app.page)).toHaveCount(0)
  })

  await test.step('they stand among what was sent', async () => {
    await holdBar(app.page).getByRole('button', { name: 'Open Sent' }).click()
    await holdBar(app.page).getByRole('button', { name: 'Close' }).click()
    await expect(app.page.getByText('2 mails', { exact: true })).toBeVisible()
    await rowWith(app.page, 'Sent mails', second ?? '').click()
    await expect(panel(app.page)).toContainText('The service took it')
    await look(app, 'sent')
    await app.page.keyboard.press('Escape')
    await expect(panel(app.page)).toHaveCount(0)
  })
})

test('a mail of one’s own takes files up to the limits', { tag: '@desktop' }, async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first] = (await contactsOf(service)).map(({ email }) => email)
  await screen(page, 'Send').click()
  await address(page, first ?? '')
  await page.getByRole('radio', { name: 'Own text' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('Your papers')
  await page.getByRole('textbox', { name: 'HTML of the mail' }).click()
  await page.keyboard.type('<p>Ahoy, the papers.')
  await expect(received(page).getByText('Ahoy, the papers.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('notes@nowhere.example')
  await expect(page.getByText(/nowhere\.example is not one of the project’s domains/)).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('notes@mail.harbournotes.app')
  await expect(page.getByText('mail.harbournotes.app is verified.')).toBeVisible()

  await test.step('chosen, counted, and refused beyond 10 MB', async () => {
    const papers = await file('papers.pdf', 6_000_000)
    await app.running.chooseFile(papers, () => exactly(page, 'Attach').click())
    await expect(page.getByText('1 of 10, 6 MB of 10 MB')).toBeVisible()
    const more = await file('more.pdf', 5_000_000)
    await app.running.chooseFile(more, () => exactly(page, 'Attach').click())
    await expect(page.getByText('more.pdf does not fit')).toBeVisible()
    await look(app, 'send-attached')
    await button(page, 'Remove papers.pdf').click()
    const note = await file('note.txt', 1200)
    await app.running.chooseFile(note, () => exactly(page, 'Attach').click())
    await expect(page.getByText('1 of 10, 1 kB of 10 MB')).toBeVisible()
  })

  await test.step('held at once, since it goes to one', async () => {
    await exactly(page, 'Send').click()
    await expect(holdBar(page)).toContainText('Held: “Your papers”')
    expect.soft(await barriers(page)).toEqual([])
    await holdBar(page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(page)).toContainText('Sent: “Your papers”')
  })
})

test('offline nothing is sent, and what was written stays', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first] = (await contactsOf(service)).map(({ email }) => email)
  await screen(page, 'Send').click()
  await address(page, first ?? '')
  await page.getByRole('radio', { name: 'Own text' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('Your papers')
  await service.stop()
  await page
    .getByRole('button', { name: /Sync now/ })
    .first()
    .click()
  await expect(page.getByText(/^Offline since/).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.page-head').getByText(/^Offline since/)).toBeVisible()
  await expect(exactly(page, 'Send')).toBeDisabled()
  await look(app, 'send-offline')
  await shown(page, /^Sent/).click()
  await expect(page.getByText('Nothing sent yet')).toBeVisible()
  await shown(page, /^Write/).click()
  await expect(chips(page)).toHaveCount(1)
})
