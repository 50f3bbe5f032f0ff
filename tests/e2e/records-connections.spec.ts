import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { dialog } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import {
  cameTo,
  connectRecords,
  fillConnection,
  fromConnections,
  openConnecting,
  readAgain,
  reading,
} from '../fixtures/on-records'
import { count, look, row, screen } from '../fixtures/on-screen'
import { startRecordServer } from '../fixtures/record-server'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Connections to record services: two in one profile, other ways of calling, and what is said of wrong ones. */
const people = 120
const name = 'Wharf office'
const patience = { timeout: 60_000 }
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const press = (page: Page, label: string | RegExp) =>
  dialog(page).getByRole('button', { name: label, exact: true }).click()
const found = (page: Page) => dialog(page).getByRole('status')
const refused = (page: Page) => dialog(page).getByRole('alert')

test(
  'two services are connected, switched between, and one of them is changed',
  { tag: '@keychain' },
  async ({ app }) => {
    const page = await openConnected(app, service, people)
    await connectRecords(page, service, name)
    const records = await count(page).innerText()

    await test.step('another one, called by its resource', async () => {
      await fromConnections(page, name, 'Connect another service')
      await fillConnection(page, service, { name: 'Companies only' })
      await press(page, 'API')
      await field(page, 'API style').selectOption({ label: 'Resources (GET)' })
      await field(page, 'Resource').fill('companies')
      await press(page, 'Test')
      await expect(found(page)).toContainText('totalCount gives its length')
      await look(app, 'records-resource')
      await press(page, 'Connect')
      await expect(button(page, 'Connection: Companies only')).toBeVisible()
      await expect(reading(page)).toContainText('Read at', patience)
      await expect(row(page, 0, 'Records')).toContainText('company')
      await expect(count(page)).not.toHaveText(new RegExp(`^(0|${records})$`))
    })
    const companies = await count(page).innerText()
    expect(companies).not.toBe(records)

    await test.step('each has records of its own', async () => {
      await fromConnections(page, 'Companies only', new RegExp(name))
      await expect(count(page)).toHaveText(records)
      await fromConnections(page, name, /Companies only/)
      await expect(count(page)).toHaveText(companies)
    })
    await test.step('one is changed: its name, how often it is read, which list is meant', async () => {
      await fromConnections(page, 'Companies only', 'Change the connection')
      await expect(field(page, 'Resource')).toHaveValue('companies')
      await field(page, 'Name').fill('Everything again')
      await field(page, 'Resource').fill('records')
      await field(page, 'Read the list').selectOption({ label: 'Only when asked' })
      await press(page, 'Save')
      await expect(button(page, 'Connection: Everything again')).toBeVisible()
      await expect(count(page)).toHaveText(records, patience)
      await expect(reading(page)).toContainText('read only when asked')
    })
    await test.step('both are there after a restart', async () => {
      await app.restart()
      await screen(app.page, 'Records').click()
      await expect(button(app.page, `Connection: ${name}`)).toBeVisible()
      await fromConnections(app.page, name, /Everything again/)
      await expect(count(app.page)).toHaveText(records)
    })
    await test.step('Settings lists both, and leads to the form of each', async () => {
      const now = app.page
      await screen(now, 'Settings').click()
      const tokens = now.getByRole('table', { name: 'Keys and tokens' }).getByRole('row', { name: /, token/ })
      await expect(tokens).toHaveCount(2)
      await expect(tokens.first()).toContainText(`…${service.records.token.slice(-4)}`)
      await expect(now.getByText(`, ${2 * people} records`)).toBeVisible()
      await look(app, 'records-in-settings')
      await button(now, 'Replace: Everything again, token').click()
      await expect(field(now, 'Name')).toHaveValue('Everything again')
      await now.keyboard.press('Escape')
      await expect(dialog(now)).toHaveCount(0)
      await expect(button(now, 'Connection: Everything again')).toBeVisible()
    })
  },
)

test('what is wrong with a connection is said in words, and the name of a list can be set', async ({
  app,
}) => {
  const page = await openConnected(app, service, people)

  await test.step('what is missing is marked, and the first of it has the focus', async () => {
    await openConnecting(page)
    await field(page, 'Name').fill(name)
    await press(page, 'Connect')
    await expect(dialog(page)).toContainText('Enter the workspace.')
    await expect(field(page, 'Address')).toBeFocused()
  })
  await test.step('a workspace and a company that are not there', async () => {
    await fillConnection(page, service, { name })
    await field(page, 'Workspace').fill('wsp_of_nobody')
    await press(page, 'Test')
    await expect(refused(page)).toContainText('The service does not know this list')
    await expect(refused(page)).toContainText('Check the API style, the name and the workspace.')
    await look(app, 'records-refused')
    await fillConnection(page, service, { name })
    await field(page, 'Company id').fill('com_of_nobody')
    await press(page, /^Test/)
    await expect(refused(page)).toContainText('Check the company id and the workspace')
  })
  await test.step('an operation that is not there', async () => {
    await fillConnection(page, service, { name })
    await press(page, 'API')
    await field(page, 'Operation').fill('list-nothing')
    await press(page, /^Test/)
    await expect(refused(page)).toContainText('knows no operation list-nothing')
    await field(page, 'Operation').fill('list-records')
  })
  const server = await startRecordServer([{ id: 'boat-1', name: 'Marie' }])
  server.form = (boats, total) => ({ boats, buoys: [{ id: 'buoy-1' }, { id: 'buoy-2' }], totalCount: total })
  try {
    await test.step('an answer with two lists', async () => {
      await fillConnection(page, server, { name })
      await press(page, /^Test/)
      await expect(refused(page)).toContainText('it holds several lists (boats, buoys)')
    })
    await test.step('a name that no list has', async () => {
      await field(page, 'Name of the list').fill('bouys')
      await press(page, /^Test/)
      await expect(refused(page)).toContainText('there is no list called bouys in it')
    })
    await test.step('the name that is meant', async () => {
      await field(page, 'Name of the list').fill('boats')
      await press(page, /^Test/)
      await expect(found(page)).toContainText('The list is called boats')
      await press(page, 'Connect')
      await expect(reading(page)).toContainText(cameTo({ added: '1' }), patience)
      await expect(row(page, 0, 'Records')).toContainText('Marie')
      await expect(count(page)).toHaveText('1')
    })
  } finally {
    await server.close()
  }
})

test('a token that is refused stops the reading, which goes on with another', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const server = await startRecordServer([{ id: 'boat-1', name: 'Marie' }])
  try {
    await connectRecords(page, server, name)
    server.takes = 'pat_of_another_day'
    await readAgain(page)
    await expect(reading(page)).toContainText('The token was refused.', patience)
    await expect(row(page, 0, 'Records')).toContainText('Marie')
    await look(app, 'records-token')
    await reading(page).getByRole('button', { name: 'Enter the token' }).click()
    await expect(field(page, 'Token')).toHaveValue('')
    await expect(dialog(page)).toContainText(`to keep the token ending in ${server.records.token.slice(-4)}`)
    await field(page, 'Token').fill(server.takes)
    await press(page, 'Save')
    await expect(reading(page)).toContainText(cameTo({}), patience)
  } finally {
    await server.close()
  }
})
