import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog, goOffline, rowWith } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { barriers, grid, look, panel, row, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Workflows: the list, the graph, everybody's way through it, and what is done to one. */
const people = 300
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

const step = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: /^Steps of / }).getByRole('button', { name })

/** From anywhere to a workflow of the sample, once its steps were read. */
async function open(page: Page, name: string): Promise<void> {
  await screen(page, 'Workflows').click()
  await rowWith(page, 'Workflows', name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('group', { name: `Steps of ${name}` })).toBeVisible({ timeout: 60_000 })
}

test(
  'the graph of a workflow leads to who stands where, also offline',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)

    await test.step('the list says how many are on the way', async () => {
      await screen(page, 'Workflows').click()
      await expect(rowWith(page, 'Workflows', 'Welcome aboard')).toContainText('Enabled')
      await expect(rowWith(page, 'Workflows', 'Payment failed')).toContainText('Disabled')
      await expect(rowWith(page, 'Workflows', 'Welcome aboard')).toContainText('On signup')
      await look(app, 'workflows-list')
      await page.getByRole('textbox', { name: 'Search workflows' }).fill('trial')
      await expect(rowWith(page, 'Workflows', 'Welcome aboard')).toHaveCount(0)
      await page.getByRole('textbox', { name: 'Search workflows' }).fill('nothing like it')
      await expect(page.getByText('No workflow matches')).toBeVisible()
      await button(page, 'Remove the filters').click()
    })
    await test.step('its steps are drawn from left to right, with who came by', async () => {
      await open(page, 'Welcome aboard')
      await expect(step(page, /^Two days\. Wait\. Waits 2 days\./)).toBeVisible()
      await expect(step(page, /^Wrote a note\?/)).toHaveAccessibleName(/Leads to .*Yes: Has begun/)
      await expect(page.getByText(/^\d+ in all$/)).toBeVisible()
      await look(app, 'workflow-graph')
    })
    await test.step('arrow keys go from step to step, Enter lists who is there, Esc all again', async () => {
      await step(page, /^On signup/).focus()
      await page.keyboard.press('ArrowRight')
      await expect(step(page, /^Welcome\./)).toBeFocused()
      await page.keyboard.press('ArrowRight')
      await expect(step(page, /^Two days/)).toBeFocused()
      await expect(step(page, /^Two days/)).toHaveAttribute('aria-label', /\d+ here/)
      const here =
        /(\d+) here/.exec((await step(page, /^Two days/).getAttribute('aria-label')) ?? '')?.[1] ?? ''
      await page.keyboard.press('Enter')
      await expect(step(page, /^Two days/)).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByRole('combobox', { name: 'Step' })).not.toHaveValue('')
      await expect(page.getByText(new RegExp(`^${here} executions?$`))).toBeAttached()
      await expect(row(page, 0, 'Executions')).toContainText('Waiting')
      await look(app, 'workflow-executions')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'Step' })).toHaveValue('')
    })
    await test.step('whoever is opened has their way drawn and told', async () => {
      await row(page, 0, 'Executions').click()
      await expect(panel(page)).toContainText('The way so far')
      await expect(panel(page)).toContainText('Here now')
      await expect(page.getByText(/^the way of /)).toBeVisible()
      await look(app, 'workflow-way')
    })
    await test.step('and leads to the contact', async () => {
      await expect(panel(page).locator('header p')).toContainText('@')
      const email = (await panel(page).locator('header p').textContent())?.trim() ?? ''
      await button(page, 'Open contact').click()
      await expect(panel(page)).toContainText(email)
      await page.goBack()
      await expect(grid(page, 'Executions')).toBeVisible()
    })
    await test.step('all of it is there offline, and nothing can be changed', async () => {
      await goOffline(page, service)
      await expect(step(page, /^Two days/)).toBeVisible()
      await expect(button(page, /^Disable/)).toBeDisabled()
      await expect(button(page, 'Read now')).toBeDisabled()
      await look(app, 'workflow-offline')
    })
  },
)

test('a workflow is made, renamed, enabled, disabled and deleted', async ({ app }) => {
  const page = await openConnected(app, service, people)

  await test.step('a new one has its start alone, and is disabled', async () => {
    await screen(page, 'Workflows').click()
    await button(page, 'New workflow').click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Thanks')
    await dialog(page).getByRole('textbox', { name: 'Event that starts it' }).fill('order.paid')
    await look(app, 'workflow-new')
    await dialog(page).getByRole('button', { name: 'Create workflow' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thanks' })).toBeVisible()
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
    await expect(step(page, /Starts with order\.paid/)).toBeVisible()
  })
  await test.step('it is renamed', async () => {
    await button(page, 'More of this workflow').click()
    await page.getByRole('menuitem', { name: /^Edit/ }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Thanks a lot')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Thanks a lot' })).toBeVisible()
  })
  await test.step('enabling says what it means before it happens', async () => {
    await button(page, /^Enable/).click()
    await expect(dialog(page)).toContainText('order.paid starts it, once for each contact')
    await look(app, 'workflow-enable')
    await dialog(page).getByRole('button', { name: 'Enable' }).click()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
  })
  await test.step('so does disabling', async () => {
    await button(page, /^Disable/).click()
    await expect(dialog(page)).toContainText('order.paid starts nobody from now on')
    await dialog(page).getByRole('button', { name: 'Disable' }).click()
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
  })
  await test.step('it is deleted once its name is typed', async () => {
    await button(page, 'More of this workflow').click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await dialog(page).getByRole('textbox').fill('Thanks a lot')
    expect(await barriers(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Workflows' })).toBeVisible()
    await expect(rowWith(page, 'Workflows', 'Thanks')).toHaveCount(0)
  })
})
