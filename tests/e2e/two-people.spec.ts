import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { call, confirmSending, heldCampaign, holdBar } from '../fixtures/on-campaigns'
import { dialog } from '../fixtures/on-catalogue'
import { createDraft, openReview, reviewed, senderZone, side, soundMail } from '../fixtures/on-review'
import { look, screen, search } from '../fixtures/on-screen'
import { beginToSign, confirm, part, share, signed } from '../fixtures/on-team'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Two consoles on one folder: what one signs the other sees, and a campaign leaves once both have signed it. */
const people = 40
const name = 'Tide tables, November'
let dns: DnsServer
let service: RunningService
let folder: string
let draft: string

test.beforeEach(async ({ app, colleague }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  // The same in both hosts and of both dialects.
  service = await startPrepared({
    contacts: people,
    dialect: app.host === 'desktop' ? 'reference' : 'deployed',
    dns: dns.address,
  })
  draft = await createDraft(service, name, { body: soundMail })
  folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-team-'))
  for (const one of [app, colleague]) {
    one.env = { POSTROOM_DNS: dns.address }
    await openConnected(one, service, people, { changed: true })
  }
})
test.afterEach(async () => {
  await service.stop()
  await dns.stop()
  await rm(folder, { recursive: true, force: true })
})

test(
  'a campaign is sent once two people have signed what it is',
  { tag: '@desktop' },
  async ({ app, colleague }) => {
    const [wiebke, karel] = [app.page, colleague.page]

    await test.step('two people share a folder, compare their keys and agree on the rule', async () => {
      await share(wiebke, folder, 'Wiebke Harms')
      await part(wiebke).getByRole('textbox', { name: 'Number of people' }).fill('0')
      await part(wiebke).getByRole('button', { name: 'Change the rule' }).click()
      await expect(part(wiebke).getByRole('button', { name: 'Change the rule' })).toBeHidden()
      await share(karel, folder, 'Karel Dvořák')
      await confirm(wiebke, 'Karel Dvořák')
      await confirm(karel, 'Wiebke Harms')
      await part(karel).getByRole('button', { name: 'Agree' }).click()
      await expect(part(karel).getByRole('textbox', { name: 'Number of people' })).toHaveValue('0')
      await look(app, 'team-folder')
    })
    await test.step('a view that one shares appears with the other, with who saved it', async () => {
      await screen(karel, 'Contacts').click()
      await search(karel).fill('a')
      await karel.getByRole('button', { name: 'View: All contacts' }).click()
      await karel.getByRole('menuitem', { name: 'Save as a new view' }).click()
      await dialog(karel).getByLabel('Name').fill('With an a')
      await karel.keyboard.press('Enter')
      await karel.getByRole('button', { name: 'View: With an a' }).click()
      await karel.getByRole('menuitem', { name: 'Share with the team' }).click()
      await screen(wiebke, 'Contacts').click()
      const theirs = wiebke.getByRole('menuitemradio', { name: 'With an a by Karel Dvořák' })
      await expect(async () => {
        await wiebke.getByRole('button', { name: /^View: / }).click()
        await theirs.click({ timeout: 1000 })
      }).toPass()
      await expect(search(wiebke)).toHaveValue('a')
    })
    await test.step('one signature is not enough', async () => {
      for (const page of [wiebke, karel]) await openReview(page, name)
      await expect(wiebke.getByText('Needs 2 more signatures')).toBeVisible()
      await beginToSign(karel)
      await wiebke.locator('[data-check^="missingValue"]').click()
      await wiebke.getByRole('textbox', { name: 'A note for the others' }).fill('I keep them')
      await wiebke.keyboard.press('Control+Enter')
      await wiebke.getByRole('button', { name: 'Keep', exact: true }).click()
      await expect(wiebke.getByText('Kept by you')).toBeVisible()
      await signed(karel)
      await expect(wiebke.getByText('Needs one more signature')).toBeVisible({ timeout: 30_000 })
      await expect(side(wiebke).getByText('1 of 2')).toBeVisible()
      await expect(call(wiebke, /^Send to/)).toBeDisabled()
      await look(app, 'sign-off-two')
    })
    await test.step('a change makes it void, and says who made it', async () => {
      await wiebke
        .getByRole('navigation', { name: 'Tabs of this campaign' })
        .getByRole('link', { name: 'Content' })
        .click()
      await wiebke.getByRole('textbox', { name: 'Subject' }).fill('Tide tables, at last')
      await wiebke.getByRole('button', { name: 'Save', exact: true }).click()
      await openReview(wiebke, name)
      await expect(side(wiebke).getByText(/you changed the content/)).toBeVisible({ timeout: 30_000 })
      await expect(wiebke.getByText('Needs 2 more signatures')).toBeVisible()
      await side(wiebke).getByRole('button', { name: 'Compare' }).first().click()
      await expect(dialog(wiebke)).toContainText('Tide tables, at last')
      await wiebke.keyboard.press('Escape')
    })
    await test.step('both sign what it is now, and it leaves', async () => {
      await beginToSign(wiebke)
      await karel.getByRole('button', { name: 'Sync now' }).first().click()
      await expect(side(karel).getByText('Tide tables, at last')).toBeVisible({ timeout: 30_000 })
      await reviewed(karel)
      await beginToSign(karel)
      for (const page of [wiebke, karel]) await signed(page)
      await expect(call(wiebke, /^Send to/)).toBeEnabled({ timeout: 30_000 })
      await call(wiebke, /^Send to/).click()
      await confirmSending(wiebke)
      await holdBar(wiebke).getByRole('button', { name: 'Send now' }).click()
      await expect.poll(async () => (await heldCampaign(service, draft)).status).not.toBe('DRAFT')
    })
    await test.step('each moves to another folder, and both see the entries there', async () => {
      const other = `${folder}/moved`
      await mkdir(other)
      for (const page of [wiebke, karel]) {
        await screen(page, 'Settings').click()
        await part(page).getByRole('button', { name: 'Move…' }).click()
        await dialog(page).getByRole('textbox', { name: 'Path of a folder' }).fill(other)
        await dialog(page).getByRole('button', { name: 'Move', exact: true }).click()
        await expect(part(page).getByText('Synced just now')).toBeVisible()
        await expect(part(page).getByText(other).first()).toBeVisible()
      }
    })
    await test.step('nobody is taken out where too few would be left for the rule', async () => {
      await screen(wiebke, 'Settings').click()
      await part(wiebke)
        .getByRole('row', { name: /^Karel/ })
        .getByRole('button', { name: 'Show key' })
        .click()
      await part(wiebke).getByRole('button', { name: 'Remove…' }).click()
      await dialog(wiebke).getByRole('textbox').fill('Karel Dvořák')
      await dialog(wiebke).getByRole('button', { name: 'Remove Karel Dvořák' }).click()
      await expect(dialog(wiebke).getByText('Too few people would be left to sign')).toBeVisible()
    })
  },
)
