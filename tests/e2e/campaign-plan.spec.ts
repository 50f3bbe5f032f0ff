import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { call, openCampaign, signOff, status, tab } from '../fixtures/on-campaigns'
import { dialog } from '../fixtures/on-catalogue'
import { createDraft, senderZone, soundMail } from '../fixtures/on-review'
import { contactsOf, look } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A campaign that leaves in slices: set, started, held, stopped. What happens at the times of its slices is in tests/integration/plans. */
const people = 40
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  // The same in both hosts and of both dialects.
  service = await startPrepared({
    contacts: people,
    dialect: app.host === 'desktop' ? 'reference' : 'deployed',
    dns: dns.address,
  })
  await createDraft(service, name, { subject: 'Tide tables are in your log now', body: soundMail })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
})

test(
  'a plan is set, started by typing the number, held, and stopped',
  { tag: '@desktop' },
  async ({ app }) => {
    const page = await openConnected(app, service, people, { changed: true })
    const reached = (await contactsOf(service)).filter(({ subscribed }) => subscribed).length
    const table = page.getByRole('table').filter({ hasText: 'So far' })
    const happened = page.getByRole('region', { name: 'What happened' })

    await test.step('every field counts anew, and what does not fit is said beside it', async () => {
      await openCampaign(page, name)
      await signOff(page)
      await tab(page, 'Plan').click()
      await page.getByRole('radio', { name: 'Warm-up' }).click()
      await expect(table.getByRole('row')).toHaveCount(4)
      await expect(table.getByRole('row', { name: /^All/ })).toContainText(String(reached))
      await expect(table.getByRole('row', { name: /^Would bounce/ })).toBeVisible()
      await page.getByLabel('Bounced: stops at').fill('1')
      await expect(page.getByRole('alert')).toHaveText(/Must be below the limit that stops/)
      await expect(call(page, /^Start the plan/)).toBeDisabled()
      await page.getByLabel('Bounced: stops at').fill('5')
      await look(app, 'plan')
    })
    await test.step('it is started by typing the number', async () => {
      await call(page, /^Start the plan/).click()
      const start = dialog(page).getByRole('button', { name: 'Start the plan' })
      await expect(start).toBeDisabled()
      await dialog(page)
        .getByLabel(/^Type the number of people/)
        .fill(String(reached))
      await start.click()
      await expect(status(page)).toHaveText('In slices')
      await tab(page, 'After').click()
      await expect(happened).toContainText(`Plan started, ${reached} typed`)
      await expect(call(page, /^Send/)).toHaveCount(0)
    })
    await test.step('nothing of it leaves while it is held, and a person decides', async () => {
      await call(page, 'Hold the plan').click()
      await expect(status(page)).toHaveText('Held')
      await expect(page.getByRole('alert')).toContainText(
        'Slice 1 is held. Nothing of it has left. Held by you',
      )
      await page.getByRole('radio', { name: /^Move all by a day/ }).check()
      await look(app, 'plan-held')
      await page.getByRole('button', { name: 'Move all by a day' }).click()
      await expect(happened).toContainText('Moved by a day')
      await expect(status(page)).toHaveText('In slices')
    })
    await test.step('what has not left is given other settings on the tab of the plan', async () => {
      await call(page, 'Change the plan').click()
      await page.getByLabel('Bounced: stops at').fill('4')
      await page.getByRole('button', { name: 'Change the plan' }).last().click()
      await tab(page, 'After').click()
      await expect(happened).toContainText('Plan changed: 1 slice to come')
    })
    await test.step('it is stopped by typing how many have not got it', async () => {
      await call(page, /^Stop the plan/).click()
      await dialog(page)
        .getByLabel(/^Type the number of people/)
        .fill(String(reached))
      await dialog(page).getByRole('button', { name: 'Stop the plan' }).click()
      await expect(happened).toContainText('Plan stopped')
      await expect(status(page)).toHaveText('Draft')
    })
  },
)
