import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button } from '../fixtures/on-import'
import { barriers, contactsOf, count, look, panel, row } from '../fixtures/on-screen'
import {
  conditionCount,
  filterAt,
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
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    const subscribed = (await contactsOf(service)).filter((contact) => contact.subscribed).length

    await test.step('an unfinished condition says what is missing, where it is', async () => {
      await newSegment(page, 'Lamp room')
      await expect(conditionCount(page)).toContainText('once it is complete')
      await button(page, 'Make the segment').click()
      await expect(filterAt(page, 1).getByRole('alert')).toHaveText('Name a field.')
      await expect(page.getByText('The condition is not complete.')).toBeVisible()
      await look(app, 'segments-new')
    })
    await test.step('it is counted as it is written', async () => {
      await filterAt(page, 1).getByLabel('What is asked about').selectOption('Subscribed')
      await expect(filterAt(page, 1).getByLabel('Value', { exact: true })).toHaveValue('true')
      await expect(conditionCount(page)).toContainText(`${subscribed} of ${people} contacts`)
    })
    await test.step('groups, filters and nested conditions are added and removed with the keyboard', async () => {
      await button(page, 'Add a filter').focus()
      await page.keyboard.press('Enter')
      await expect(filterAt(page, 2).getByLabel('What is asked about')).toBeFocused()
      await filterAt(page, 2).getByLabel('What is asked about').selectOption('Event')
      await filterAt(page, 2).getByLabel('Condition').selectOption('never happened')
      await filterAt(page, 2).getByLabel('Name of the event').fill('no.such.event')
      await expect(conditionCount(page)).toContainText(`${subscribed} of ${people} contacts`)
      await button(page, 'Add a group').press('Enter')
      const second = page.getByRole('group', { name: 'Group 2 of 2' })
      await expect(second.getByLabel('What is asked about')).toBeFocused()
      await second.getByLabel('What is asked about').selectOption('Address')
      await second.getByLabel('Condition').selectOption('has a value')
      await page.getByLabel('How the groups are joined').selectOption('Any group holds')
      await expect(conditionCount(page)).toContainText(`${people} of ${people} contacts`)
      await second.getByRole('button', { name: 'Nest a condition' }).press('Enter')
      await look(app, 'segments-nested')
      await second.getByRole('button', { name: 'Remove the nested condition' }).press('Enter')
      await second.getByRole('button', { name: 'Remove the group' }).press('Enter')
      await expect(conditionCount(page)).toContainText(`${subscribed} of ${people} contacts`)
    })
    await test.step('it can be read as JSON', async () => {
      await button(page, 'As JSON').click()
      await expect(page.getByRole('region', { name: 'The condition as JSON' })).toContainText('notTriggered')
      await look(app, 'segments-json')
    })
    await test.step('what is written outlives a restart', async () => {
      await page.getByRole('textbox', { name: 'Description' }).fill('By lamp light')
      await button(page, 'Leave').click()
      await button(page, 'New segment').click()
      await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By lamp light')
      await app.restart()
      await openSegments(app.page)
      await button(app.page, 'New segment').click()
      await expect(app.page.getByText('was not saved and is here again')).toBeVisible()
      await expect(app.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Lamp room')
    })
    const after = app.page
    await test.step('saved, it is shown in words, with its members', async () => {
      await button(after, 'Make the segment').click()
      await expect(panel(after)).toContainText('no.such.event never happened')
      await expect(panel(after)).toContainText('No campaign, workflow or segment of the copy uses it.')
      await look(app, 'segments-panel')
      await panel(after).getByRole('button', { name: 'Members' }).click()
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
      await after.getByRole('textbox', { name: 'Name' }).fill('Lamp house')
      await button(after, 'Save').click()
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

  await test.step('a static segment begins with nobody', async () => {
    await newSegment(page, 'By hand')
    await page.getByRole('radio', { name: 'People named one by one' }).check()
    await button(page, 'Make the segment').click()
    await panel(page).getByRole('button', { name: 'Members' }).click()
    await expect(page.getByText('No members')).toBeVisible()
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
    await expect(count(page)).toHaveText('Segment, 2 members in the copy')
    await expect(memberList(page)).toContainText(emails[0] ?? '')
  })
  await test.step('one is taken out again', async () => {
    await button(page, 'Add or take out').click()
    await dialog.getByRole('radio', { name: 'Take out of it' }).check()
    await dialog.getByRole('textbox', { name: 'Addresses' }).fill(emails[0] ?? '')
    await dialog.getByRole('button', { name: 'Take out', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(count(page)).toHaveText('Segment, 1 member in the copy')
  })
})

test('without the service segments are looked at, and not written', async ({ app }) => {
  const page = await openConnected(app, service, people)
  await openSegments(page)
  const held = await count(page).innerText()
  await service.stop()
  await page.keyboard.press('r')
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 30_000 })
  await expect(button(page, 'New segment')).toBeDisabled()
  await expect(count(page)).toHaveText(held)
  await row(page, 0, 'Segments').click()
  await expect(panel(page).getByRole('button', { name: 'Edit' })).toBeDisabled()
  await look(app, 'segments-offline')
  await panel(page).getByRole('button', { name: 'Members' }).click()
  await expect(count(page)).toContainText('in the copy')
})
