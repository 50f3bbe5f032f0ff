import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button } from '../fixtures/on-import'
import { barriers, contactsOf } from '../fixtures/on-screen'
import { check, pasteBatch, startLampRoom, strangers } from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const wrong = 'hana.sato@gmial.com'
const right = 'hana.sato@gmail.com'

async function addContact(service: RunningService, email: string): Promise<void> {
  const answer = await fetch(`${service.url}/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, subscribed: true, data: { plan: 'pro' } }),
  })
  if (!answer.ok) throw new Error(`The contact was answered with ${answer.status}.`)
}

test('a likely typo is corrected for its contact, as was said before, and that is taken back', async ({
  app,
}) => {
  const dns = await startLampRoom()
  const service = await startPrepared({ contacts: 20, dialect: 'deployed', dns: dns.address })
  const dialog = (on: Page) => on.getByRole('dialog')
  const subscribed = async () =>
    (await contactsOf(service)).filter((one) => one.subscribed).map(({ email }) => email)
  try {
    await addContact(service, wrong)
    const page = await openConnected(app, service, 21, { changed: true })
    await pasteBatch(page, [...strangers(3), wrong])
    await check(page)

    await test.step('what it does to whom is said before', async () => {
      await button(page, 'Apply 1 typo suggestion').click()
      await expect(dialog(page)).toContainText(right)
      await expect(dialog(page)).toContainText('the old one is unsubscribed')
      expect(await barriers(page)).toEqual([])
      await app.screenshot('verification-typos')
    })
    await test.step('the number is typed, and it is done', async () => {
      await dialog(page).getByRole('button', { name: 'Correct 1 contact' }).click()
      await expect(dialog(page).getByRole('button', { name: 'Correct 1 contact' })).toBeDisabled()
      await dialog(page).getByRole('textbox').fill('1')
      await dialog(page).getByRole('button', { name: 'Correct 1 contact' }).click()
      await expect(dialog(page).getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 60_000 })
      expect(await subscribed()).toContain(right)
      expect(await subscribed()).not.toContain(wrong)
      expect(await barriers(page)).toEqual([])
      await app.screenshot('verification-typos-done')
    })
    await test.step('and taken back', async () => {
      await dialog(page).getByRole('button', { name: 'Undo' }).click()
      await expect(dialog(page)).toContainText(/Taken back\s*1/, { timeout: 60_000 })
      expect(await subscribed()).toContain(wrong)
      expect(await subscribed()).not.toContain(right)
    })
  } finally {
    await service.stop()
    await dns.stop()
  }
})
