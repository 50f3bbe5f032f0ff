import { expect } from '@playwright/test'
import { fillWelcome } from '../../../tests/fixtures/on-screen'
import type { Scene } from '../scene'
import type { Stage } from '../stage'
import { onOwnService } from './own-service'

/** A computer on which no keychain answers. */
const withoutKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus', POSTROOM_KEYCHAIN: '' }
const words = 'harbour lantern coil nine osprey rain'

/** A console whose keys and copy are sealed, as it begins. */
async function sealed(stage: Stage) {
  const first = await stage.open({ env: withoutKeychain })
  const { page, folder } = first
  await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(words)
  await page.getByRole('textbox', { name: 'Once more' }).fill(words)
  await page.getByRole('button', { name: 'Seal and go on' }).click()
  await fillWelcome(page, stage.service)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Contacts\s*\d/ })).toBeVisible({ timeout: 60_000 })
  await first.end()
  return stage.open({ env: withoutKeychain, folder })
}

/** How a console begins: Welcome, the first copy, the passphrase. */
export const startScenes: readonly Scene[] = [
  {
    name: 'welcome',
    on: (stage) => stage.open(),
    show: async (page, stage) => {
      await fillWelcome(page, stage.service)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await expect(page.getByText(/It answers in/)).toBeVisible()
    },
  },
  {
    name: 'overview-first-copy',
    on: (stage) => onOwnService(stage, { contacts: 3000, latency: 400 }),
    show: (page) => expect(page.getByText(/^[12],\d00$/).first()).toBeVisible({ timeout: 120_000 }),
  },
  {
    name: 'passphrase',
    on: (stage) => stage.open({ env: withoutKeychain }),
    show: async (page) => {
      await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(words)
      await page.getByRole('textbox', { name: 'Once more' }).fill(words)
    },
  },
  {
    name: 'unlock',
    on: sealed,
    show: (page) => expect(page.getByRole('heading', { name: 'Unlock', exact: true })).toBeVisible(),
  },
]
