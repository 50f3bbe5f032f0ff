import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { connect, sharedConnected } from '../fixtures/connected'
import { count, enterKey, look, paletteChoice, row, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 80
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

test.describe('of an app that others use, too:', () => {
  const shared = sharedConnected(people)

  test('an address is kept once something answers there, and a mode is left by the name alone', async () => {
    const { page, service } = await shared()
    await screen(page, 'Settings').click()
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill(`${service.url}/elsewhere`)
    await button(page, 'Test').click()
    await expect(page.getByText('not_the_service')).toBeVisible()
    await expect(page.getByText('Saved once the service there answers. Press Test.')).toBeVisible()
    await address.fill(service.url)
    await button(page, 'Test').click()
    await expect(page.getByText(/^in \d+ ms, 80 contacts/)).toBeVisible()
    await page.getByText('Dangerous actions ask for a number').click()
    await expect(page.locator('.top-bar').getByText('Production')).toBeVisible()
    await page.getByText('Writes go out at once').click()
    const leave = dialog(page).getByRole('button', { name: 'Leave Production' })
    await expect(leave).toBeDisabled()
    await dialog(page).getByRole('textbox').fill('Harbour Notes')
    await leave.click()
    await expect(page.locator('.top-bar').getByText('Production')).toHaveCount(0)
  })

  test('the index goes to a part, follows the page, and a word finds a setting', async () => {
    const { page } = await shared()
    await screen(page, 'Settings').click()
    const index = page.getByRole('navigation', { name: 'Settings' })
    await index.getByRole('button', { name: 'Appearance' }).click()
    await expect(page.getByRole('heading', { name: 'Appearance' })).toBeInViewport()
    await expect(index.locator('[aria-current="location"]')).toHaveText('Appearance')
    await page.getByRole('group', { name: 'All settings' }).hover()
    await page.mouse.wheel(0, -20_000)
    await expect(index.locator('[aria-current="location"]')).toHaveText('Name and mode')
    await page.getByRole('textbox', { name: 'Find a setting' }).fill('quick')
    await expect(page.getByRole('heading', { level: 2, name: 'Budget and sync' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: 'Sending' })).toBeHidden()
  })

  test('how long a sending is held is set, within its limits, and kept', async () => {
    const { app, page } = await shared()
    await screen(page, 'Settings').click()
    const seconds = page.getByRole('textbox', { name: 'Seconds that a campaign is held before it leaves' })
    await expect(seconds).toHaveValue('30')
    await seconds.fill('4')
    await seconds.press('Enter')
    await expect(seconds).toHaveAttribute('aria-invalid', 'true')
    await look(app, 'settings-hold-refused')
    await seconds.fill('60')
    await seconds.press('Enter')
    await expect(seconds).not.toHaveAttribute('aria-invalid', 'true')
    await screen(page, 'Contacts').click()
    await screen(page, 'Settings').click()
    await expect(seconds).toHaveValue('60')
  })

  test(
    'the copy is shown, checked, its folder opened, and cleared after a word was typed',
    { tag: ['@desktop', '@keychain'] },
    async () => {
      const { app, page } = await shared()
      await screen(page, 'Settings').click()
      await expect(page.getByText(/^80 contacts, [\d,]+ events$/)).toBeVisible()
      await expect(page.getByText('Its key is in the keychain')).toBeVisible()
      await expect(page.getByText(path.join(app.dataFolder, 'profiles'))).toBeVisible()
      await test.step('the folder', async () => {
        const { electron } = app.running
        if (!electron) return expect(button(page, 'Open the folder')).toHaveCount(0)
        await electron.evaluate(({ shell }) => {
          shell.openPath = (folder) => {
            Object.assign(globalThis, { openedFolder: folder })
            return Promise.resolve('')
          }
        })
        await button(page, 'Open the folder').click()
        await expect
          .poll(() => electron.evaluate(() => String(Reflect.get(globalThis, 'openedFolder'))))
          .toContain(path.join(app.dataFolder, 'profiles'))
      })
      await test.step('checked', async () => {
        await button(page, 'Check the copy').click()
        await expect(page.getByText('The copy is sound')).toBeVisible()
        await look(app, 'settings-checked')
      })
      await test.step('cleared', async () => {
        await button(page, 'Clear it…').click()
        const clear = dialog(page).getByRole('button', { name: 'Clear the copy' })
        await expect(clear).toBeDisabled()
        await look(app, 'settings-clear')
        await dialog(page).getByRole('textbox').fill('clear')
        await clear.click()
        await expect(page.getByText('0 contacts, 0 events')).toBeVisible()
        // No shortcut is heard while a dialog is on its way out.
        await expect(page.locator('[aria-modal="true"]')).toHaveCount(0)
        await page.keyboard.press('Control+k')
        await page.keyboard.type('>Full run')
        await expect(paletteChoice(page)).toContainText('Full run')
        await page.keyboard.press('Enter')
        await screen(page, 'Contacts').click()
        await expect(count(page)).toHaveText(String(people))
      })
    },
  )

  test(
    'another language is spoken at once, in figures too, and after a restart',
    { tag: ['@desktop', '@keychain'] },
    async () => {
      const { app, page: first } = await shared()
      let page = first
      await screen(page, 'Settings').click()
      await page.getByRole('radiogroup', { name: 'Language' }).getByRole('radio', { name: 'Deutsch' }).click()
      const links = () => page.getByRole('navigation').getByRole('link')
      await expect(links().filter({ hasText: 'Kontakte' })).toBeVisible()
      await expect(page.getByRole('radiogroup', { name: 'Sprache' })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await app.restart()
      page = app.page
      await expect(links().filter({ hasText: 'Kontakte' })).toBeVisible()
      await links().filter({ hasText: 'Einstellungen' }).click()
      await page.getByRole('radiogroup', { name: 'Sprache' }).getByRole('radio', { name: 'English' }).click()
      await expect(links().filter({ hasText: 'Contacts' })).toBeVisible()
    },
  )

  // It starts the console again, which without a keychain has no key then.
  test('a sync plan and the density of rows are kept as they are changed', async () => {
    const { app, page } = await shared()
    await screen(page, 'Settings').click()
    await page.getByRole('radio', { name: '60 min' }).click()
    const daily = (now: Page) => now.getByRole('textbox', { name: 'Time of the daily full run' })
    await daily(page).fill('4 o’clock')
    await daily(page).press('Enter')
    await expect(page.getByText('Enter a time such as 06:00, or nothing.')).toBeVisible()
    await daily(page).fill('04:30')
    await daily(page).press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(1)
    await page.getByRole('slider').fill('25')
    await expect(page.getByText('250 a minute. The product keeps the rest.')).toBeVisible()
    await page.getByRole('radio', { name: /^Compact/ }).click()
    await expect(page.getByRole('radio', { name: /^Compact/ })).toBeChecked()
    await app.restart()
    await screen(app.page, 'Settings').click()
    await expect(app.page.getByRole('radio', { name: '60 min' })).toBeChecked()
    await expect(daily(app.page)).toHaveValue('04:30')
    await expect(app.page.getByRole('textbox', { name: 'Share in percent' })).toHaveValue('25 %')
    await screen(app.page, 'Contacts').click()
    await expect.poll(async () => (await row(app.page, 0).boundingBox())?.height).toBe(26)
  })
})

test.describe('without a keychain', () => {
  let service: RunningService
  test.beforeEach(async () => {
    service = await startPrepared({ contacts: people })
  })
  test.afterEach(async () => {
    await service.stop()
  })
  test.use({ programEnv: { POSTROOM_KEYCHAIN: 'session' } })

  test(
    'it is said once, the key lasts for the session, and the copy is there without it',
    { tag: '@desktop' },
    async ({ app }) => {
      const said = (page: Page) => page.getByText('Keys are kept for this session only.')
      await app.start()
      await expect(said(app.page)).toBeVisible()
      await expect(app.page.getByText(/^Kept in memory until Postroom ends/)).toBeVisible()
      await look(app, 'no-keychain')
      await connect(app.page, service, people)
      await button(app.page, 'Understood').click()
      await expect(said(app.page)).toHaveCount(0)
      await screen(app.page, 'Settings').click()
      await expect(app.page.getByText(/^(No|The copy).*(keychain)/i).first()).toBeVisible()
      await look(app, 'settings-no-keychain')
      await app.restart()
      const { page } = app
      await screen(page, 'Contacts').click()
      await expect(count(page)).toContainText(String(people))
      await expect(said(page)).toHaveCount(0)
      await expect(page.getByText('There is no key.')).toBeVisible()
      await look(app, 'no-key')
      await button(page, 'Enter a new key').first().click()
      await enterKey(page, service.secretKey)
      await expect(page.getByLabel('New secret key')).toHaveCount(0)
      await expect(page.getByText('There is no key.')).toHaveCount(0)
      await expect(page.locator('.status-bar')).toContainText(/Online, [\d.]+ m?s/)
    },
  )
})
