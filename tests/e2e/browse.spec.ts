import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { tryNow, turnSubscription } from '../fixtures/on-screen'
import { startService, type RunningService } from '../fixtures/service'

const people = 20_000
let service: RunningService

test.beforeAll(async () => {
  service = await startService({ contacts: people })
})
test.afterAll(async () => {
  await service.stop()
})
test.beforeEach(({ app }) => app.start())

const grid = (page: Page, name = 'Contacts') => page.getByRole('grid', { name })
const row = (page: Page, position: number) => grid(page).locator(`[data-position="${position}"]`)
const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name })
const search = (page: Page) => page.getByRole('textbox', { name: 'Search contacts' })

async function connect(page: Page, running: RunningService, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Address', { exact: true }).fill(running.url)
  await page.getByLabel('Secret key', { exact: true }).fill(running.secretKey)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/It answers in/)).toBeVisible()
  await page.getByRole('button', { name: 'Connect' }).click()
}

async function counted(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('.page-head .count')).toHaveText(text)
}

test(
  'the whole story: connect, copy, browse, edit, and go on offline',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    const { page } = app

    await test.step('connect, and watch 20,000 contacts arrive', async () => {
      await connect(page, service, 'Harbour Notes')
      await screen(page, 'Contacts').click()
      await counted(page, '20,000')
      await expect(row(page, 0)).toContainText('@')
      await app.screenshot('contacts')
    })

    await test.step('search as you type, over the address and the data', async () => {
      await search(page).fill('gmail')
      await expect(page.locator('.page-head .count')).toHaveText(/^[\d,]+ of 20,000$/)
      await expect(row(page, 0).locator('mark').first()).toHaveText('gmail')
      // What was found stands in no column: it is said after the name.
      await search(page).fill('liveaboard')
      await expect(grid(page).getByRole('columnheader', { name: 'name and why it was found' })).toBeVisible()
      await expect(row(page, 0)).toContainText('tags:')
      await expect(row(page, 0).locator('mark')).toHaveText('liveaboard')
      await search(page).fill('no-such-person-anywhere')
      await expect(page.getByText('No contact matches')).toBeVisible()
      await search(page).fill('')
      await counted(page, '20,000')
    })

    await test.step('sort by address, both ways', async () => {
      const head = grid(page).getByRole('columnheader', { name: 'Address' })
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'ascending')
      await expect(row(page, 0)).toBeVisible()
      const first = (await row(page, 0).innerText()).toLowerCase()
      await head.getByRole('button').click()
      await expect(head).toHaveAttribute('aria-sort', 'descending')
      await expect.poll(async () => (await row(page, 0).innerText()).toLowerCase() > first).toBe(true)
    })

    await test.step('scroll to the very end', async () => {
      await row(page, 0).click()
      await page.keyboard.press('Escape')
      await row(page, 0).focus()
      await page.keyboard.press('End')
      await expect(row(page, people - 1)).toContainText('@')
      await expect(row(page, people - 1)).toHaveAttribute('aria-rowindex', String(people + 1))
      await page.keyboard.press('Home')
      await expect(row(page, 0)).toContainText('@')
    })

    let edited = ''
    await test.step('edit someone, and find the change at the service', async () => {
      await row(page, 0).click()
      const panel = page.getByRole('complementary')
      await expect(panel).toBeVisible()
      edited = (await row(page, 0).locator('[data-cell]').first().innerText()).trim()
      const before = await turnSubscription(page)
      await expect(
        panel.getByRole('button', {
          name: before === 'Unsubscribe' ? 'Resubscribe…' : 'Unsubscribe',
          exact: true,
        }),
      ).toBeVisible()
      const answer = await fetch(`${service.url}/contacts?search=${encodeURIComponent(edited)}`, {
        headers: { authorization: `Bearer ${service.secretKey}` },
      })
      const { contacts } = (await answer.json()) as { contacts: { email: string; subscribed: boolean }[] }
      expect(contacts.find(({ email }) => email === edited)?.subscribed).toBe(before === 'Subscribe')
      await app.screenshot('contact-open')
      await page.keyboard.press('Escape')
    })

    await test.step('export what a search found', async () => {
      await search(page).fill(edited)
      await counted(page, /^1 of 20,000$/)
      await page.getByRole('button', { name: 'Export', exact: true }).first().click()
      const file = path.join(app.dataFolder, 'people.csv')
      await app.saveExport(file, () => page.getByRole('button', { name: 'Export 1', exact: true }).click())
      expect(await readFile(file, 'utf8')).toContain(edited)
      await page.keyboard.press('Escape')
      await search(page).fill('')
      await counted(page, '20,000')
    })

    await test.step('the write is in Activity', async () => {
      await screen(page, 'Activity').click()
      await expect(page.getByRole('treegrid', { name: 'Activity' })).toContainText(edited)
      await app.screenshot('activity')
    })

    await test.step('events stand on their screen', async () => {
      await screen(page, 'Events').click()
      await expect(grid(page, 'Events').locator('[data-position="0"]')).toContainText(/[a-z]/)
      await app.screenshot('events')
      await screen(page, 'Overview').click()
      await expect(page.getByText('Growth')).toBeVisible()
      await app.screenshot('overview')
    })

    await test.step('go on when the service is gone', async () => {
      await service.kill()
      await screen(page, 'Contacts').click()
      await page
        .getByRole('button', { name: /Sync now/ })
        .first()
        .click()
      await expect(page.getByText(/Offline since/)).toBeVisible({ timeout: 60_000 })
      await search(page).fill(edited)
      await counted(page, /^1 of 20,000$/)
      await app.screenshot('offline')
    })

    await test.step('an edit made offline waits, and is listed', async () => {
      await row(page, 0).click()
      await turnSubscription(page)
      await expect(page.getByText(/1 change waits/).first()).toBeVisible()
    })

    await test.step('restart offline, and find everything', async () => {
      await app.restart()
      await screen(app.page, 'Contacts').click()
      await counted(app.page, /^20,000 as of /)
      await search(app.page).fill(edited)
      await counted(app.page, /^1 of 20,000$/)
      await expect(row(app.page, 0)).toContainText(edited)
      await app.page.keyboard.press('Control+k')
      await expect(app.page.getByRole('group', { name: 'Recent' })).toContainText(edited)
      await app.page.keyboard.press('Escape')
      await expect(app.page.getByText(/Offline since/)).toBeVisible({ timeout: 60_000 })
      await expect(app.page.getByText(/1 change waits/).first()).toBeVisible()
    })

    await test.step('back online, the change goes out by itself', async () => {
      const port = Number(new URL(service.url).port)
      service = await startService({ data: service.data, port })
      await tryNow(app.page)
      await expect(app.page.getByText(/1 change waits/)).toBeHidden()
    })
  },
)
