import { expect, type Page } from '@playwright/test'
import { askBy, pickField } from '../../../tests/fixtures/on-filters'
import { panel, row, search } from '../../../tests/fixtures/on-screen'
import { narrow, wide, type Scene } from '../scene'

/** The list with the columns that it has once the fields of the copy are known. */
async function listed(page: Page): Promise<void> {
  await expect(row(page, 0)).toContainText('@')
  await expect(page.getByRole('columnheader', { name: 'name', exact: true })).toBeVisible()
}

async function openFirst(page: Page): Promise<void> {
  await listed(page)
  await row(page, 0).getByRole('gridcell').nth(1).click()
  await expect(panel(page).getByText('newest first')).toBeVisible()
}

async function select(page: Page, ...positions: number[]): Promise<void> {
  for (const position of positions) await row(page, position).getByRole('checkbox').click()
}

async function showContacts(page: Page): Promise<void> {
  await listed(page)
  await select(page, 1, 3)
  await openFirst(page)
}

const foot = (page: Page) => page.getByRole('group', { name: 'Selection' })

/** Contacts: the list, its panel, filters and bulk changes. */
export const contactScenes: readonly Scene[] = [
  { name: 'contacts', route: '/contacts', show: showContacts },
  { name: 'contacts-wide', route: '/contacts', size: wide, show: showContacts },
  { name: 'contacts-900', route: '/contacts', size: narrow, show: showContacts },
  {
    name: 'contacts-keyboard',
    route: '/contacts',
    show: async (page) => {
      await listed(page)
      await page.getByRole('checkbox', { name: 'Select all that match' }).click()
      await search(page).fill('gda')
      await expect(page.getByText(/not shown/)).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'contact-panel',
    route: '/contacts',
    show: async (page) => {
      await openFirst(page)
      await page.keyboard.press('e')
      await expect(panel(page).getByRole('textbox', { name: /^Value of / })).toBeFocused()
    },
  },
  {
    name: 'filter-value',
    route: '/contacts',
    show: async (page) => {
      await listed(page)
      await pickField(page, 'plan')
      await askBy(page, 'is any of')
      await page
        .getByRole('dialog', { name: 'Change the filter' })
        .getByRole('checkbox', { name: /^pro/ })
        .check()
      await page.getByRole('checkbox', { name: /^team/ }).check()
    },
  },
  {
    name: 'bulk-change',
    route: '/contacts',
    show: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all that match' }).click()
      await foot(page).getByRole('button', { name: 'Change' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'Set' }).click()
      await dialog.getByRole('combobox', { name: 'Field' }).fill('plan')
      await dialog.getByRole('textbox', { name: 'Value of plan' }).fill('pro')
      await expect(dialog.getByText(/will change/).first()).toBeVisible()
      await expect(dialog.getByRole('table')).toContainText('pro')
    },
  },
  {
    name: 'bulk-delete',
    route: '/contacts',
    show: async (page) => {
      await select(page, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
      await foot(page).getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('10')
    },
  },
]
