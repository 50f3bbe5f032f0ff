import { expect, type Page } from '@playwright/test'
import { panel, row, screen, search } from '../../../tests/fixtures/on-screen'
import { wide, type Scene } from '../scene'

async function showOverview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
}

/** Changes a field of twelve people, for a job with its requests to be seen. */
async function changeTwelve(page: Page): Promise<void> {
  for (let position = 0; position < 12; position += 1) await row(page, position).getByRole('checkbox').click()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Set' }).click()
  await dialog.getByRole('combobox', { name: 'Field' }).fill('city')
  await dialog.getByRole('textbox', { name: 'Value of city' }).fill('Rotterdam')
  await dialog.getByRole('button', { name: /^Set for \d+/ }).click()
  await expect(page.getByText(/^\d+ of 12 changed/).first()).toBeVisible({ timeout: 60_000 })
}

/** The palette, with what is typed into it. */
const palette = (typed: string) => async (page: Page) => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(typed)
  await expect(page.getByRole('option').first()).toBeVisible()
}

/** The screens of the console itself: Overview, Activity, Settings, palette, shortcuts. */
export const consoleScenes: readonly Scene[] = [
  { name: 'overview', route: '/overview', show: showOverview },
  { name: 'overview-wide', route: '/overview', size: wide, show: showOverview },
  {
    name: 'events',
    route: '/events',
    show: (page) =>
      expect(page.getByRole('grid', { name: 'Events' }).locator('[data-position="0"]')).toContainText('@'),
  },
  {
    name: 'activity',
    route: '/contacts',
    show: async (page) => {
      await changeTwelve(page)
      await screen(page, 'Activity').click()
      const log = page.getByRole('treegrid', { name: 'Activity' })
      await log.getByRole('row').filter({ hasText: 'Set city of 12' }).first().focus()
      await page.keyboard.press('ArrowRight')
      await log.getByRole('row', { level: 2 }).first().click()
      await expect(panel(page)).toContainText('Rotterdam')
    },
  },
  {
    name: 'settings',
    route: '/settings',
    show: (page) => expect(page.getByText('Data folder').first()).toBeVisible(),
  },
  {
    name: 'service-can-do',
    route: '/settings',
    show: async (page) => {
      const section = page.getByRole('region', { name: 'What the service can do' })
      await expect(section.getByRole('status')).toContainText(/^Asked at/)
      await section.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    },
  },
  { name: 'palette-empty', route: '/contacts', show: palette('') },
  { name: 'palette', route: '/contacts', show: palette('nov') },
  {
    name: 'palette-recent',
    route: '/contacts',
    show: async (page) => {
      await search(page).fill('gda')
      await row(page, 2).getByRole('gridcell').nth(1).click()
      await expect(panel(page).getByText('newest first')).toBeVisible()
      await page.getByRole('button', { name: 'Close the panel' }).click()
      await search(page).fill('')
      await palette('gda')(page)
    },
  },
  {
    name: 'shortcuts',
    route: '/contacts',
    show: async (page) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
]
