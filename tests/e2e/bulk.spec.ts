import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import {
  contactsOf,
  count,
  grid,
  look,
  row,
  screen,
  search,
  selection,
  setReadOnly,
} from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 120
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')
const within = { timeout: 60_000 }

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all that match' }).click()

/** Chooses a line of the palette by what is typed. */
async function command(page: Page, typed: string, line: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: line, exact: true }).click()
}

test('a field is set for all that match, and taken back', { tag: '@desktop' }, async ({ app }) => {
  const page = await openConnected(app, service, people)
  const before = new Map((await contactsOf(service)).map(({ id, data }) => [id, data.plan]))
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0)
  await selectAll(page)
  await selection(page).getByRole('button', { name: 'Change' }).click()
  await expect(dialog(page).getByRole('heading')).toHaveText('Change 120 people')
  await expect(dialog(page).getByRole('button', { name: 'Change' })).toBeDisabled()
  await look(app, 'bulk-change')
  await dialog(page).getByRole('radio', { name: 'Set' }).click()
  await dialog(page).getByRole('combobox', { name: 'Field' }).fill('plan')
  await dialog(page).getByRole('textbox', { name: 'Value of plan' }).fill('gold')
  await expect(dialog(page).getByRole('table')).toContainText('gold')
  await look(app, 'bulk-preview')
  await expect(dialog(page).getByRole('heading')).toHaveText('Set plan to “gold” for 120 people')
  await expect(dialog(page)).toContainText('120 will change')
  await dialog(page).getByRole('button', { name: 'What will be sent' }).click()
  await expect(dialog(page)).toContainText('PATCH /contacts/')
  // It is undone in Activity: nothing is typed.
  await expect(dialog(page).getByRole('button', { name: 'Set for 120' })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('120 of 120 changed')).toBeVisible(within)
  await look(app, 'bulk-done')
  expect((await contactsOf(service)).every(({ data }) => data.plan === 'gold')).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('120 of 120 undone')).toBeVisible(within)
  for (const { id, data } of await contactsOf(service)) expect(data.plan).toEqual(before.get(id))
})

test('the selected are deleted only after their number is typed, those that a search hides with them', async ({
  app,
}) => {
  const page = await openConnected(app, service, people)
  await selectAll(page)
  await test.step('what is hidden is told, and shown', async () => {
    const [longest = ''] = (await contactsOf(service))
      .map(({ email }) => email)
      .sort((a, b) => b.length - a.length)
    await search(page).fill(longest)
    await expect(selection(page)).toContainText('120 selected, 119 of them not shown by this filter')
    await look(app, 'bulk-hidden')
    await selection(page).getByRole('button', { name: 'Show all 120' }).click()
    await expect(count(page)).toHaveText('120 of 120')
    await look(app, 'bulk-shown')
    await page.getByRole('button', { name: /^Remove the filter Selected/ }).click()
    await expect(search(page)).toHaveValue(longest)
    await expect(selection(page)).toContainText('119 of them not shown')
  })
  await selection(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText('119 of them are not in the list you see.')
  const confirm = dialog(page).getByRole('button', { name: 'Delete 120' })
  await expect(confirm).toBeDisabled()
  await expect(dialog(page)).toContainText(/Also in\d+ segments/)
  await look(app, 'bulk-typed')
  await dialog(page).getByRole('textbox').fill('120')
  await confirm.click()
  await test.step('it is held, and that can be undone', async () => {
    const held = page.getByRole('region', { name: 'Confirmed deletion' })
    await expect(held).toContainText('Held: Delete 120 people')
    await look(app, 'bulk-held')
    await page.keyboard.press('Control+z')
    await expect(held).toBeHidden()
    expect(await contactsOf(service)).toHaveLength(120)
  })
  await selection(page).getByRole('button', { name: 'Delete' }).click()
  await dialog(page).getByRole('textbox').fill('120')
  await confirm.click()
  await expect(page.getByText('120 of 120 deleted')).toBeVisible(within)
  expect(await contactsOf(service)).toHaveLength(0)
})

test('the palette acts on the selection; on production an undo is typed, and read-only it says why not', async ({
  app,
}) => {
  const page = await openConnected(app, service, people, { production: true })
  // The keys of the data are there: what a change begins with is among them.
  await expect(grid(page).getByRole('columnheader', { name: 'name' })).toBeVisible()
  for (const position of [0, 1, 2]) await row(page, position).getByRole('checkbox').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>selected')
  await expect(page.getByRole('option')).toHaveCount(3)
  await look(app, 'bulk-palette')
  await page.keyboard.press('Escape')
  await command(page, '>selected', 'Change 3 selected people')
  await dialog(page).getByRole('combobox', { name: 'Field' }).fill('Segm')
  await dialog(page).getByRole('option', { name: 'Segment' }).click()
  await dialog(page).getByRole('combobox', { name: 'Static segment' }).fill('Spring fair')
  await dialog(page).getByRole('button', { name: 'Add 3' }).click()
  await expect(page.getByText('3 of 3 added')).toBeVisible(within)

  await test.step('one click does not undo', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    const undo = dialog(page).getByRole('button', { name: 'Undo for 3 people' })
    await expect(undo).toBeDisabled()
    await look(app, 'bulk-undo-typed')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('3 of 3 added')).toBeVisible()
  })
  await test.step('read-only', async () => {
    await setReadOnly(page, true)
    await screen(page, 'Contacts').click()
    await page.getByRole('button', { name: 'Details' }).click()
    await expect(dialog(page)).toContainText('This profile is read-only.')
    await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeDisabled()
    await look(app, 'bulk-read-only')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('>match')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('its number does', async () => {
    await setReadOnly(page, false)
    await screen(page, 'Contacts').click()
    await page.getByRole('button', { name: 'Details' }).click()
    await dialog(page).getByRole('button', { name: 'Undo' }).click()
    await dialog(page).getByRole('textbox').fill('3')
    await dialog(page).getByRole('button', { name: 'Undo for 3 people' }).click()
    await expect(dialog(page)).toContainText('Taken back3', within)
  })
})
