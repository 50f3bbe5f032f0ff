import axeCore from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { connect, contactsOf } from '../fixtures/on-screen'
import { startService, type RunningService } from '../fixtures/service'

const people = 120
let service: RunningService

test.beforeEach(async () => {
  service = await startService({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

const dialog = (page: Page) => page.getByRole('dialog')
const foot = (page: Page) => page.getByRole('group', { name: 'Selection' })

async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    return (await axe.run()).violations.map(({ id }) => id)
  })
}

test('a field is set for all that match, and taken back', async ({ app }) => {
  const { page } = app
  await connect(page, service, people)
  const before = new Map((await contactsOf(service)).map(({ id, data }) => [id, data.plan]))
  await page.getByRole('button', { name: 'Actions' }).click()
  await app.screenshot('bulk-menu')
  await page.getByRole('menuitem', { name: 'Set a field' }).click()
  await dialog(page).getByLabel('Field').fill('plan')
  await dialog(page).getByLabel('Value').fill('gold')
  await expect(dialog(page).getByRole('table')).toContainText('gold')
  expect(await faultsOf(page)).toEqual([])
  await app.screenshot('bulk-preview')
  await dialog(page).getByRole('button', { name: 'Change 120 contacts' }).click()
  await expect(dialog(page)).toContainText('120 of 120 · done', { timeout: 60_000 })
  await app.screenshot('bulk-done')
  expect(await faultsOf(page)).toEqual([])
  expect((await contactsOf(service)).every(({ data }) => data.plan === 'gold')).toBe(true)
  await dialog(page).getByRole('button', { name: 'Undo' }).click()
  await expect(dialog(page)).toContainText('Taken back120', { timeout: 60_000 })
  for (const { id, data } of await contactsOf(service)) expect(data.plan).toEqual(before.get(id))
})

test('the selected are deleted only after their number is typed', async ({ app }) => {
  const { page } = app
  await connect(page, service, people)
  await page.getByRole('checkbox', { name: 'Select all that match' }).click()
  await foot(page).getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog(page).getByRole('button', { name: 'Delete 120 contacts' }).click()
  const confirm = dialog(page).getByRole('button', { name: 'Delete 120 contacts' })
  await expect(confirm).toBeDisabled()
  await app.screenshot('bulk-typed')
  await dialog(page).getByRole('textbox').fill('120')
  await confirm.click()
  await expect(dialog(page)).toContainText('120 of 120 · done', { timeout: 60_000 })
  expect(await contactsOf(service)).toHaveLength(0)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Delete 120 contacts')).toBeVisible()
})
