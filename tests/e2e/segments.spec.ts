import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { askBy } from '../fixtures/on-filters'
import { button } from '../fixtures/on-import'
import { barriers, contactsOf, count, look, panel, row } from '../fixtures/on-screen'
import {
  addCondition,
  conditionCount,
  conditionValue,
  memberList,
  newSegment,
  openSegments,
  segmentList,
} from '../fixtures/on-segments'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Segments: their list, a condition that is built, members by list, and what stands in the way. */
const people = 120
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people, dialect: 'deployed' })
})
test.afterEach(async () => {
  await service.stop()
})

test(
  'a condition is built by keyboard beside its count, saved, shown in words and changed',
  { tag: ['@desktop', '@keychain', '@postgres'] },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    const subscribed = (await contactsOf(service)).filter((contact) => contact.subscribed).length

    await test.step('an unfinished condition says what is missing, where it is', async () => {
      await newSegment(page, 'Lamp room')
      await addCondition(page, 'Subscribed')
      await page.keyboard.press('Escape')
      await page.keyboard.press('c')
      await page.getByLabel('Find a field').fill('Subscribed')
      await page.keyboard.press('Enter')
      await conditionValue(page).getByRole('button', { name: 'Done' }).click()
      await button(page, 'Make the segment').click()
      await expect(page.getByText('The condition is not finished.')).toBeVisible()
      await look(app, 'segments-new')
    })
    await test.step('it is counted as it is written', async () => {
      await page.locator('.chip .edit').click()
      await conditionValue(page).getByRole('checkbox', { name: /^Yes/ }).check()
      await expect(conditionCount(page)).toHaveText(String(subscribed))
      await expect(page.locator('.facts')).toContainText(`of ${people}`)
      await page.keyboard.press('Enter')
    })
    await test.step('conditions and groups are added, moved and removed with the keyboard', async () => {
      const lines = page.locator('[data-line]')
      await page.keyboard.press('c')
      await page.getByLabel('Find a field').fill('no.such.event')
      await page.getByRole('option', { name: /as an event/ }).click()
      await askBy(page, 'never happened', 'Change the condition')
      await page.keyboard.press('Enter')
      await expect(lines).toHaveCount(2)
      await expect(conditionCount(page)).toHaveText(String(subscribed))
      await page.keyboard.press('Shift+C')
      await expect(lines).toHaveCount(3)
      await page.locator('.chip .edit').last().focus()
      await page.keyboard.press('Alt+ArrowDown')
      await expect(page.getByRole('group', { name: 'Any of these' }).locator('.chip')).toHaveCount(1)
      await look(app, 'segments-nested')
      await page.keyboard.press('Alt+ArrowUp')
      await button(page, 'Remove the group').click()
      await expect(lines).toHaveCount(2)
      await expect(conditionCount(page)).toHaveText(String(subscribed))
    })
    await test.step('it can be read as JSON', async () => {
      await button(page, 'As JSON').click()
      await expect(page.getByRole('region', { name: 'The condition as JSON' })).toContainText('notTriggered')
      await look(app, 'segments-json')
    })
    await test.step('what is written outlives a restart', async () => {
      await button(page, 'Cancel').click()
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
      await look(app, 'segments-leave')
      await button(page, 'Stay').click()
      await expect(page.getByText('Changed, not saved')).toBeVisible()
      await app.restart()
      await openSegments(app.page)
      await button(app.page, 'New segment').click()
      await expect(app.page.getByText('Your unsaved changes are back')).toBeVisible()
      await expect(app.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lamp room')
    })
    const after = app.page
    await test.step('saved, it is shown in words, with its members', async () => {
      await button(after, 'Make the segment').click()
      await expect(panel(after)).toContainText('no.such.event never happened')
      await expect(panel(after)).toContainText('No campaign, workflow or segment of the copy uses it.')
      await look(app, 'segments-panel')
      await panel(after).getByRole('button', { name: 'Show people' }).click()
      await expect(count(after)).toHaveText(`Segment, ${subscribed} members in the copy`)
      await expect(row(after, 0, 'Members')).toContainText('@')
      await look(app, 'segments-members')
      await after.setViewportSize({ width: 1920, height: 1080 })
      await app.screenshot('segments-members-wide')
      await after.setViewportSize({ width: 1280, height: 800 })
    })
    await test.step('its members are exported', async () => {
      const file = path.join(app.dataFolder, 'members.csv')
      await button(after, `Export ${subscribed}`).click()
      const dialog = after.getByRole('dialog')
      await app.saveExport(file, () => dialog.getByRole('button', { name: /^Export/ }).click())
      expect((await readFile(file, 'utf8')).trim().split(/\r?\n/)).toHaveLength(subscribed + 1)
    })
    await test.step('it is renamed, and deleted once its name is typed', async () => {
      await button(after, 'Details').click()
      await panel(after).getByRole('button', { name: 'Edit' }).click()
      await button(after, 'Change the name').click()
      await after.getByRole('textbox', { name: 'Name' }).fill('Lamp house')
      await button(after, 'Save segment').click()
      await expect(panel(after).getByRole('heading', { name: 'Lamp house' })).toBeVisible()
      await panel(after).getByRole('button', { name: 'More' }).click()
      await after.getByRole('menuitem', { name: 'Delete' }).click()
      const dialog = after.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
      expect(await barriers(after)).toEqual([])
      await dialog.getByRole('textbox').fill('Lamp house')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(panel(after)).toHaveCount(0)
      await expect(segmentList(after).getByText('Lamp house')).toHaveCount(0)
    })
  },
)

test('a pasted list adds to a static segment and takes out of it, and who was not found is told', async ({
  app,
}) => {
  const page = await openConnected(app, service, people)
  const [one, two] = await contactsOf(service)
  const emails = [one?.email ?? '', two?.email ?? '']
  const dialog = page.getByRole('dialog')

  await test.step('a static segment begins with whom its lines name', async () => {
    await newSegment(page, 'By hand')
    await button(page, 'Name people one by one').click()
    const third = (await contactsOf(service))[2]?.email ?? ''
    await page
      .getByRole('textbox', { name: 'Addresses' })
      .fill(`${third}\nSomebody <${third.toUpperCase()}>\nword\nnew@nowhere.example`)
    const sums = page.getByRole('region', { name: 'What becomes of the 4' })
    await expect(sums).toContainText('People in the segment2')
    await expect(sums).toContainText('Add the 1 as contact, not subscribed')
    await look(app, 'segments-static')
    await sums.getByRole('radio', { name: /^Leave the 1 out/ }).check()
    await button(page, 'Make segment of 1').click()
    await expect(count(page)).toHaveText('Segment, 1 member in the copy')
    await expect(memberList(page)).toContainText(third)
  })
  await test.step('two are added, and who is no contact is told', async () => {
    await button(page, 'Add or take out').click()
    await dialog
      .getByRole('textbox', { name: 'Addresses' })
      .fill(`Somebody <${emails[0]}>, ${emails[1]}\nnobody@nowhere.example; word`)
    await look(app, 'segments-paste')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText('nobody@nowhere.example')).toBeVisible()
    await expect(dialog).toContainText('1 word is no address')
    await look(app, 'segments-pasted')
    const file = path.join(app.dataFolder, 'missing.csv')
    await app.saveExport(file, () => dialog.getByRole('button', { name: 'Save as a file' }).click())
    expect((await readFile(file, 'utf8')).trim().split(/\r?\n/)).toEqual(['email', 'nobody@nowhere.example'])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(count(page)).toHaveText('Segment, 3 members in the copy')
    await expect(memberList(page)).toContainText(emails[0] ?? '')
  })
  await test.step('one is taken out again', async () => {
    await button(page, 'Add or take out').click()
    await dialog.getByRole('radio', { name: 'Take out of it' }).check()
    await dialog.getByRole('textbox', { name: 'Addresses' }).fill(emails[0] ?? '')
    await dialog.getByRole('button', { name: 'Take out', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(count(page)).toHaveText('Segment, 2 members in the copy')
  })
})

test('without the service segments are looked at, and not written', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await openSegments(page)
  await expect(row(page, 0, 'Segments')).toBeVisible()
  await expect(count(page)).toHaveText(/^[1-9]/)
  const held = await count(page).innerText()
  await service.stop()
  await page.keyboard.press('r')
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await expect(button(page, 'New segment')).toBeDisabled()
  await expect(count(page)).toHaveText(held)
  await row(page, 0, 'Segments').click()
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toBeDisabled()
  await look(app, 'segments-offline')
  await panel(page).getByRole('button', { name: 'Show people' }).click()
  await expect(count(page)).toContainText('in the copy')
})
