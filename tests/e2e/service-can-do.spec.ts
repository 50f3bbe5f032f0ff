import type { Page } from '@playwright/test'
import { expect, test, type App } from '../fixtures/app'
import { askerOf } from '../fixtures/asked'
import { openConnected } from '../fixtures/connected'
import { startDeployedService, type DeployedService } from '../fixtures/deployed-service/start'
import { tab } from '../fixtures/on-campaigns'
import { count, look, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'

/** What the service can do, as Settings shows it, and counts that differ from its own. */

const people = 80

const section = (page: Page) => page.getByRole('region', { name: 'What the service can do' })
const line = (page: Page, name: string) =>
  section(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
const again = (page: Page) => section(page).getByRole('button', { name: 'Ask again' })

/** Opens Settings at the section, once the service was asked. */
async function openSection(page: Page): Promise<void> {
  await screen(page, 'Settings').click()
  await expect(section(page).getByRole('status')).toContainText(/^Asked at \d\d:\d\d with \d+ requests/)
  await section(page).scrollIntoViewIfNeeded()
}

/** Looks at the section in both sizes, light and dark. */
async function lookAt(app: App, name: string): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [900, 700],
  ] as const) {
    await app.page.setViewportSize({ width, height })
    await section(app.page).evaluate((element) => {
      const list = element.parentElement
      if (list) list.scrollTop += element.getBoundingClientRect().top - list.getBoundingClientRect().top
    })
    await look(app, `${name}-${width}`)
  }
  await app.page.setViewportSize({ width: 1280, height: 800 })
}

/** Starts the app and connects it to a deployed service, without a public key. */
async function connectTo(app: App, service: DeployedService, copied: number): Promise<Page> {
  await app.start()
  const { page } = app
  await page.getByLabel('Name', { exact: true }).fill('Harbour Notes')
  await page.getByLabel('Address', { exact: true }).fill(service.url)
  await page.getByLabel('Secret key', { exact: true }).fill(service.secretKey)
  await page.getByRole('button', { name: 'Connect' }).click()
  await screen(page, 'Contacts').click()
  await expect(count(page)).toHaveText(String(copied))
  return page
}

test('of the embedded service: what it can, asked again, and a count that differs until it is read', async ({
  app,
}) => {
  const service = await startPrepared({ contacts: people })
  try {
    const page = await openConnected(app, service, people)
    await openSection(page)
    await expect(line(page, 'Contacts').first()).toContainText('by cursor, 100 a page')
    await expect(line(page, 'Bulk calls')).toContainText('changes one contact a call')
    await expect(line(page, 'Bulk calls')).toContainText('GET /contacts/bulk/none: 404')
    await expect(line(page, 'Tracking events')).toContainText('with either key')
    await expect(line(page, 'Upper and lower case')).toContainText('“oslo” is “Oslo”')
    await expect(line(page, 'Attachments')).toContainText('believed, as documented')
    await expect(section(page)).toContainText('No count differs from the service’s own.')
    await lookAt(app, 'service-can-do')

    const ask = askerOf(service)
    for (const name of ['ada', 'bo', 'cy']) await ask('/contacts', 'POST', { email: `${name}@late.example` })
    await again(page).click()
    const differs = page.getByRole('table', { name: 'Where counts differ' }).getByRole('row').nth(1)
    await expect(differs).toContainText(/Contacts\s*80\s*83\s*\+3/)
    await lookAt(app, 'service-counts-differ')
    await differs.scrollIntoViewIfNeeded()
    await look(app, 'service-counts-differ-below')

    await screen(page, 'Contacts').click()
    const mark = page.getByRole('button', { name: '3 more at the service' })
    await mark.click()
    await expect(page.getByText('The service counts 83, Postroom 80.')).toBeVisible()
    await look(app, 'contacts-count-differs')
    await openSection(page)
    await differs.getByRole('button', { name: 'Read now' }).click()
    await expect(section(page)).toContainText('No count differs from the service’s own.')
    await screen(page, 'Contacts').click()
    await expect(count(page)).toHaveText('83')
    await expect(mark).toHaveCount(0)
  } finally {
    await service.stop()
  }
})

test('while the service is away what is known stays, and is not asked', async ({ app }) => {
  const service = await startPrepared({ contacts: people })
  const page = await openConnected(app, service, people)
  await openSection(page)
  await service.stop()
  await again(page).click()
  await expect(again(page)).toBeDisabled()
  await expect(section(page).getByRole('status')).toContainText(
    'Offline. It is asked when the service answers.',
  )
  await expect(line(page, 'Bulk calls')).toContainText('no such call')
  await lookAt(app, 'service-can-do-offline')
})

test('of a deployed service: what it can beside and otherwise, and what is missing for it', async ({
  app,
}) => {
  const service = await startDeployedService()
  service.seed(people)
  try {
    const page = await connectTo(app, service, people)
    await openSection(page)
    await expect(line(page, 'Domains')).toContainText('by project, 1 found')
    await expect(line(page, 'Bulk calls')).toContainText('1,000 contacts a call, as a job')
    await expect(line(page, 'Upper and lower case')).toContainText('“oslo” is not “Oslo” in data')
    await lookAt(app, 'deployed-can-do')
    await line(page, 'Tracking events').getByRole('link', { name: 'records none until you enter it' }).click()
    await expect(page.getByRole('rowheader', { name: 'Public key' })).toBeInViewport()
  } finally {
    await service.stop()
  }
})

test('a segment and a draft that a deployed service counted earlier are shown with both figures', async ({
  app,
}) => {
  const service = await startDeployedService()
  service.seed(people)
  const ask = askerOf(service)
  const filters = [{ field: 'email', operator: 'contains', value: '@' }]
  const condition = { logic: 'AND', groups: [{ filters }] }
  await ask('/segments', 'POST', { name: 'With an address', type: 'DYNAMIC', condition })
  const mail = { subject: 'Light', body: '<p>Light</p>', from: 'keeper@example.com' }
  await ask('/campaigns', 'POST', { name: 'Lamp room', ...mail, audienceType: 'ALL', type: 'TRANSACTIONAL' })
  service.seed(6, (at) => ({ email: `late.${at}@example.com` }))
  try {
    const page = await connectTo(app, service, people + 6)
    await openSection(page)
    const differs = page.getByRole('table', { name: 'Where counts differ' })
    await expect(differs.getByRole('row', { name: /With an address/ })).toContainText(
      /86\s*80\s*−6\s*The service counts every 5 minutes/,
    )
    await expect(differs.getByRole('row', { name: /Lamp room/ })).toContainText('counted when it was saved')
    await differs.scrollIntoViewIfNeeded()
    await look(app, 'deployed-counts-differ')
    const mark = page.getByRole('button', { name: '6 fewer at the service' })
    await differs
      .getByRole('row', { name: /With an address/ })
      .getByRole('link', { name: 'Open' })
      .click()
    // Settings shows the same mark below its table.
    await expect(differs).toHaveCount(0)
    await mark.click()
    await expect(page.getByText('The service counts 80, Postroom 86.')).toBeVisible()
    await look(app, 'segment-count-differs')
    await page.goBack()
    await differs
      .getByRole('row', { name: /Lamp room/ })
      .getByRole('link', { name: 'Open' })
      .click()
    await expect(page.getByText('The service counts 80 who get it, Postroom 86.')).toBeVisible()
    await look(app, 'campaign-count-differs')
    await tab(page, 'Review').click()
    await expect(page.getByRole('complementary', { name: 'Audience and sign-off' })).toContainText(
      'The service counts 80 who get it, Postroom 86. The service counted when it was saved',
    )
    await look(app, 'review-count-differs')
  } finally {
    await service.stop()
  }
})
