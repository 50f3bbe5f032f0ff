import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { sharedConnected } from '../fixtures/connected'
import {
  activityLine,
  contactsOf,
  count,
  cutOff,
  look,
  paletteChoice,
  panel,
  row,
  screen,
  search,
  selection,
} from '../fixtures/on-screen'

const people = 300
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Screens whose heads or feet have something to press. */
const narrow = ['Contacts', 'Segments', 'Events', 'Import', 'Verification', 'Campaigns', 'Templates', 'Send']

// What these screens show first, and what most keys open, `everyone` looks at: here are pictures of it, and what else opens.
test.describe('no serious barrier, light or dark:', () => {
  const shared = sharedConnected(people, { dialect: 'deployed' })

  test('Welcome', async ({ app }) => {
    await app.start()
    const { page } = app
    await look(app, 'welcome')
    await button(page, 'Connect').click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await look(app, 'welcome-faults')
  })
  test('Contacts', async () => {
    const { app, page } = await shared()
    await app.screenshot('contacts')
    await row(page, 2).click()
    await expect(panel(page)).toContainText('Data')
    await app.screenshot('contacts-panel')
    await panel(page).locator('.shown').first().click()
    await look(app, 'contacts-edit')
    await page.keyboard.press('Escape')
    await button(page, 'More').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(dialog(page, 'Delete this contact')).toBeVisible()
    await look(app, 'contacts-delete')
    await page.keyboard.press('Escape')
    await button(page, 'Close the panel').click()
  })
  test('what opens above Contacts', async () => {
    const { app, page } = await shared()
    await button(page, 'Filter').click()
    await look(app, 'filter-fields')
    await dialog(page, 'Add a filter').getByRole('option', { name: /^plan/ }).click()
    await expect(dialog(page, 'Change the filter').getByRole('checkbox').first()).toBeVisible()
    await look(app, 'filter-values')
    await page.keyboard.press('Alt+ArrowDown')
    await look(app, 'filter-operators')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    for (const name of ['Facets', 'Columns']) {
      await button(page, name).click()
      await expect(dialog(page, name)).toBeVisible()
      await look(app, name.toLowerCase())
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'View: All contacts' }).click()
    await look(app, 'views')
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select all that match' }).click()
    await expect(selection(page)).toContainText('300 selected')
    await look(app, 'contacts-selected')
    await selection(page).getByRole('button', { name: 'Export' }).click()
    await expect(dialog(page, 'Export contacts')).toBeVisible()
    await look(app, 'export')
    await page.keyboard.press('Escape')
    await button(page, 'Add').click()
    await expect(dialog(page, 'Add a contact')).toBeVisible()
    await app.screenshot('add')
    await page.keyboard.press('Escape')
    await search(page).fill('liveaboard')
    await expect(row(page, 0).locator('mark')).toHaveText('liveaboard')
    await look(app, 'contacts-found')
    await search(page).fill('no-such-person')
    await expect(page.getByText('No contact matches “no-such-person”')).toBeVisible()
    await look(app, 'contacts-none')
  })
  test('Overview, Events and Activity', async () => {
    const { app, page } = await shared()
    await test.step('Overview', async () => {
      await screen(page, 'Overview').click()
      await expect(page.getByText('Growth')).toBeVisible()
      await app.screenshot('overview')
    })
    await test.step('Events', async () => {
      await screen(page, 'Events').click()
      await row(page, 0, 'Events').click()
      await expect(panel(page)).toContainText('Record')
      await app.screenshot('events-panel')
      await button(page, 'Track event').click()
      await expect(dialog(page, 'Track an event')).toBeVisible()
      await look(app, 'track')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
    await test.step('Activity', async () => {
      await screen(page, 'Activity').click()
      await activityLine(page, 0).click()
      await expect(panel(page)).toContainText('Outcome')
      await app.screenshot('activity-panel')
      await page.keyboard.press('Escape')
    })
    await test.step('as small as a window of 1,024 is at 200 %, nothing that can be done is cut off', async () => {
      await page.setViewportSize({ width: 512, height: 400 })
      for (const name of narrow) {
        await screen(page, name).click()
        await expect(page.locator('main h1')).toBeVisible()
        expect.soft(await cutOff(page), name).toEqual([])
        await look(app, `narrow-${name.toLowerCase()}`)
      }
    })
  })
  test('Settings', async () => {
    const { app, page } = await shared()
    await screen(page, 'Settings').click()
    await app.screenshot('settings')
    await button(page, 'Storage').click()
    await look(app, 'settings-storage')
    await button(page, 'Remove profile…').click()
    await expect(dialog(page, 'Remove the profile')).toBeVisible()
    await look(app, 'settings-remove')
    await page.keyboard.press('Escape')
    // No shortcut is heard while a dialog is on its way out.
    await expect(page.locator('[aria-modal="true"]')).toHaveCount(0)
  })
  test('the palette and the shortcuts', async () => {
    const { app, page } = await shared()
    const opened = await row(page, 0).locator('[data-cell="email"]').innerText()
    await row(page, 0).click()
    await expect(panel(page)).toContainText(opened)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Recent' })).toContainText(opened)
    await app.screenshot('palette')
    await page.keyboard.type('liveaboard')
    await expect(page.getByRole('group', { name: 'Contacts' }).locator('mark').first()).toHaveText(
      'liveaboard',
    )
    await look(app, 'palette-found')
    // What finds room in a wider window stays behind the palette, and leaves it the focus.
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect(page.getByRole('complementary', { name: 'Facets' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Search or run a command')).toBeHidden()
    await page.getByRole('button', { name: '? Shortcuts' }).click()
    await expect(dialog(page, 'Shortcuts')).toBeVisible()
    await app.screenshot('shortcuts')
  })
  test('Overview draws a bar for each of the most frequent events', async () => {
    const { app, page } = await shared()
    await screen(page, 'Overview').click()
    const bars = page.getByRole('region', { name: 'Your most frequent events' }).locator('rect')
    await expect(bars).toHaveCount(9)
    const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
    expect(Math.min(...widths)).toBeGreaterThan(0)
    expect(widths).toEqual([...widths].sort((one, other) => other - one))
    await app.screenshot('overview-bars')
  })
})

test.describe('by the keyboard, and after a restart:', () => {
  const shared = sharedConnected(people, { dialect: 'deployed' })

  test('everything can be done from the keyboard', { tag: '@desktop' }, async () => {
    const { page, service } = await shared()
    const [wanted] = await contactsOf(service)
    if (!wanted) throw new Error('The service is empty.')

    await test.step('Ctrl K, an address, Enter', async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(wanted.email)
      await expect(paletteChoice(page)).toContainText(wanted.email)
      await page.keyboard.press('Enter')
      await expect(panel(page).getByRole('heading', { level: 2 })).toBeVisible()
      await expect(panel(page)).toContainText(wanted.email)
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
    })
    await test.step('G E and G C', async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('e')
      await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible()
      await page.keyboard.press('g')
      await page.keyboard.press('c')
      await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible()
      await expect(row(page, 0)).toBeFocused()
      await page.keyboard.press('g')
      await page.keyboard.press('o')
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused()
      await page.evaluate(() => history.back())
      await expect(row(page, 0)).toBeFocused()
    })
    await test.step('slash, the arrow down, Enter', async () => {
      await page.keyboard.press('/')
      await page.keyboard.type(wanted.email)
      await expect(count(page)).toHaveText('1 of 300')
      await page.keyboard.press('ArrowDown')
      await expect(row(page, 0)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText(wanted.email)
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(count(page)).toHaveText('1 of 300')
    })
    await test.step('E changes the first value of a person', async () => {
      await page.keyboard.press('e')
      await expect(
        panel(page)
          .getByLabel(/^Value of /)
          .first(),
      ).toBeFocused()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(row(page, 0)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(count(page)).toHaveText('300')
    })
    await test.step('slash, and into the list', async () => {
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await page.keyboard.type(wanted.email)
      await expect(count(page)).toHaveText('1 of 300')
      await page.keyboard.press('Escape')
      await expect(count(page)).toHaveText('300')
      for (let presses = 0; presses < 25; presses++) {
        await page.keyboard.press('Tab')
        if (await row(page, 0).evaluate((element) => element === document.activeElement)) break
      }
      await expect(row(page, 0)).toBeFocused()
    })
    await test.step('arrows, Space, Shift and arrows, Escape', async () => {
      await page.keyboard.press('ArrowDown')
      await expect(row(page, 1)).toBeFocused()
      await page.keyboard.press('Space')
      await expect(selection(page)).toContainText('1 selected')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Shift+ArrowDown')
      await expect(selection(page)).toContainText('3 selected')
      await page.keyboard.press('Shift+ArrowUp')
      await expect(selection(page)).toContainText('2 selected')
      await page.keyboard.press('Enter')
      await expect(panel(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(row(page, 2)).toBeFocused()
      await page.keyboard.press('Control+a')
      await expect(selection(page)).toContainText('300 selected')
    })
    await test.step('J, X and O, and Esc, which can be undone', async () => {
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await expect(selection(page)).toContainText('299 selected')
      await page.keyboard.press('o')
      await expect(panel(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel(page)).toHaveCount(0)
      await expect(row(page, 3)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByText('299 no longer selected')).toBeVisible()
      await page.keyboard.press('Control+z')
      await expect(selection(page)).toContainText('299 selected')
    })
    await test.step('the shortcuts', async () => {
      await page.keyboard.press('?')
      await expect(dialog(page, 'Shortcuts')).toContainText('Search or run a command')
      await page.keyboard.press('Escape')
      await expect(dialog(page, 'Shortcuts')).toHaveCount(0)
    })
  })

  test('the theme that is chosen in Settings stays after a restart', { tag: '@desktop' }, async () => {
    const { app } = await shared()
    await screen(app.page, 'Settings').click()
    await app.page.getByRole('radio', { name: 'Dark' }).click()
    await expect(app.page.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await app.restart()
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})
