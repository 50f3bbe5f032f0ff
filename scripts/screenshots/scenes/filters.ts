import { expect, type Page } from '@playwright/test'
import { askBy, pickField } from '../../../tests/fixtures/on-filters'
import { row } from '../../../tests/fixtures/on-screen'
import type { Part } from '../board'
import type { Scene } from '../scene'

const add = (page: Page) => page.getByRole('dialog', { name: 'Add a filter' })
const change = (page: Page) => page.getByRole('dialog', { name: 'Change the filter' })

/** One kind of filter, begun anew. */
const kind = (column: number, card: string, fill: (page: Page) => Promise<unknown>): Part => ({
  card,
  column,
  show: async (page) => {
    // What another one left is taken back.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(add(page).or(change(page))).toHaveCount(0)
    await fill(page)
    return add(page).or(change(page))
  },
})

/** Opens a field's filter, and waits for the people that it counts. */
async function open(page: Page, field: string): Promise<void> {
  await pickField(page, field)
  await expect(
    change(page)
      .getByText(/people$/)
      .last(),
  ).toBeVisible()
}

/** The kinds of filters of the list of contacts. */
export const filterScenes: readonly Scene[] = [
  {
    name: 'filter-kinds',
    route: '/contacts',
    show: async (page) => {
      await expect(row(page, 0)).toContainText('@')
      await expect(page.getByRole('columnheader', { name: 'name', exact: true })).toBeVisible()
    },
    board: {
      columns: [344, 344, 344, 344],
      parts: [
        kind(0, '1. Which field: a name, an event or a value', async (page) => {
          await page.getByRole('button', { name: 'Filter', exact: true }).click()
          await add(page).getByLabel('Find a field').fill('no')
          await expect(add(page).getByRole('option').first()).toBeVisible()
          await page.waitForLoadState('networkidle')
        }),
        kind(0, 'Verdict, its marks beside the words', async (page) => {
          await open(page, 'Verdict')
          await change(page)
            .getByRole('checkbox', { name: /^Accepts mail/ })
            .check()
          await change(page)
            .getByRole('checkbox', { name: /^Risky/ })
            .check()
        }),
        kind(1, '2. Text: tick values, or use what is typed', async (page) => {
          await open(page, 'city')
          await askBy(page, 'is any of')
          await change(page).getByLabel('Find or type a value').fill('gd')
          await expect(change(page).getByRole('checkbox').first()).toBeVisible()
        }),
        kind(1, 'The operator, in words', async (page) => {
          await open(page, 'city')
          await change(page)
            .getByRole('button', { name: /^Condition: / })
            .click()
        }),
        kind(2, 'Number: a range over its distribution', async (page) => {
          await open(page, 'seats')
          await change(page).getByLabel('From').fill('5')
          await change(page).getByLabel('To').fill('20')
        }),
        kind(2, 'Event: ever, never, or in a span', async (page) => {
          await open(page, 'login')
          await change(page).getByLabel('How many').fill('30')
          await expect(change(page).getByRole('button', { name: /^Never happened ?\d/ })).toBeVisible()
        }),
        kind(3, 'Date: two days, or a span', (page) => open(page, 'Created')),
      ],
    },
  },
]
