import type { Page } from '@playwright/test'
import type { Contact } from '../../src-shared/interface/contact'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { startMailServer, type MailServer } from '../fixtures/mail-server'
import { call } from '../fixtures/on-campaigns'
import { dialog } from '../fixtures/on-catalogue'
import { createDraft, openReview, senderZone, soundMail } from '../fixtures/on-review'
import { contactsOf, look } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** A test of a campaign arrives as the person got to see it: with the values of whom it was rendered for. */
const people = 40
const name = 'Tide tables, November'
const subject = 'Tide tables for {{firstName}}'
let dns: DnsServer
let post: MailServer
let service: RunningService

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  post = await startMailServer()
  service = await startPrepared({ contacts: people, dns: dns.address, smtp: post.url })
  await createDraft(service, name, { subject, body: soundMail })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await service.stop()
  await post.stop()
  await dns.stop()
})

/** Chooses somebody by address where a button says as whom the mail is shown. */
async function choose(page: Page, opener: ReturnType<Page['locator']>, email: string): Promise<void> {
  await opener.click()
  await page.getByRole('combobox', { name: 'Search contacts' }).fill(email)
  await expect(page.locator('[role="option"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
}

/** The one mail that came to an address, as it came. */
async function arrived(address: string): Promise<string> {
  const those = () => post.received.filter(({ to }) => to.includes(address))
  await expect.poll(() => those().length).toBe(1)
  return those()[0]?.source.toString() ?? ''
}

/** People whose first name stands in a mail as it is. */
async function named(): Promise<{ contact: Contact; first: string }[]> {
  const found = (await contactsOf(service)).flatMap((contact) => {
    const first = contact.data.firstName
    return typeof first === 'string' && /^[A-Za-z]{2,12}$/.test(first) ? [{ contact, first }] : []
  })
  return found.filter(({ first }, at) => found.findIndex((other) => other.first === first) === at)
}

test('a test arrives with the values of the contact it was rendered for', async ({ app }) => {
  const page = await openConnected(app, service, people, { changed: true })
  const [seen, other, own] = await named()
  if (!seen || !other || !own) throw new Error('The sample has too few plain names.')

  await test.step('as whom the review shows it', async () => {
    await openReview(page, name)
    await choose(page, page.getByRole('button', { name: /^Shown as/ }), seen.contact.email)
    await expect(page.getByText(`Tide tables for ${seen.first}`, { exact: true })).toBeVisible()
    await call(page, 'Send a test').click()
    await dialog(page).getByRole('textbox', { name: 'To' }).fill('proof@lamp-room.example')
    await dialog(page)
      .getByRole('radio', { name: /^As a person gets it/ })
      .check()
    await expect(dialog(page).getByRole('button', { name: /^Shown as/ })).toContainText(seen.first)
    await look(app, 'campaign-test-as')
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(dialog(page)).toBeHidden()
    const source = await arrived('proof@lamp-room.example')
    expect(source).toContain(`Subject: Tide tables for ${seen.first}`)
    expect(source).toContain(`Hello ${seen.first},`)
    expect(source).toContain('From: Harbour Notes <notes@mail.harbournotes.app>')
  })
  await test.step('as somebody who is chosen for it', async () => {
    await call(page, 'Send a test').click()
    await dialog(page).getByRole('textbox', { name: 'To' }).fill('second@lamp-room.example')
    await dialog(page)
      .getByRole('radio', { name: /^As a person gets it/ })
      .check()
    await choose(page, dialog(page).getByRole('button', { name: /^Shown as/ }), other.contact.email)
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(dialog(page)).toBeHidden()
    const source = await arrived('second@lamp-room.example')
    expect(source).toContain(`Subject: Tide tables for ${other.first}`)
    expect(source).toContain(`Hello ${other.first},`)
  })
  await test.step('as the service renders its own: for whoever it goes to, and marked', async () => {
    await call(page, 'Send a test').click()
    await dialog(page).getByRole('textbox', { name: 'To' }).fill(own.contact.email)
    await dialog(page).getByRole('button', { name: 'Send the test' }).click()
    await expect(dialog(page)).toBeHidden()
    const source = await arrived(own.contact.email)
    expect(source).toContain(`Subject: [Test] Tide tables for ${own.first}`)
    expect(source).toContain(`Hello ${own.first},`)
  })
  await test.step('whom a rendered one went to is a contact by now, and not subscribed', async () => {
    const proof = (await contactsOf(service)).find(({ email }) => email === 'proof@lamp-room.example')
    expect(proof?.subscribed).toBe(false)
  })
})
