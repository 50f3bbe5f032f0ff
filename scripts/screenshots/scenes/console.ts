import { expect, type Page } from '@playwright/test'
import { activityLine, panel, row, search } from '../../../tests/fixtures/on-screen'
import { wide, type Scene } from '../scene'

async function showOverview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Growth' })).toBeVisible()
  await expect(page.locator('canvas').first()).toBeVisible()
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
    route: '/activity',
    show: async (page) => {
      await activityLine(page, 0).click()
      await expect(panel(page)).toBeVisible()
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
