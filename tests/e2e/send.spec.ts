import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog, rowWith } from '../fixtures/on-catalogue'
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
const received = (page: Page) => page.getByRole('region', { name: 'Preview' }).frameLocator('iframe').last()
const shown = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'What is shown' }).getByRole('radio', { name })

async function file(name: string, bytes: number): Promise<string> {
  const place = path.join(folder, name)
  await writeFile(place, Buffer.alloc(bytes, 'x'))
  return place
}

test('a template goes to several people with values of its own', { tag: '@keychain' }, async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first, second] = (await contactsOf(service)).map(({ email }) => email)

  await test.step('the mail is shown with the values it is given', async () => {
    await screen(page, 'Send').click()
    await expect(button(page, 'Send…')).toBeDisabled()
    await expect(page.getByText('Say who gets it.')).toBeVisible()
    await to(page).fill(`${first}\nnobody`)
    await expect(page.getByText('nobody: It has no @.')).toBeVisible()
    await to(page).fill(`${first}, ${second}`)
    await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Receipt' })
    await page.getByLabel('number', { exact: true }).fill('H-2041')
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByText('Receipt H-2041').first(),
    ).toBeVisible()
    await look(app, 'send')
  })

  await test.step('what is written outlives the end of the program', async () => {
    await screen(page, 'Contacts').click()
    await app.restart()
    await screen(app.page, 'Send').click()
    await expect(to(app.page)).toHaveValue(`${first}, ${second}`)
    await expect(app.page.getByLabel('number', { exact: true })).toHaveValue('H-2041')
  })

  await test.step('how many get it is typed, and what became of each is told', async () => {
    await button(app.page, 'Send to 2…').click()
    await expect(dialog(app.page)).toContainText('Receipt')
    const send = dialog(app.page).getByRole('button', { name: 'Send to 2' })
    await expect(send).toBeDisabled()
    await dialog(app.page).getByRole('textbox').fill('2')
    await look(app, 'send-confirm')
    await send.click()
    await expect(app.page.getByText('The service took all 2 mails.')).toBeVisible()
    await look(app, 'send-result')
  })

  await test.step('they stand among what was sent', async () => {
    await button(app.page, 'Show what was sent').click()
    await rowWith(app.page, 'Sent mails', second ?? '').click()
    await expect(panel(app.page)).toContainText('Taken')
    await look(app, 'sent')
    await app.page.keyboard.press('Escape')
    await expect(panel(app.page)).toHaveCount(0)
    await shown(app.page, 'Write').click()
    await expect(to(app.page)).toHaveValue('')
  })
})

test('a mail of one’s own takes files up to the limits', { tag: '@desktop' }, async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first] = (await contactsOf(service)).map(({ email }) => email)
  await screen(page, 'Send').click()
  await to(page).fill(first ?? '')
  await page.getByRole('radio', { name: 'Own text' }).click()
  await page.getByLabel('Subject', { exact: true }).fill('Your papers')
  await page.getByRole('textbox', { name: 'HTML of the mail' }).click()
  await page.keyboard.type('<p>Ahoy, the papers.')
  await expect(received(page).getByText('Ahoy, the papers.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('notes@nowhere.example')
  await expect(page.getByText(/nowhere\.example is none of the project’s domains/)).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('notes@mail.harbournotes.app')
  await expect(page.getByText('mail.harbournotes.app is verified.')).toBeVisible()

  await test.step('chosen, counted, and refused beyond 10 MB', async () => {
    const papers = await file('papers.pdf', 6_000_000)
    await app.running.chooseFile(papers, () => button(page, 'Attach files').click())
    await expect(page.getByText('1 of 10 files, 6 MB of 10 MB')).toBeVisible()
    const more = await file('more.pdf', 5_000_000)
    await app.running.chooseFile(more, () => button(page, 'Attach files').click())
    await expect(page.getByText('more.pdf does not fit')).toBeVisible()
    await look(app, 'send-attached')
    await button(page, 'Take papers.pdf out').click()
    const note = await file('note.txt', 1200)
    await app.running.chooseFile(note, () => button(page, 'Attach files').click())
    await expect(page.getByText('1 of 10 files, 1 kB of 10 MB')).toBeVisible()
  })

  await test.step('confirmed by a button, since it goes to one', async () => {
    await button(page, 'Send…').click()
    await expect(dialog(page)).toContainText('1 file')
    expect.soft(await barriers(page)).toEqual([])
    await button(page, 'Send it').click()
    await expect(page.getByText('The service took the mail.')).toBeVisible()
  })
})

test('offline nothing is sent, and what was written stays', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const [first] = (await contactsOf(service)).map(({ email }) => email)
  await screen(page, 'Send').click()
  await to(page).fill(first ?? '')
  await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Receipt' })
  await service.stop()
  await page
    .getByRole('button', { name: /Sync now/ })
    .first()
    .click()
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
  await expect(button(page, 'Send…')).toBeDisabled()
  await look(app, 'send-offline')
  await shown(page, 'Sent').click()
  await expect(page.getByText('Nothing was sent from here yet')).toBeVisible()
  await shown(page, 'Write').click()
  await expect(to(page)).toHaveValue(first ?? '')
})
