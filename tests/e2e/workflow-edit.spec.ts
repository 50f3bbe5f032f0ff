import type { Page } from '@playwright/test'
import { expect, test, type App } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDeployedService, type DeployedService } from '../fixtures/deployed-service/start'
import { dialog, goOffline, rowWith } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { look, panel, screen, testAndConnect } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'

/** The steps of a workflow, written at services of both kinds. */

const within = { timeout: 60_000 }
const step = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: /^Steps of / }).getByRole('button', { name })
const addAfter = (page: Page, name: string) => page.getByRole('button', { name: `Add a step after ${name}` })
const changes = (page: Page) => page.getByRole('region', { name: 'Changes' })

/** A step of a kind that is put onto a way: its name is written, its panel open. */
async function add(page: Page, after: string, letter: string, name: string): Promise<void> {
  await addAfter(page, after).click()
  await expect(dialog(page).getByRole('button', { name: /^Mail/ })).toBeFocused()
  await page.keyboard.press(letter)
  await expect(dialog(page)).toHaveCount(0)
  await panel(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
}

async function edit(page: Page, name: string): Promise<void> {
  await screen(page, 'Workflows').click()
  await rowWith(page, 'Workflows', name).click()
  await expect(page.getByRole('group', { name: `Steps of ${name}` })).toBeVisible(within)
  await button(page, 'Edit steps').click()
  await expect(changes(page)).toBeVisible()
}

test.describe('at a deployed service', () => {
  let service: DeployedService
  test.beforeEach(async ({ app }) => {
    service = await startDeployedService({ published: () => true })
    service.seed(40, (at) => ({
      email: `person${at}@lamp-room.example`,
      data: { plan: ['free', 'pro', 'team'][at % 3] ?? 'free' },
    }))
    await begin(app)
  })
  test.afterEach(() => service.stop())

  /** Connected, with a workflow of its start alone. */
  async function begin(app: App): Promise<void> {
    await app.start()
    const { page } = app
    await testAndConnect(page, service)
    await screen(page, 'Workflows').click()
    await button(page, 'New workflow').first().click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('End of the trial')
    await dialog(page).getByRole('textbox', { name: 'Event that starts it' }).fill('trial.started')
    await dialog(page).getByRole('button', { name: 'Create workflow' }).click()
    await button(page, 'Edit steps').click()
    await expect(changes(page)).toBeVisible()
  }

  const start = '“Trigger: trial.started”'
  const made = () => [...service.state.steps.values()].map(({ name }) => name).sort()

  /** A wait, and a question of three answers, one of which leads nowhere yet. */
  async function grow(page: Page): Promise<void> {
    await add(page, start, 'w', 'Two days')
    await panel(page).getByRole('textbox', { name: 'How long' }).fill('2')
    await add(page, '“Two days”', 'c', 'Which plan?')
    await panel(page).getByRole('combobox', { name: 'Field' }).fill('data.plan')
    await panel(page).getByRole('combobox', { name: 'Value of branch 1' }).fill('pro')
    await panel(page).getByRole('button', { name: 'Branch', exact: true }).click()
    await panel(page).getByRole('combobox', { name: 'Value of branch 2' }).fill('team')
    await add(page, '“Which plan?”, is pro', 'x', 'Pro')
    await add(page, '“Which plan?”, is team', 'x', 'Team')
  }

  test(
    'steps are added by letters, checked while they are written, and saved',
    { tag: '@desktop' },
    async ({ app }) => {
      const { page } = app
      await grow(page)
      await expect(page.getByText('4 changes, not saved')).toBeVisible()
      await step(page, /^Which plan\?/).click()
      await expect(panel(page)).toContainText('Nothing follows “Otherwise”')
      await expect(
        page.getByRole('button', { name: 'Add a step after “Which plan?”, Otherwise' }),
      ).toContainText('Choose a step')
      await panel(page).getByRole('combobox', { name: 'Person to try it with' }).fill('person1@')
      await expect(panel(page)).toContainText(/goes to Pro/)
      await expect(button(page, 'Save')).toBeDisabled()
      await look(app, 'workflow-edit')
      await test.step('what is not ready is walked to', async () => {
        await step(page, /^Two days/).click()
        await button(page, '1 step is not ready').click()
        await expect(panel(page).getByRole('heading', { name: 'Which plan?' })).toBeVisible()
      })
      await test.step('a change is taken back, and made again', async () => {
        await button(page, 'Undo Team').click()
        await expect(page.getByText('3 changes, not saved')).toBeVisible()
        await button(page, 'Undo').first().click()
        await expect(page.getByText('4 changes, not saved')).toBeVisible()
      })
      await add(page, '“Which plan?”, Otherwise', 'x', 'Others')
      await page.keyboard.press('Control+s')
      await expect(dialog(page)).toContainText('Nobody is on the way')
      await look(app, 'workflow-edit-save')
      await dialog(page).getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      expect(made()).toEqual(['Others', 'Pro', 'Team', 'Trigger: trial.started', 'Two days', 'Which plan?'])
      expect(service.state.transitions.size).toBe(5)
      await expect(step(page, /^Which plan\?/)).toHaveAccessibleName(/is pro: Pro/)
    },
  )

  test('what is written outlives the page, and what somebody else changed is shown beside it', async ({
    app,
  }) => {
    const { page } = app
    await add(page, start, 'x', 'Mine')
    await expect(changes(page)).toContainText('Mine')
    await screen(page, 'Contacts').click()
    await edit(page, 'End of the trial')
    await expect(changes(page)).toContainText('Mine')
    const [trigger] = service.state.steps.values()
    if (trigger) Object.assign(trigger, { name: 'Renamed by somebody', updatedAt: service.state.stamp() })
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toContainText('Somebody else changed the steps')
    await dialog(page).getByRole('button', { name: 'Go on editing' }).click()
    await expect(page.getByText(/changed “Renamed by somebody”/)).toBeVisible()
    await look(app, 'workflow-edit-theirs')
    await button(page, 'Take theirs').click()
    await expect(page.getByText('No changes', { exact: true })).toBeVisible()
    await expect(step(page, /^Renamed by somebody/)).toBeVisible()
  })

  test('where people are on the way a second workflow takes its place', async ({ app }) => {
    const { page } = app
    await add(page, start, 'w', 'Two days')
    await add(page, '“Two days”', 'x', 'The end')
    await page.keyboard.press('Control+s')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await button(page, /^Enable/).click()
    await dialog(page).getByRole('button', { name: 'Enable' }).click()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    await button(page, 'More of this workflow').click()
    await page.getByRole('menuitem', { name: 'Start for a contact…' }).click()
    await dialog(page).getByRole('textbox', { name: 'Contact' }).fill('person7@')
    await dialog(page).getByRole('radio').first().check()
    await dialog(page).getByRole('button', { name: 'Start', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    await button(page, 'Edit steps').click()
    await expect(changes(page)).toBeVisible()
    await step(page, /^Two days/).click()
    await panel(page).getByRole('textbox', { name: 'How long' }).fill('2')
    const people = page.getByRole('region', { name: /^People on the way/ })
    await expect(people.getByRole('row', { name: /^Two days 1 / })).toContainText(
      'As it was, without the change',
    )
    await look(app, 'workflow-edit-live')
    await button(page, 'Save').click()
    await expect(
      dialog(page).getByRole('row', { name: /^End of the trial disabled for new people/ }),
    ).toContainText('1')
    await look(app, 'workflow-edit-second')
    await dialog(page).getByRole('button', { name: 'Save and switch over' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'End of the trial, 2' })).toBeVisible(within)
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    const all = [...service.state.workflows.values()].map(({ name, enabled }) => [name, enabled])
    expect(all).toEqual([
      ['End of the trial', false],
      ['End of the trial, 2', true],
    ])
  })

  test('a step with several ways is taken out by the keyboard, and asks which stays', async ({ app }) => {
    const { page } = app
    await grow(page)
    await panel(page).getByRole('button', { name: 'Close the panel' }).click()
    await step(page, /^Which plan\?/).focus()
    await page.keyboard.press('Delete')
    await dialog(page)
      .getByRole('radio', { name: /is team/ })
      .check()
    await expect(dialog(page)).toContainText('1 step of the other ways goes with it: Pro')
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(step(page, /^Two days/)).toHaveAccessibleName(/Leads to Team/)
    await expect(step(page, /^Pro/)).toHaveCount(0)
  })
})

test('where the service takes steps together they are put under whoever is on the way', async ({ app }) => {
  const service = await startPrepared({ contacts: 300 })
  try {
    const page = await openConnected(app, service, 300)
    await edit(page, 'Welcome aboard')
    await step(page, /^Two days/).click()
    await panel(page).getByRole('textbox', { name: 'How long' }).fill('3')
    await expect(changes(page)).toContainText('Waits 2 days → Waits 3 days')
    const people = page.getByRole('region', { name: /^People on the way/ })
    await expect(people.getByRole('row', { name: /^Two days/ })).toContainText('Keep their due time')
    await look(app, 'workflow-edit-people')
    await button(page, 'Save').click()
    await expect(dialog(page)).toContainText('the new steps')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(button(page, 'Edit steps')).toBeVisible(within)
    await expect(step(page, /^Two days\. Wait\. Waits 3 days/)).toBeVisible()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    await test.step('offline the steps are written, and not saved', async () => {
      await goOffline(page, service)
      await button(page, 'Edit steps').click()
      await expect(changes(page)).toBeVisible()
      await step(page, /^Two days/).click()
      await panel(page).getByRole('textbox', { name: 'How long' }).fill('4')
      await expect(page.getByText('1 change, not saved')).toBeVisible()
      await expect(button(page, 'Save')).toBeDisabled()
    })
  } finally {
    await service.stop()
  }
})
