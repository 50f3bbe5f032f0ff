import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected, sharedConnected } from '../fixtures/connected'
import { dialog, rowWith } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { askService, look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Templates: the list, writing one beside how it looks, what is kept, and what others do to it meanwhile. */
const people = 60
let service: RunningService

const editor = (page: Page) => page.getByRole('textbox', { name: 'HTML of the template' })
const subject = (page: Page) => page.getByLabel('Subject', { exact: true })
const side = (page: Page, name: string | RegExp) =>
  page.getByRole('radiogroup', { name: 'Beside the text' }).getByRole('radio', { name })
const received = (page: Page) => page.getByRole('region', { name: 'Preview' }).frameLocator('iframe').last()

/** From anywhere to a template of the sample. */
async function open(page: Page, name: string): Promise<void> {
  await screen(page, 'Templates').click()
  await rowWith(page, 'Templates', name).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(editor(page)).toBeVisible()
}

/** Puts a paragraph before everything that the template says. */
async function writeFirst(page: Page, text: string): Promise<void> {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type(text)
}

async function changeAtService(id: string, changes: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${service.url}/templates/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
  expect(answer.ok).toBe(true)
}

/** What stands beneath the text while something is not saved. */
const unsaved = (page: Page) => page.locator('.save-bar')

const idOf = (page: Page) => decodeURIComponent(page.url().split('/').at(-1) ?? '')

test(
  'a template is written beside how it looks, kept while it is not saved, and saved',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    service = await startPrepared({ contacts: people, dialect: 'deployed' })
    const page = await openConnected(app, service, people)

    await test.step('the list is narrowed by name and type', async () => {
      await screen(page, 'Templates').click()
      await expect(rowWith(page, 'Templates', 'Receipt')).toContainText('Transactional')
      await look(app, 'templates-list')
      await page.getByRole('textbox', { name: 'Search templates' }).fill('receipt')
      await expect(rowWith(page, 'Templates', 'Weather alert')).toHaveCount(0)
      await page.getByRole('textbox', { name: 'Search templates' }).fill('nothing like it')
      await expect(page.getByText('No template matches')).toBeVisible()
      await button(page, 'Remove the filters').click()
    })

    await test.step('it is shown as it is received', async () => {
      await open(page, 'Receipt')
      await expect(
        received(page)
          .getByText(/Receipt|invoice/i)
          .first(),
      ).toBeVisible()
      await look(app, 'template')
    })

    await test.step('variables are completed, and what is typed shows in the preview', async () => {
      await writeFirst(page, '<p>Ahoy {{fir')
      const offered = page.getByRole('listbox').getByRole('option', { name: /^firstName/ })
      await expect(offered).toBeVisible()
      await look(app, 'template-completion')
      await offered.click()
      await expect(editor(page)).toContainText('Ahoy {{firstName}}')
      await expect(received(page).getByText(/^Ahoy/)).toBeVisible()
      await expect(unsaved(page)).toContainText('Not saved')
    })

    await test.step('what is found is told, and leads to its line', async () => {
      await writeFirst(page, '<p>{{nobodyHasThis}}</p>\n')
      await side(page, /^Checks/).click()
      const region = page.getByRole('region', { name: 'Checks' })
      await expect(region.getByText('nobodyHasThis').first()).toBeVisible()
      await expect(page.locator('.cm-lintRange').first()).toBeVisible()
      await look(app, 'template-checks')
      await button(page, 'Go to line 1').first().click()
      await expect(editor(page)).toBeFocused()
    })

    await test.step('what is not saved outlives the end of the program', async () => {
      await expect(unsaved(page)).toContainText('It is kept on this computer')
      await app.restart()
      await open(app.page, 'Receipt')
      await expect(editor(app.page)).toContainText('{{nobodyHasThis}}')
      await expect(unsaved(app.page)).toContainText('This was written until')
    })

    await test.step('a save is at the service', async () => {
      await subject(app.page).fill('Your receipt, {{firstName}}')
      await app.page.getByLabel('Note', { exact: true }).fill('Sent when a card is charged')
      await button(app.page, 'Save').click()
      await expect(unsaved(app.page)).toHaveCount(0)
      expect(await askService(service, `/templates/${idOf(app.page)}`)).toMatchObject({
        subject: 'Your receipt, {{firstName}}',
        description: 'Sent when a card is charged',
        body: expect.stringContaining('{{nobodyHasThis}}'),
      })
    })
    await service.stop()
  },
)

test.describe('one console', () => {
  const shared = sharedConnected(people, { dialect: 'deployed' })
  const begin = async () => {
    const found = await shared()
    service = found.service
    return found
  }

  test('what somebody else saved meanwhile is not written over unseen', async () => {
    const { app, page } = await begin()
    await open(page, 'Weather alert')
    await subject(page).fill('Mine')
    await changeAtService(idOf(page), { subject: 'Theirs' })
    await button(page, 'Save').click()
    await expect(dialog(page)).toContainText('Somebody else saved this template after you began to write.')
    await expect(dialog(page).getByRole('row', { name: /^Subject/ })).toContainText('Theirs')
    await look(app, 'template-conflict')
    await button(page, 'Save mine').click()
    await expect(unsaved(page)).toHaveCount(0)
    expect(await askService(service, `/templates/${idOf(page)}`)).toMatchObject({ subject: 'Mine' })

    await subject(page).fill('Mine again')
    await changeAtService(idOf(page), { subject: 'Theirs again' })
    await page.keyboard.press('ControlOrMeta+s')
    await button(page, 'Take theirs').click()
    await expect(subject(page)).toHaveValue('Theirs again')
  })

  test('a template is made, copied and deleted; one that a workflow sends stays', async () => {
    const { app, page } = await begin()
    await screen(page, 'Templates').click()

    await test.step('made', async () => {
      await button(page, 'New template').click()
      await dialog(page).getByLabel('Name', { exact: true }).fill('Lamp lit')
      await dialog(page).getByLabel('Subject').fill('The lamp is lit')
      await look(app, 'template-new')
      await button(page, 'Create the template').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lamp lit' })).toBeVisible()
      await expect(editor(page)).toContainText('Hello')
    })
    await test.step('copied', async () => {
      await button(page, 'More of this template').click()
      await page.getByRole('menuitem', { name: 'Duplicate…' }).click()
      await expect(dialog(page).getByLabel('Name', { exact: true })).toHaveValue('Lamp lit, copy')
      await button(page, 'Duplicate').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lamp lit, copy' })).toBeVisible()
    })
    await test.step('deleted, its name typed', async () => {
      await button(page, 'More of this template').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await expect(button(page, 'Delete the template')).toBeDisabled()
      await dialog(page).getByRole('textbox').fill('Lamp lit, copy')
      await look(app, 'template-delete')
      await button(page, 'Delete the template').click()
      await expect(rowWith(page, 'Templates', 'Lamp lit')).toHaveCount(1)
    })
    await test.step('kept, since a workflow sends it', async () => {
      await open(page, 'Trial over')
      await expect(side(page, /^Used by [1-9]/)).toBeVisible({ timeout: 60_000 })
      await side(page, /^Used by/).click()
      await expect(page.getByText('Workflows that send it')).toBeVisible()
      await look(app, 'template-uses')
      await button(page, 'More of this template').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await dialog(page).getByRole('textbox').fill('Trial over')
      await button(page, 'Delete the template').click()
      await expect(dialog(page).getByRole('alert')).toContainText('that is being used in workflows')
    })
  })

  test('offline, templates are read and written, and saving waits for a person', async () => {
    const { app, page } = await begin()
    await open(page, 'Receipt')
    await service.stop()
    await page
      .getByRole('button', { name: /Sync now/ })
      .first()
      .click()
    await expect(page.getByText(/^Offline since/).first()).toBeVisible({ timeout: 60_000 })
    await subject(page).fill('Written at sea')
    await expect(button(page, 'Save')).toBeDisabled()
    await expect(unsaved(page)).toContainText('Offline. Templates are changed when the service answers.')
    await look(app, 'template-offline')
    await screen(page, 'Templates').click()
    await expect(button(page, 'New template')).toBeDisabled()
    await open(page, 'Receipt')
    await expect(subject(page)).toHaveValue('Written at sea')
  })
})
