import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { sharedConnected } from '../fixtures/connected'
import { activityLine, barriers, colourRules, panel, row } from '../fixtures/on-screen'

const people = 300
const shared = sharedConnected(people, { dialect: 'deployed' })

const whole = { width: 1440, height: 900 }
/** What a window of 1,440 by 900 has room for at 200 %. */
const doubled = { width: 720, height: 450 }

/** Looks at what is shown in both themes and at both zooms; the focus is somewhere on it. */
async function look(page: Page, name: string): Promise<void> {
  expect
    .soft(await page.evaluate(() => document.activeElement !== document.body), `focus, ${name}`)
    .toBe(true)
  // A page changes its colours less often so.
  const looks = [
    { size: whole, themes: ['light', 'dark'] },
    { size: doubled, themes: ['dark', 'light'] },
  ] as const
  for (const { size, themes } of looks) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const found = await barriers(page, theme === 'dark' ? colourRules : null)
      expect.soft(found, `${name}, ${theme}, ${size.width}`).toEqual([])
    }
  }
  await page.setViewportSize(whole)
}

/** Goes to a screen by its keys, and waits for its title. */
async function goTo(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** The screens, each with the keys that open what stands on it: nothing, the first row, its tabs. */
const screens: readonly { key: string; title: string; opens?: 'panel' | 'page' }[] = [
  { key: 'o', title: 'Overview' },
  { key: 'c', title: 'Contacts', opens: 'panel' },
  { key: 'l', title: 'Segments', opens: 'panel' },
  { key: 'e', title: 'Events', opens: 'panel' },
  { key: 'i', title: 'Import' },
  { key: 'v', title: 'Verification' },
  { key: 'm', title: 'Campaigns', opens: 'page' },
  { key: 't', title: 'Templates', opens: 'page' },
  { key: 'f', title: 'Workflows', opens: 'page' },
  { key: 'n', title: 'Send' },
  { key: 'd', title: 'Domains', opens: 'panel' },
  { key: 'r', title: 'Records' },
  { key: 'a', title: 'Activity', opens: 'panel' },
  { key: 's', title: 'Settings' },
]

test('axe finds nothing on any screen, light or dark, at 100 % and at 200 %', async () => {
  test.setTimeout(240_000)
  const { page } = await shared()
  await page.setViewportSize(whole)
  for (const { key, title, opens } of screens) {
    await test.step(title, async () => {
      await goTo(page, key, title)
      await look(page, title)
      if (opens === undefined) return
      const first = title === 'Activity' ? activityLine(page, 0) : row(page, 0, title)
      await expect(first).toBeVisible()
      await first.focus()
      await page.keyboard.press('Enter')
      if (opens === 'panel') await expect(panel(page)).toBeVisible()
      else {
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toHaveCount(0)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      await look(page, `${title}, opened`)
      await page.keyboard.press('Escape')
    })
  }
  await test.step('the palette, the shortcuts, a filter, an export', async () => {
    await goTo(page, 'c', 'Contacts')
    await page.keyboard.press('Control+k')
    await look(page, 'palette')
    await page.keyboard.type('gda')
    await look(page, 'palette, typed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await look(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await expect(page.locator('[aria-modal="true"]')).toHaveCount(0)
    await page.keyboard.press('n')
    await page.keyboard.press('c')
    await look(page, 'a new contact')
  })
})

test('more contrast and the system’s own colours leave everything there is to see', async () => {
  const { app, page } = await shared()
  await page.emulateMedia({ contrast: 'more' })
  expect(await barriers(page, ['color-contrast-enhanced'])).toEqual([])
  await app.screenshot('contrast-more')
  await page.emulateMedia({ contrast: null, forcedColors: 'active' })
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 2)).toBeFocused()
  await expect(row(page, 1)).toHaveCSS('outline-style', 'solid')
  await app.screenshot('forced-colors')
})
