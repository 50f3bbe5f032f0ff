import { expect, test } from '../fixtures/app'
import { askerOf } from '../fixtures/asked'
import { openCampaign, tab } from '../fixtures/on-campaigns'
import { dialog, goOffline, rowWith } from '../fixtures/on-catalogue'
import { addDomain, openDeployed } from '../fixtures/on-deployed'
import { button } from '../fixtures/on-import'
import { look, panel, row, screen } from '../fixtures/on-screen'

/** What a deployed service alone can do, while it is away. */

test('what the service alone can do says so while it is away, and what is in the copy stays', async ({
  app,
}) => {
  const { service, dns } = await openDeployed(app, 40)
  const { page } = app
  const [first] = service.state.contacts.all()
  if (first === undefined) throw new Error('Nobody is there')
  service.addEvent({ name: 'order.paid', contactId: first.id })
  const ask = askerOf(service)
  const mail = { subject: 'Tides', body: '<p>Tides</p>', from: 'keeper@example.com' }
  await ask('/templates', 'POST', { name: 'Receipt', ...mail })
  await ask('/segments', 'POST', { name: 'Crew', type: 'STATIC' })
  await ask('/campaigns', 'POST', { name: 'Spring fair', ...mail, audienceType: 'ALL' })
  const sent = (await ask('/campaigns', 'POST', { name: 'Winter', ...mail, audienceType: 'ALL' })) as {
    data: { id: string }
  }
  await ask(`/campaigns/${sent.data.id}/send`, 'POST', {})
  const [email] = service.state.emails.all()
  if (email) service.settleEmail(email.id, 'bounce')
  const workflow = (await ask('/workflows', 'POST', { name: 'Thanks', eventName: 'order.paid' })) as {
    id: string
  }
  await ask(`/workflows/${workflow.id}/steps`, 'POST', {
    type: 'DELAY',
    name: 'A day',
    position: { x: 0, y: 0 },
    config: { amount: 1, unit: 'days' },
  })
  await ask(`/workflows/${workflow.id}`, 'PATCH', { enabled: true })
  await ask(`/workflows/${workflow.id}/executions`, 'POST', { contactId: first.id })
  await addDomain(page)
  await page
    .getByRole('button', { name: /Sync now/ })
    .first()
    .click()
  await screen(page, 'Workflows').click()
  await rowWith(page, 'Workflows', 'Thanks').click()
  await rowWith(page, 'Executions', first.email).click()
  const cancel = panel(page).getByRole('button', { name: 'Cancel execution' })
  await expect(cancel).toBeEnabled()
  await goOffline(page, service)

  const away = /^Offline\. .* when the service answers\.$/
  await test.step('a workflow: executions and steps', async () => {
    await expect(cancel).toBeDisabled()
    await expect(cancel).toHaveAttribute('title', away)
    await button(page, 'More of this workflow').click()
    for (const name of [/^Start for a contact/, /^Cancel all on the way/])
      await expect(page.getByRole('menuitem', { name })).toBeDisabled()
    await page.keyboard.press('Escape')
    await button(page, 'Edit steps').click()
    await expect(page.getByText('A day').first()).toBeVisible()
    await app.screenshot('deployed-away-steps')
  })
  await test.step('a contact: all of its events', async () => {
    await screen(page, 'Contacts').click()
    await row(page, 0).click()
    const all = panel(page).getByRole('button', { name: 'Read all' })
    await expect(all).toBeDisabled()
    await expect(all).toHaveAttribute('title', away)
    await page.keyboard.press('Escape')
  })
  await test.step('fields and events', async () => {
    await button(page, 'Columns').click()
    await button(page, 'All fields and what uses them').click()
    await expect(dialog(page).getByRole('button', { name: 'Delete plan' })).toHaveAttribute('title', away)
    await expect(dialog(page).getByRole('row', { name: /plan/ })).toContainText('75.0 %')
    await page.keyboard.press('Escape')
    await screen(page, 'Events').click()
    await button(page, 'Names').click()
    await expect(dialog(page).getByRole('button', { name: 'Delete order.paid' })).toHaveAttribute(
      'title',
      away,
    )
    await page.keyboard.press('Escape')
  })
  await test.step('a template: how often it was sent, and its images', async () => {
    await screen(page, 'Templates').click()
    await rowWith(page, 'Templates', 'Receipt').click()
    await expect(button(page, 'Image…')).toHaveAttribute('title', away)
    await page
      .getByRole('radiogroup', { name: 'Beside the text' })
      .getByRole('radio', { name: /^Used by/ })
      .click()
    await expect(page.getByText(/How many mails were sent with it is read/)).toBeVisible()
    await look(app, 'deployed-away-template')
  })
  await test.step('campaigns: duplicated, deleted, and who bounced', async () => {
    await openCampaign(page, 'Spring fair')
    await button(page, 'More of this campaign').click()
    for (const name of [/^Duplicate…/, /^Delete…/])
      await expect(page.getByRole('menuitem', { name })).toBeDisabled()
    await page.keyboard.press('Escape')
    await openCampaign(page, 'Winter')
    await tab(page, 'After').click()
    await button(page, 'Bounced 1').click()
    await expect(row(page, 0, 'Who got it')).toContainText('person39@lamp-room.example')
    await look(app, 'deployed-away-campaign')
  })
  await test.step('a segment and a domain', async () => {
    await screen(page, 'Segments').click()
    await rowWith(page, 'Segments', 'Crew').click()
    await expect(panel(page)).toContainText('Crew')
    await page.keyboard.press('Escape')
    await screen(page, 'Domains').click()
    await rowWith(page, 'Domains', 'mail.harbournotes.app').click()
    await expect(panel(page).getByRole('status').first()).toContainText('DNS asked')
    await app.screenshot('deployed-away-domain')
  })
  await dns.stop()
})
