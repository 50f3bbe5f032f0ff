import type { Page } from '@playwright/test'
import { domainSchema } from '../../src-shared/interface/domain'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { dialog, goOffline, rowWith } from '../fixtures/on-catalogue'
import { button } from '../fixtures/on-import'
import { askService, contactsOf, look, panel, screen } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Sending domains, from adding one to its removal, with a DNS of the test's own. */
const people = 40
const domain = 'mail.lamp-room.example'
let dns: DnsServer
let service: RunningService

test.beforeEach(async () => {
  dns = await startDnsServer()
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

const records = (page: Page) => panel(page).locator('.record')
const check = (page: Page) => panel(page).getByRole('button', { name: 'Check again' }).click()

/** The tokens that the service gave the domain. */
async function tokens(): Promise<string[]> {
  const [someone] = await contactsOf(service)
  const domains = domainSchema
    .array()
    .parse(await askService(service, `/domains/project/${String(someone?.projectId)}`))
  return domains.find((one) => one.domain === domain)?.dkimTokens ?? []
}

test(
  'a domain is added, published step by step, checked and removed',
  { tag: '@desktop' },
  async ({ app }) => {
    app.env = { POSTROOM_DNS: dns.address }
    const page = await openConnected(app, service, people)
    await screen(page, 'Domains').click()

    await test.step('a name that is none is refused in its field', async () => {
      await button(page, 'Add a domain').click()
      await expect(dialog(page)).toContainText('The service makes keys for it')
      await dialog(page).getByRole('textbox', { name: 'Domain' }).fill('no domain')
      await dialog(page).getByRole('button', { name: 'Add the domain' }).click()
      await expect(dialog(page)).toContainText('Must be a domain')
      await look(app, 'domains-add')
    })
    await test.step('what is added opens with its records, none of them in DNS', async () => {
      await dialog(page).getByRole('textbox', { name: 'Domain' }).fill(domain)
      await dialog(page).getByRole('button', { name: 'Add the domain' }).click()
      await expect(panel(page).getByRole('heading', { name: domain })).toBeVisible()
      await expect(records(page)).toHaveCount(5)
      await expect(records(page).getByText('Missing', { exact: true })).toHaveCount(5)
      await expect(panel(page)).toContainText('Nothing can be sent from it yet.')
      await expect(rowWith(page, 'Domains', domain)).toContainText('Not verified')
      await look(app, 'domains-missing')
    })
    await test.step('what is copied of a record is what is to be published', async () => {
      const [token = ''] = await tokens()
      await expect(records(page).first()).toContainText(`${token}._domainkey.${domain}`)
      await expect(records(page).first()).toContainText(`${token}.dkim.amazonses.com`)
      await records(page)
        .first()
        .getByRole('button', { name: /^Copy the value/ })
        .click()
      await expect(records(page).first().getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
    })
    await test.step('what stands there instead is told, and what to do about it', async () => {
      for (const token of await tokens()) {
        dns.zone[`${token}._domainkey.${domain}`] = { CNAME: [`${token}.dkim.amazonses.com`] }
      }
      dns.zone[domain] = { TXT: ['v=spf1 include:_spf.other.example -all', 'site-check=1'] }
      dns.zone['_dmarc.lamp-room.example'] = { TXT: ['v=DMARC1; p=reject'] }
      await check(page)
      await expect(records(page).getByText('Published', { exact: true })).toHaveCount(4)
      const spf = records(page).filter({ hasText: 'v=spf1 include:amazonses.com ~all' })
      await expect(spf).toContainText('Another value')
      await expect(spf).toContainText('add include:amazonses.com to it')
      await expect(spf.getByRole('list', { name: 'DNS answers' })).toContainText(
        'v=spf1 include:_spf.other.example',
      )
      await expect(panel(page)).toContainText('The record of lamp-room.example holds here too.')
      await expect(records(page).last().getByRole('list', { name: 'DNS answers' })).toHaveText(
        'v=DMARC1; p=reject',
      )
      await look(app, 'domains-other')
    })
    await test.step('DNS that does not answer is not a missing record', async () => {
      dns.mood = 'refuses'
      await check(page)
      await expect(records(page).getByText('No answer', { exact: true })).toHaveCount(5)
      dns.mood = 'answers'
    })
    await test.step('once the service has seen the keys, it is verified', async () => {
      await expect(async () => {
        await check(page)
        await expect(panel(page).getByText('Verified', { exact: true })).toBeVisible({ timeout: 2000 })
      }).toPass({ timeout: 90_000 })
      await expect(panel(page)).toContainText('Mail may be sent from its addresses')
      await expect(rowWith(page, 'Domains', domain)).toContainText('Verified')
    })
    await test.step('Overview tells how its records stand', async () => {
      await screen(page, 'Overview').click()
      const domains = page.getByRole('region', { name: 'Sending domains' })
      await expect(domains.getByRole('listitem').filter({ hasText: domain })).toContainText(
        'SPF differs, DKIM, DMARC',
      )
      await page.goBack()
    })
    await test.step('it is removed once its name is typed', async () => {
      await panel(page).getByRole('button', { name: 'Remove the domain' }).click()
      const remove = dialog(page).getByRole('button', { name: 'Remove', exact: true })
      await expect(remove).toBeDisabled()
      await dialog(page).getByRole('textbox').fill(domain)
      await remove.click()
      await expect(panel(page)).toHaveCount(0)
      await expect(rowWith(page, 'Domains', domain)).toHaveCount(0)
      expect(await tokens()).toEqual([])
    })
  },
)

test('a domain that campaigns still need says so, and offline it is shown as it was copied', async ({
  app,
}) => {
  app.args = ['--dns', dns.address]
  const page = await openConnected(app, service, people)
  await screen(page, 'Domains').click()
  const first = page.getByRole('grid', { name: 'Domains' }).locator('[data-position="0"]')
  await first.click()
  // Until its record is there, the panel is called "Domain".
  await expect(panel(page).getByRole('heading', { level: 2 })).toContainText('.')
  const name = (await panel(page).getByRole('heading', { level: 2 }).textContent()) ?? ''

  await test.step('removing it names the campaigns, and the service’s refusal is shown', async () => {
    await expect(panel(page).getByRole('button', { name: 'Remove the domain' })).toBeEnabled()
    await panel(page).getByRole('button', { name: 'Remove the domain' }).click()
    await expect(dialog(page)).toContainText('Campaigns not sent yet')
    await expect(dialog(page)).toContainText('would be left without a verified sender')
    await look(app, 'domains-remove')
    await dialog(page).getByRole('textbox').fill(name)
    await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })
  await test.step('Esc closes the panel, and Enter opens it again', async () => {
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
    await first.focus()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
  })
  await test.step('offline, DNS is asked and nothing can be written', async () => {
    await goOffline(page, service)
    await expect(button(page, 'Add a domain')).toBeDisabled()
    await expect(panel(page).getByRole('button', { name: 'Remove the domain' })).toBeDisabled()
    await check(page)
    await expect(panel(page).locator('.record').first()).toBeVisible()
    await look(app, 'domains-offline')
  })
})
