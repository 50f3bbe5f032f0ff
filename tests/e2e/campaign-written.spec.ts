import { expect, sharedApp, test } from '../fixtures/app'
import { openAgain, openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { html, openCampaign, status, tab } from '../fixtures/on-campaigns'
import { dialog } from '../fixtures/on-catalogue'
import { createDraft, reviewed, senderZone, side } from '../fixtures/on-review'
import { contactsOf, look, screen } from '../fixtures/on-screen'
import { conditionCount, addCondition, conditionValue } from '../fixtures/on-segments'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** What is written of a campaign, and what its review says of it beside its own tab. */
const people = 40
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService

const shared = sharedApp(async (app) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  await createDraft(service, name, { replyTo: 'hello@harbournotes.app' })
  app.env = { POSTROOM_DNS: dns.address }
  await openConnected(app, service, people, { changed: true })
})
test.afterAll(async () => {
  await service.stop()
  await dns.stop()
})

test('a new campaign goes to whom a condition holds for, counted while it is built', async () => {
  const app = shared()
  const page = await openAgain(app, people)
  const subscribed = (await contactsOf(service)).filter((one) => one.subscribed).length
  await screen(page, 'Campaigns').click()
  await page.getByRole('button', { name: 'New campaign' }).click()
  await expect(dialog(page).locator('.count')).toContainText(`${people} of ${people} contacts`)
  await dialog(page).getByRole('textbox', { name: 'Name', exact: true }).fill('To subscribers')
  await dialog(page).getByRole('textbox', { name: 'Subject' }).fill('Tides')
  await expect(dialog(page).getByRole('textbox', { name: 'Sender’s address' })).not.toHaveValue('')
  await dialog(page)
    .getByRole('combobox', { name: 'Audience' })
    .selectOption({ label: 'A condition of its own' })
  await expect(dialog(page).getByRole('button', { name: 'Create the draft' })).toBeDisabled()
  await addCondition(page, 'Subscribed')
  await conditionValue(page).getByRole('checkbox', { name: /^Yes/ }).check()
  await page.keyboard.press('Enter')
  await expect(conditionCount(page)).toContainText(`${subscribed} of ${people} contacts`)
  await look(app, 'campaign-new-condition')
  await dialog(page).getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To subscribers' })).toBeVisible()
  await expect(status(page)).toHaveText('Draft')
  await tab(page, 'Audience').click()
  await expect(page.getByRole('radio', { name: /^A condition/ })).toBeChecked()
  await expect(page.getByRole('tab', { name: `Will get it ${subscribed}` })).toBeVisible()
})

test('what a review finds is underlined where a campaign is written, and counted on its tab', async () => {
  const app = shared()
  const page = await openAgain(app, people)
  await openCampaign(page, name)

  await test.step('the tab says how much there is before it is opened', async () => {
    await expect(tab(page, 'Review')).toHaveText(/^\s*Review\s+\d+\s*$/, { timeout: 30_000 })
  })
  await test.step('what the mail tells and what the people tell is underlined', async () => {
    await expect(page.locator('.cm-lintRange-error').filter({ hasText: '{{firstname}}' })).toBeVisible()
    await expect(page.locator('.cm-lintRange-warning').filter({ hasText: '{{firstName}}' })).toBeVisible()
  })
  await test.step('hovering says what is wrong, and so does the cursor', async () => {
    await page.locator('.cm-lintRange-error').filter({ hasText: '{{firstname}}' }).hover()
    await expect(page.locator('.cm-tooltip')).toContainText('Unknown variable firstname')
    await html(page).focus()
    // From one finding to the next: the mail has a note before it.
    await expect(async () => {
      await page.keyboard.press('F8')
      await expect(page.locator('.mail-editor').getByRole('status')).toContainText(
        'No firstName and no fallback',
        { timeout: 500 },
      )
    }).toPass()
    await look(app, 'campaign-content-faults')
  })
  await test.step('the subject says its own', async () => {
    await page.getByRole('textbox', { name: 'Subject' }).fill('RE: TIDE TABLES ARE IN YOUR LOG NOW')
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveAttribute(
      'aria-describedby',
      /subject$/,
    )
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('textbox', { name: 'Subject' })).not.toHaveAttribute('aria-describedby', /.+/)
  })
  await test.step('the mail says its preheader, and where an answer goes', async () => {
    const head = page.locator('.mail-head')
    await expect(head).toContainText('High and low water for 4,200 ports')
    await expect(head).toContainText('hello@harbournotes.app')
  })
})

test('those of an audience who were not checked are made a batch', async () => {
  const app = shared()
  const page = await openAgain(app, people)
  const reached = (await contactsOf(service)).filter((one) => one.subscribed)
  await openCampaign(page, name)
  await tab(page, 'Review').click()
  await reviewed(page)
  await side(page).getByRole('button', { name: 'Check them' }).click()
  await expect(page.getByText(`Not checked, of “${name}”`).first()).toBeVisible()
  await expect(page.locator('main .figure').first()).toHaveText(String(reached.length))
})
