import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { dialog } from '../fixtures/on-catalogue'
import { look, screen, testAndConnect } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A computer on which no keychain answers (docs/security.md, C46). */

const passphrase = 'harbour lantern coil nine osprey rain'
const people = 40
let service: RunningService

test.use({ programEnv: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus', POSTROOM_KEYCHAIN: '' } })
test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page) => page.getByRole('textbox', { name: 'Passphrase', exact: true })
const locked = (page: Page) => page.getByRole('heading', { name: 'Unlock', exact: true })
/** The same at every size that is drawn for. */
async function sizes(app: Parameters<typeof look>[0], name: string): Promise<void> {
  await look(app, name)
  for (const [width, height] of [
    [1440, 900],
    [900, 700],
  ] as const) {
    await app.page.setViewportSize({ width, height })
    await app.screenshot(`${name}-${width}`)
  }
  await app.page.setViewportSize({ width: 1280, height: 800 })
}

async function connect(page: Page): Promise<void> {
  await testAndConnect(page, service)
  await screen(page, 'Contacts').click()
  await expect(page.locator('.page-head .count')).toHaveText(String(people))
}

test(
  'keys and copy are sealed with a passphrase, which alone is typed at the next start (C46)',
  { tag: '@desktop' },
  async ({ app }) => {
    await app.start()
    await test.step('a weak one is told, and does not seal', async () => {
      const { page } = app
      await expect(page.getByRole('heading', { name: 'Seal keys and copy with a passphrase' })).toBeVisible()
      await field(page).fill('password1234')
      await expect(page.getByText(/^Very weak|^Weak/)).toBeVisible()
      await expect(button(page, 'Seal and go on')).toBeDisabled()
      await button(page, 'Suggest six words').click()
      await expect(field(page)).toHaveValue(/^\S+( \S+){5}$/)
      await expect(page.getByText('Strong.')).toBeVisible()
      await field(page).fill(passphrase)
      await expect(page.getByText('Strong. Six words that do not belong together.')).toBeVisible()
      await expect(page.getByText('Type it once more.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Once more' }).fill(passphrase)
      await expect(page.getByText('The same.')).toBeVisible()
      await sizes(app, 'passphrase')
      await button(page, 'Seal and go on').click()
    })
    await connect(app.page)
    await app.restart()
    await test.step('locked: nothing is shown, and another passphrase opens nothing', async () => {
      const { page } = app
      await expect(locked(page)).toBeVisible()
      await expect(page.getByText('Harbour Notes')).toHaveCount(0)
      await field(page).fill('another passphrase')
      await page.keyboard.press('Enter')
      await expect(page.getByText('That is not the passphrase.')).toBeVisible()
      await sizes(app, 'unlock')
    })
    await test.step('unlocked: all is there, and no key was typed', async () => {
      const { page } = app
      await field(page).fill(passphrase)
      await page.keyboard.press('Enter')
      await expect(locked(page)).toBeHidden()
      await screen(page, 'Contacts').click()
      await expect(page.locator('.page-head .count')).toHaveText(String(people))
      await expect(page.locator('.status-bar')).toContainText('Copy encrypted')
    })
    await test.step('covered: what was on the screen is out of reach, and stays', async () => {
      const { page } = app
      await page.getByRole('textbox', { name: 'Search contacts' }).fill('a')
      await page.goto(`${page.url().replace(/#.*/, '')}#/settings`)
      await button(page, 'Lock now').click()
      await expect(locked(page)).toBeVisible()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(page.locator('.unlock :focus')).toHaveCount(1)
      await field(page).fill(passphrase)
      await button(page, 'Unlock').click()
      await expect(page.getByRole('heading', { name: 'Passphrase' })).toBeVisible()
      await app.screenshot('passphrase-settings')
    })
  },
)

test('who goes on without is told in the status bar, and can seal later in Settings', async ({ app }) => {
  await app.start()
  const { page } = app
  await button(page, 'Go on without').click()
  await connect(page)
  await expect(page.locator('.status-bar')).toContainText('Keys for this session only')
  await screen(page, 'Settings').click()
  await button(page, 'Seal with a passphrase…').click()
  await field(page).fill(passphrase)
  await page.getByRole('textbox', { name: 'Once more' }).fill(passphrase)
  await button(page, 'Seal and go on').click()
  await expect(page.getByText(/Keys and copy are sealed since/)).toBeVisible()
  await expect(page.locator('.status-bar')).toContainText('Copy encrypted')
  expect(existsSync(path.join(app.dataFolder, 'keys.sealed'))).toBe(true)
})

test('a forgotten passphrase leaves starting over', async ({ app }) => {
  app.env = { ...app.env, POSTROOM_PASSPHRASE: passphrase }
  await app.start()
  await connect(app.page)
  app.env = { ...app.env, POSTROOM_PASSPHRASE: '' }
  delete app.env.POSTROOM_PASSPHRASE
  await app.restart()
  const { page } = app
  await button(page, 'Start over…').click()
  await dialog(page).getByRole('textbox').fill('start over')
  await app.screenshot('unlock-start-over')
  await dialog(page).getByRole('button', { name: 'Start over', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Seal keys and copy with a passphrase' })).toBeVisible()
  expect(existsSync(path.join(app.dataFolder, 'keys.sealed'))).toBe(false)
})
