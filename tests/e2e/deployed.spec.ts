import type { Page } from '@playwright/test'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { openAgain } from '../fixtures/connected'
import type { DeployedService } from '../fixtures/deployed-service/start'
import type { DnsServer } from '../fixtures/dns-server'
import { call, confirmSending, holdBar, html, signOff, status, tab } from '../fixtures/on-campaigns'
import { dialog, rowWith } from '../fixtures/on-catalogue'
import { button, figure, openFile, step, toVerify } from '../fixtures/on-import'
import { look, panel, row, screen } from '../fixtures/on-screen'
import { conditionCount, addCondition, conditionValue } from '../fixtures/on-segments'
import { addDomain, openDeployed } from '../fixtures/on-deployed'
import { check, classLine, pasteBatch } from '../fixtures/on-verification'

/** The whole story against a deployed service, which a stand-in plays that shares no code with the console. */

const people = 120
const within = { timeout: 60_000 }
let service: DeployedService
let dns: DnsServer

async function begin(app: App): Promise<void> {
  ;({ service, dns } = await openDeployed(app, people))
}

async function end(): Promise<void> {
  await service.stop()
  await dns.stop()
}

const emails = () => service.state.contacts.all().map(({ email }) => email)
const subscribed = () => service.state.contacts.all().filter((contact) => contact.subscribed).length

/** A draft to everyone, opened. */
async function draft(page: Page, name: string, subject: string): Promise<void> {
  await screen(page, 'Campaigns').click()
  await button(page, 'New campaign').first().click()
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await dialog(page).getByRole('textbox', { name: 'Subject' }).fill(subject)
  await dialog(page).getByRole('textbox', { name: 'Sender’s address' }).fill('notes@mail.harbournotes.app')
  await dialog(page).getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test.describe('one console', () => {
  const shared = sharedApp(begin)
  test.afterAll(end)

  test('people are imported by their addresses alone, taken back, and changed in bulk', async () => {
    const app = shared()
    const page = await openAgain(app, service.state.contacts.all().length)
    await test.step('a file of addresses alone is written', async () => {
      const lines = Array.from({ length: 40 }, (_, at) => `New.${at}@Lamp-Room.example`)
      await openFile(app, 'fair.csv', ['email', ...lines])
      await toVerify(page)
      await button(page, 'Continue to the run').click()
      await expect(page.getByText('not through the service’s own import of files')).toBeVisible()
      await look(app, 'deployed-import-way')
      await button(page, 'Write 40 rows').click()
      await button(page, 'See what was written').click(within)
      await expect(step(page, 'After')).toBeVisible()
      await expect(figure(page, 'Created')).toHaveText('40')
      expect(emails()).toContain('new.39@lamp-room.example')
    })
    await test.step('and taken back', async () => {
      await button(page, /^Undo/).click()
      await dialog(page)
        .getByRole('button', { name: /^(Undo|Take)/ })
        .click()
      await expect.poll(() => emails().length, within).toBe(people)
    })
    await test.step('all are unsubscribed, and that is taken back', async () => {
      const before = subscribed()
      await screen(page, 'Contacts').click()
      await expect(page.locator('.page-head .count')).toHaveText(String(people), within)
      await page.getByRole('checkbox', { name: 'Select all that match' }).click()
      await page
        .getByRole('group', { name: 'Selection' })
        .getByRole('button', { name: 'Unsubscribe' })
        .click()
      await dialog(page).getByRole('textbox').fill(String(before))
      await dialog(page)
        .getByRole('button', { name: /^Unsubscribe \d+$/ })
        .click()
      await expect(page.getByText(`${before} of ${people} unsubscribed`)).toBeVisible(within)
      expect(subscribed()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(subscribed, within).toBe(before)
    })
  })

  test('a workflow starts for one contact, whose events are read whole', async () => {
    const app = shared()
    const page = await openAgain(app, service.state.contacts.all().length)
    const [first] = service.state.contacts.all()
    if (first === undefined) throw new Error('Nobody is there')
    for (let at = 0; at < 30; at++) service.addEvent({ name: `old_${at}`, contactId: first.id })
    for (let at = 0; at < 1100; at++)
      service.addEvent({ name: 'opened', contactId: service.state.contacts.all()[1]?.id ?? '' })
    await test.step('the events', async () => {
      await page.getByRole('textbox', { name: 'Search contacts' }).fill(first.email)
      await expect(page.locator('.page-head .count')).toHaveText(/^1 of /)
      await row(page, 0).click()
      await panel(page).getByRole('button', { name: 'Read all' }).click()
      await expect(panel(page)).toContainText('All 30 events at the service are in the copy.')
      await look(app, 'deployed-contact')
      await page.keyboard.press('Escape')
    })
    await test.step('what fields and events there are, and what uses them', async () => {
      await page.getByRole('textbox', { name: 'Search contacts' }).fill('')
      await button(page, 'Columns').click()
      await button(page, 'All fields and what uses them').click()
      await expect(dialog(page).getByRole('row', { name: /plan/ })).toContainText('75.0 %')
      await look(app, 'deployed-fields')
      await page.keyboard.press('Escape')
      await screen(page, 'Events').click()
      await button(page, 'Names').click()
      await button(page, 'Delete old_3').click()
      await dialog(page).last().getByRole('textbox').fill('old_3')
      await dialog(page).last().getByRole('button', { name: 'Delete', exact: true }).click()
      await expect(dialog(page)).toHaveCount(1)
      await expect(dialog(page).getByRole('row', { name: /old_3 / })).toBeHidden()
      expect(service.state.events.all().some(({ name }) => name === 'old_3')).toBe(false)
      await page.keyboard.press('Escape')
    })
    await test.step('the workflow', async () => {
      await screen(page, 'Workflows').click()
      await button(page, 'New workflow').first().click()
      await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Thanks')
      await dialog(page).getByRole('textbox', { name: 'Event that starts it' }).fill('order.paid')
      await dialog(page).getByRole('button', { name: 'Create workflow' }).click()
      await button(page, /^Enable/).click()
      await dialog(page).getByRole('button', { name: 'Enable' }).click()
      await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
      await button(page, 'More of this workflow').click()
      await page.getByRole('menuitem', { name: 'Start for a contact…' }).click()
      await dialog(page).getByRole('textbox', { name: 'Contact' }).fill('person7@')
      await dialog(page).getByRole('radio').first().check()
      await look(app, 'deployed-start')
      await dialog(page).getByRole('button', { name: 'Start', exact: true }).click()
      await expect(dialog(page)).toBeHidden()
      expect([...service.state.executions.values()]).toHaveLength(1)
      await expect(rowWith(page, 'Executions', 'person7@lamp-room.example')).toBeVisible()
    })
  })

  test('of a contact with sixty thousand keys some are drawn, any is found, and one is changed', async () => {
    const app = shared()
    const page = await openAgain(app, service.state.contacts.all().length)
    const many = 60_000
    const patches = () => service.requests.filter(({ method }) => method === 'PATCH').length
    const before = patches()
    const data = Object.fromEntries(Array.from({ length: many }, (_, at) => [`key${at}`, at]))
    const wide = service.add({ email: 'wide@lamp-room.example', data })
    await page
      .getByRole('button', { name: /Sync now/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Search contacts' }).fill(wide.email)
    await expect(page.locator('.page-head .count')).toHaveText(/^1 of /, within)
    await row(page, 0).click()
    await expect(panel(page)).toContainText('60,000 fields')
    await expect(panel(page)).toContainText('The first 200 of 60,000')
    await panel(page).getByRole('textbox', { name: 'Find a key' }).fill('key59998')
    await expect(panel(page)).toContainText('1 of 60,000 keys')
    await app.screenshot('deployed-wide-contact')
    await panel(page).getByRole('button', { name: 'key59998, number' }).click()
    await panel(page).getByRole('textbox', { name: 'Value of key59998' }).fill('5')
    await page.keyboard.press('Enter')
    await expect.poll(() => service.state.contacts.get(wide.id)?.data?.key59998, within).toBe(5)
    expect(patches() - before).toBe(1)
  })

  test('a record that cannot be read is set aside, counted and shown, and the rest is there', async () => {
    const app = shared()
    const page = await openAgain(app, service.state.contacts.all().length)
    service.faults = ({ method, path }) => {
      if (method !== 'GET' || path !== '/segments') return null
      const sound = { id: 'a', name: 'Sound', type: 'STATIC', memberCount: 0, projectId: service.projectId }
      return { do: 'answer', status: 200, body: [sound, { ...sound, id: 'b', name: null }] }
    }
    await page
      .getByRole('button', { name: /Sync now/ })
      .first()
      .click()
    await screen(page, 'Segments').click()
    await expect(rowWith(page, 'Segments', 'Sound')).toBeVisible()
    await screen(page, 'Overview').click()
    await button(page, '1 not read').click()
    await expect(dialog(page)).toContainText('has no usable name')
    await expect(dialog(page)).toContainText('"name":null')
    await look(app, 'deployed-unread')
  })
})

test.describe('consoles of their own', () => {
  test.beforeEach(({ app }) => begin(app))
  test.afterEach(end)

  test('a list is verified, a segment made, and a campaign reviewed and sent', async ({ app }) => {
    const { page } = app
    await addDomain(page)
    await test.step('addresses are verified', async () => {
      await pasteBatch(page, ['person1@lamp-room.example', 'person2@lamp-room.example'])
      await check(page)
      await expect(classLine(page, 'Accepts mail')).toContainText('2')
    })
    const pro = service.state.contacts.all().filter(({ data }) => data?.plan === 'pro').length
    await test.step('a segment is counted as the service counts it', async () => {
      await screen(page, 'Segments').click()
      await button(page, 'New segment').first().click()
      await page.getByRole('textbox', { name: 'Name' }).fill('On pro')
      await addCondition(page, 'plan')
      // As it is written: “pro” and “Pro” are two values, here and at the service.
      await conditionValue(page).getByLabel('Find or type a value').fill('pro')
      await page.keyboard.press('Enter')
      await expect(conditionCount(page)).toHaveText(String(pro))
      await button(page, 'Make the segment').click()
      await expect
        .poll(() => [...service.state.segments.values()].map(({ memberCount }) => memberCount))
        .toEqual([pro])
      // The segment is opened once it is made: whoever goes on before that is called back.
      await expect(panel(page).getByRole('heading', { name: 'On pro' })).toBeVisible()
    })
    await test.step('a campaign is reviewed and sent to whom it said', async () => {
      await draft(page, 'Tides', 'Tides')
      await html(page).fill(
        '<p>Hello {{ firstName | default: "you" }}</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>',
      )
      await button(page, 'Save').click()
      await expect(page.locator('.save-bar')).toBeHidden()
      await signOff(page)
      await look(app, 'deployed-review')
      await expect(call(page, /^Send to/)).toHaveText(`Send to ${subscribed()}…`)
      await call(page, /^Send to/).click()
      await confirmSending(page)
      await holdBar(page).getByRole('button', { name: 'Send now' }).click()
      await expect
        .poll(() => [...service.state.campaigns.values()].map((one) => one.totalRecipients))
        .toEqual([subscribed()])
      await tab(page, 'After').click()
      await expect(page.getByRole('heading', { name: 'Funnel' })).toBeVisible()
    })
  })

  test('a campaign is scheduled, a draft again once it is cancelled, and tested by members alone', async ({
    app,
  }) => {
    const { page } = app
    await addDomain(page)
    await draft(page, 'Tides', 'Tides')
    await html(page).fill('<p>Hello</p><p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>')
    await button(page, 'Save').click()
    await expect(page.locator('.save-bar')).toBeHidden()
    await signOff(page)
    await call(page, 'Schedule').click()
    await dialog(page).getByRole('button', { name: 'Go on…' }).click()
    await confirmSending(page)
    await holdBar(page).getByRole('button', { name: /now$/ }).click()
    await expect(status(page)).toHaveText('Scheduled', within)
    await call(page, 'Cancel…').click()
    await expect(dialog(page)).toContainText('It becomes a draft again')
    await look(app, 'deployed-cancel')
    await dialog(page).getByRole('button', { name: 'Cancel the campaign' }).click()
    await expect(page.getByText('It is a draft again. Nobody gets it.')).toBeVisible()
    await expect(status(page)).toHaveText('Draft')
    await expect(holdBar(page)).toBeHidden()
    await call(page, 'Send a test').click()
    await expect(dialog(page)).toContainText('To members of the project alone')
    await dialog(page).getByRole('textbox').fill('person1@lamp-room.example')
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(dialog(page)).toContainText('The service sends tests only to members of the project')
    await look(app, 'deployed-test-mail')
  })

  test('what went on in the project and what will be sent is listed, and kept for when the service is away', async ({
    app,
  }) => {
    const { page } = app
    const [first, second] = service.state.contacts.all()
    if (!first || !second) throw new Error('Nobody is there')
    for (let at = 0; at < 60; at++) service.addEvent({ name: 'signed_in', contactId: first.id })
    service.addEvent({ name: 'plan_changed', contactId: second.id })
    await addDomain(page)
    for (const name of ['Tides', 'Harbour days', 'Winter berths', 'Spring fair'])
      await draft(page, name, name)
    let days = 0
    for (const campaign of service.state.campaigns.values()) {
      const scheduledFor = new Date(Date.now() + ++days * 86_400_000).toISOString()
      Object.assign(campaign, { status: 'SCHEDULED', scheduledFor, totalRecipients: 100 + days })
    }
    await screen(page, 'Activity').click()
    await page.getByRole('link', { name: 'Project' }).click()
    const coming = page.getByRole('region', { name: 'Coming up' })
    await expect(coming.getByRole('listitem')).toHaveCount(3)
    await expect(coming.getByRole('listitem').first()).toContainText('Tides')
    await expect(coming.getByRole('listitem').first()).toContainText('101 people')
    const feed = page.getByRole('grid', { name: 'Activity of the project' })
    await expect(page.locator('.page-head .count')).toHaveText('61')
    await look(app, 'deployed-project-activity')
    await test.step('it is narrowed', async () => {
      await page.getByRole('textbox', { name: 'Search activity' }).fill('plan_ch')
      await expect(page.locator('.page-head .count')).toHaveText(/^1 of \d+$/)
    })
    await test.step('offline it stays', async () => {
      await service.stop()
      await page
        .getByRole('button', { name: /Sync now/ })
        .first()
        .click()
      await expect(page.getByText(/Offline since/)).toBeVisible(within)
      await expect(button(page, 'Read now')).toBeDisabled()
      await expect(feed).toContainText('plan_changed')
      await expect(coming.getByRole('listitem')).toHaveCount(3)
      await app.screenshot('deployed-project-activity-offline')
    })
    await test.step('a row opens whom it is about', async () => {
      await rowWith(page, 'Activity of the project', 'plan_changed').click()
      await expect(panel(page)).toContainText(second.email)
    })
  })

  test('a draft is written in Liquid, shown as it is sent, and deleted', async ({ app }) => {
    const { page } = app
    await addDomain(page)
    await draft(page, 'Tides', '{% if plan %}For you{% else %}Hello{% endif %}')
    await expect(status(page)).toHaveText('Draft')
    await html(page).fill(
      '<p>{% if firstName %}Hello {{ firstName | upcase }}{% else %}Hello{% endif %}</p>{% if %}',
    )
    await look(app, 'deployed-liquid')
    await test.step('an image is handed to the service and stands in the mail', async () => {
      await html(page).fill('<p>Hello</p>')
      await html(page).press('End')
      await page.getByLabel('Images for the mail').setInputFiles({
        name: 'harbour.png',
        mimeType: 'image/png',
        buffer: Buffer.from('89504e470d0a1a0a0000', 'hex'),
      })
      await expect(html(page)).toContainText('<img src="https://storage.test/')
      expect(service.state.uploads).toHaveLength(1)
      await page.keyboard.type('The harbour')
      await expect(html(page)).toContainText('alt="The harbour">')
      await page
        .getByLabel('Images for the mail')
        .setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('text') })
      await expect(page.getByText('text.png is not an image for mails')).toBeVisible()
      await app.screenshot('deployed-image')
    })
    await page.getByRole('button', { name: 'Discard' }).click()
    await button(page, 'More of this campaign').click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await dialog(page).getByRole('textbox').fill('Tides')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(dialog(page)).toBeHidden()
    expect(service.state.campaigns.size).toBe(0)
  })
})
