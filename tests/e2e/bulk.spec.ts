import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { contactsOf, count, look, row, screen, search, setReadOnly } from '../fixtures/on-screen'
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
const foot = (page: Page) => page.getByRole('group', { name: 'Selection' })
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
  await foot(page).getByRole('button', { name: 'Change' }).click()
  await look(app, 'bulk-menu')
  await page.getByRole('menuitem', { name: 'Set a field' }).click()
  await dialog(page).getByLabel('Field').fill('plan')
  await dialog(page).getByLabel('Value').fill('gold')
  await expect(dialog(page).getByRole('table')).toContainText('gold')
  await look(app, 'bulk-preview')
  const change = dialog(page).getByRole('button', { name: 'Change 120 contacts' })
  await expect(dialog(page).getByRole('heading')).toHaveText('Set plan to “gold” for 120 people')
  await expect(dialog(page)).toContainText('120 will change')
  // It is undone in Activity: nothing is typed.
  await change.click()
  await expect(dialog(page)).toContainText('120 of 120 · done', within)
  await look(app, 'bulk-done')
  expect((await contactsOf(service)).every(({ data }) => data.plan === 'gold')).toBe(true)
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page)).toContainText('Taken back120', within)
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
    await expect(foot(page)).toContainText('120 selected, 119 of them not shown by this filter')
    await look(app, 'bulk-hidden')
    await foot(page).getByRole('button', { name: 'Show all 120' }).click()
    await expect(count(page)).toHaveText('120 of 120')
    await look(app, 'bulk-shown')
    await page.getByRole('button', { name: /^Remove the filter Selected/ }).click()
    await expect(search(page)).toHaveValue(longest)
    await expect(foot(page)).toContainText('119 of them not shown')
  })
  await foot(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText('119 of them are not in the list you see.')
  const confirm = dialog(page).getByRole('button', { name: 'Delete 120 contacts' })
  await expect(confirm).toBeDisabled()
  await look(app, 'bulk-typed')
  await dialog(page).getByRole('textbox').fill('120')
  await confirm.click()
  await expect(dialog(page)).toContainText('120 of 120 · done', within)
  expect(await contactsOf(service)).toHaveLength(0)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Delete 120 contacts', { exact: true })).toBeVisible()
})

test('the palette acts on the selection; on production an undo is typed, and read-only it says why not', async ({
  app,
}) => {
  const page = await openConnected(app, service, people, { production: true })
  for (const position of [0, 1, 2]) await row(page, position).getByRole('checkbox').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('>selected')
  await expect(page.getByRole('option')).toHaveCount(6)
  await look(app, 'bulk-palette')
  await page.keyboard.press('Escape')
  await command(page, '>segment', 'Add 3 selected contacts to a segment')
  await dialog(page).getByLabel('Name', { exact: true }).fill('Spring fair')
  await dialog(page).getByRole('button', { name: 'Add 3 contacts' }).click()
  await expect(dialog(page)).toContainText('3 of 3 · done', within)

  await test.step('one click does not undo', async () => {
    await dialog(page).getByRole('button', { name: 'Undo' }).click()
    const undo = dialog(page).getByRole('button', { name: 'Undo for 3 contacts' })
    await expect(undo).toBeDisabled()
    await look(app, 'bulk-undo-typed')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toContainText('3 of 3 · done')
  })
  await test.step('read-only', async () => {
    await dialog(page).getByRole('button', { name: 'Close' }).click()
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
    await dialog(page).getByRole('button', { name: 'Undo for 3 contacts' }).click()
    await expect(dialog(page)).toContainText('Taken back3', within)
  })
})
