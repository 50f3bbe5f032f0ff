import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { Contact } from '../../src-shared/interface/contact'
import { type App, expect, test } from '../fixtures/app'
import { openConnected, sharedConnected } from '../fixtures/connected'
import { startDnsServer } from '../fixtures/dns-server'
import { button, figure, openFile, startRun, step, toVerify } from '../fixtures/on-import'
import { contactsOf, count, grid, look, screen, search } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService, ServiceWishes } from '../fixtures/service'

const people = 40
let service: RunningService

async function begin(app: App, wishes: ServiceWishes = {}): Promise<Page> {
  service = await startPrepared({ contacts: people, dialect: 'deployed', ...wishes })
  return openConnected(app, service, people)
}

const head = 'email,firstName,plan'
const strangers = (count: number, domain = 'lamp-room.example') =>
  Array.from({ length: count }, (_, index) => `person${index}@${domain},Person ${index},pro`)
const aside = (page: Page) => page.getByRole('complementary')

async function change(contact: Contact, body: object): Promise<void> {
  const answer = await fetch(`${service.url}/contacts/${contact.id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
}

test.describe('one console', () => {
  const shared = sharedConnected(people, { dialect: 'deployed' })

  test('a title above the names is left out, said, and can be made a row again', async () => {
    const { app, page } = await shared()
    await openFile(app, 'report.csv', ['Customers of spring', '', head, ...strangers(3)])
    await expect(aside(page)).toContainText(
      'The row above the first was left out, as a title. First in line 1.',
    )
    await expect(page.getByRole('columnheader', { name: 'firstName' })).toBeVisible()
    await look(app, 'import-read-title')
    const title = page.getByRole('combobox', { name: 'Title above the first row' })
    await expect(title).toHaveValue('1')
    await title.selectOption('0')
    await expect(page.getByRole('columnheader', { name: 'Customers of spring' })).toBeVisible()
    await button(page, 'Reset to what was found').click()
    await expect(page.getByRole('columnheader', { name: 'firstName' })).toBeVisible()
  })

  test('what is not sure about a reading is said', async () => {
    const { app, page } = await shared()
    await openFile(app, 'colours.csv', ['blue,green', 'red,yellow'])
    await expect(aside(page)).toContainText('The first row may or may not hold names. Check the preview.')
  })

  test('people who stay unsubscribed can be looked at, and their rows say so', async () => {
    const { app, page, service } = await shared()
    const [gone] = (await contactsOf(service)).filter(({ subscribed }) => !subscribed)
    if (!gone) throw new Error('Nobody of the sample is unsubscribed')
    await openFile(app, 'back.csv', [
      'email,subscribed,plan',
      `${gone.email},yes,else`,
      'new@lamp-room.example,yes,pro',
    ])
    await button(page, 'Map columns').click()
    await button(page, 'Check rows').click()
    await expect(step(page, 'Check')).toBeVisible()
    await aside(page).getByRole('button', { name: 'Stay unsubscribed' }).click()
    const rows = grid(page, 'Rows of the file')
    await expect(rows.locator('[data-position="0"]')).toContainText('stays unsubscribed')
    await expect(rows.locator('[data-position="1"]')).toHaveCount(0)
    await look(app, 'import-stays')
  })

  test('the keys ask for a file to import from anywhere', async () => {
    const { app, page } = await shared()
    const file = path.join(app.dataFolder, 'keys.csv')
    await writeFile(file, `${[head, ...strangers(2)].join('\n')}\n`)
    await app.chooseFile(file, () => page.keyboard.press('Control+i'))
    await expect(step(page, 'Read')).toBeVisible()
    await expect(page.locator('.page-head')).toContainText('keys.csv')
  })

  test('the keys ask for a file at once, however long the screen takes to come', async () => {
    const { app, page } = await shared()
    const file = path.join(app.dataFolder, 'early.csv')
    await writeFile(file, `${[head, ...strangers(2)].join('\n')}\n`)
    let release = () => {}
    const chosen = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/ImportPage-*.js', (route) => chosen.then(() => route.continue()))
    await app.chooseFile(file, () => page.keyboard.press('Control+i'))
    await expect(page.locator('.page-head')).not.toContainText('early.csv')
    release()
    await expect(page.locator('.page-head')).toContainText('early.csv')
  })
})

test.describe('consoles of their own', () => {
  test.afterEach(async () => {
    await service.stop()
  })

  test('verification says why addresses have their class', async ({ app }) => {
    const dns = await startDnsServer({
      'lamp-room.example': { MX: [[10, 'mx.lamp-room.example']] },
      'mx.lamp-room.example': { A: ['192.0.2.1'] },
    })
    try {
      const page = await begin(app, { dns: dns.address })
      await openFile(app, 'fair.csv', [
        head,
        ...strangers(6),
        'info@lamp-room.example,Desk,pro',
        'sales@lamp-room.example,Sales,pro',
        'nobody@no-such-domain.example,Nobody,pro',
      ])
      await toVerify(page)
      await page.getByText(/^New addresses/).click()
      await button(page, /^Verify \d+ addresses$/).click()
      const reasons = page.getByRole('list', { name: 'Addresses by reason' })
      await expect(reasons).toContainText('Role address, such as info@', { timeout: 60_000 })
      await expect(reasons.getByRole('listitem').filter({ hasText: 'Role address' })).toContainText('2')
      await expect(reasons.getByRole('listitem').filter({ hasText: 'Domain does not exist' })).toContainText(
        '1',
      )
      await expect(page.getByText('3 not in “accepts mail”')).toBeVisible()
      await look(app, 'import-reasons')
    } finally {
      await dns.stop()
    }
  })

  test('a run names the row it goes on at, and its top bar says what the run says', async ({ app }) => {
    const page = await begin(app, { latency: 150 })
    await openFile(app, 'fair.csv', [head, ...strangers(80)])
    await startRun(page)
    await expect(page.getByRole('columnheader', { name: '5xx, retried' })).toBeVisible()
    await button(page, 'Pause the import').click()
    await expect(page.getByText(/of 80 rows sent, paused/)).toBeVisible()
    await expect(async () => {
      const said = await page.getByText(/of 80 rows sent, paused/).textContent()
      const done = Number(/(\d+) of 80/.exec(said ?? '')?.[1])
      await expect(page.getByText(`it continues at row ${done + 1}.`)).toBeVisible({ timeout: 300 })
    }).toPass()
    await look(app, 'import-run-paused')
    await button(page, 'Resume the import').click()
    await expect(async () => {
      const percent = await page.locator('p.percent').textContent()
      await expect(page.locator('header a.job .figure')).toHaveText(percent ?? '', { timeout: 300 })
    }).toPass()
    await expect(page.locator('table.totals td').last()).toHaveText(/^\d+ ms$/, { timeout: 30_000 })
    await button(page, 'See what was written').click({ timeout: 60_000 })
  })

  test('who was written is listed in Contacts, also offline, and what was taken back says why not', async ({
    app,
  }) => {
    const page = await begin(app)
    await openFile(app, 'fair.csv', [head, ...strangers(5)])
    await toVerify(page)
    await button(page, 'Continue to the run').click()
    await button(page, 'Write 5 rows').click()
    await button(page, 'See what was written').click({ timeout: 60_000 })
    await test.step('in Contacts', async () => {
      await button(page, 'Show in Contacts').click()
      await expect(count(page)).toContainText('5')
      await expect(page.getByRole('button', { name: 'From import fair.csv', exact: true })).toBeVisible()
      await search(page).fill('person3')
      await expect(grid(page)).toContainText('person3@lamp-room.example')
      await expect(grid(page)).not.toContainText('person4@lamp-room.example')
      await look(app, 'contacts-of-import')
      await search(page).fill('')
      await page.getByRole('button', { name: /^Remove the filter From import/ }).click()
      await expect(count(page)).toHaveText(String(people + 5))
    })
    const written = (await contactsOf(service)).filter(({ email }) => email.endsWith('@lamp-room.example'))
    const [first, second] = written
    if (!first || !second) throw new Error('Nothing was written')
    await change(first, { data: { plan: 'free', city: 'Cork' } })
    await change(second, { subscribed: false })
    await test.step('undone', async () => {
      await screen(page, 'Import').click()
      await button(page, 'History').click()
      await grid(page, 'Imports').locator('[data-position="0"]').click()
      await button(page, 'Show what was written').click()
      await button(page, 'Undo the import').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Take back 5 rows' }).click()
      await expect(figure(page, 'Kept')).toHaveText('2', { timeout: 60_000 })
      await button(page, /^Kept 2$/).click()
      const kept = grid(page, 'Rows that were kept')
      await expect(kept).toContainText('Changed since: plan; added since: city.')
      await expect(kept).toContainText('Unsubscribed since.')
      await look(app, 'import-kept')
      await button(page, /^Reversed 3$/).click()
      await expect(grid(page, 'Rows that were reversed').locator('[data-position="2"]')).toBeVisible()
    })
    await test.step('its rows are removed in Settings', async () => {
      await screen(page, 'Settings').click()
      await expect(page.getByText(/^Rows of 1 import,\s+90 days$/)).toBeVisible()
      await button(page, 'Remove 1').click()
      const dialog = page.getByRole('dialog', { name: 'Remove the rows of 1 import?' })
      await expect(dialog).toContainText('undo, the rejects file')
      await look(app, 'settings-import-rows')
      await dialog.getByRole('textbox').fill('remove')
      await dialog.getByRole('button', { name: 'Remove the rows' }).click()
      await expect(page.getByText('None are kept now')).toBeVisible()
    })
    await test.step('and its people are still listed', async () => {
      await service.stop()
      await screen(page, 'Import').click()
      await button(page, 'History').click()
      await grid(page, 'Imports').locator('[data-position="0"]').click()
      await button(page, 'Show in Contacts').click()
      await expect(count(page)).toContainText('2')
    })
  })
})
