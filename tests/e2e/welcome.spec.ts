import { expect, test } from '../fixtures/app'
import { count, fillWelcome, look, row, screen, tryNow } from '../fixtures/on-screen'
import { holdPages } from '../fixtures/held-requests'
import { startRecordingProxy } from '../fixtures/recording-proxy'
import { startService } from '../fixtures/service'

test.beforeEach(({ app }) => app.start())

test('a newcomer tries the embedded service with one click', { tag: '@desktop' }, async ({ app }) => {
  const { page } = app
  await expect(page.getByText('Connect a service')).toBeVisible()
  await page.getByRole('button', { name: 'Try the embedded service' }).click()
  await screen(page, 'Contacts').click()
  await expect(count(page)).toHaveText('20,000', { timeout: 120_000 })
  await expect(row(page, 0)).toContainText('@')
  await app.screenshot('embedded')
  await app.restart()
  await screen(app.page, 'Contacts').click()
  await expect(count(app.page)).toHaveText('20,000')
})

test('a first copy says how far it is, is paused and goes on', async ({ app }) => {
  const { page } = app
  const service = await startService({ contacts: 3000 })
  const proxy = await startRecordingProxy(service.url)
  const pages = holdPages(proxy, 6)
  try {
    await fillWelcome(page, service, { address: proxy.url })
    await page.getByRole('button', { name: 'Connect' }).click()
    await screen(page, 'Contacts').click()
    await expect(count(page)).toHaveText(/^[\d,]+ of about 3,000$/)
    await expect(page.locator('.page-head').getByText(/^First copy, /)).toBeVisible()
    await look(app, 'first-copy')
    await page.locator('.page-head').getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('.page-head').getByText('First copy, paused')).toBeVisible()
    pages.release()
    await page.locator('.page-head').getByRole('button', { name: 'Resume' }).click()
    await expect(count(page)).toHaveText('3,000', { timeout: 60_000 })
    await expect(page.locator('.page-head').getByText(/^First copy/)).toHaveCount(0)
  } finally {
    await proxy.close()
    await service.stop()
  }
})

test('a service that is gone before anything was copied leaves words, not an empty list', async ({ app }) => {
  const service = await startService({ contacts: 400, latency: 2000 })
  await fillWelcome(app.page, service)
  await app.page.getByRole('button', { name: 'Connect' }).click()
  await screen(app.page, 'Overview').click({ timeout: 60_000 })
  await service.kill()
  await expect(app.page.getByText(/^Offline since/)).toBeVisible({ timeout: 90_000 })
  for (const name of ['Contacts', 'Events', 'Overview']) {
    await screen(app.page, name).click()
    await expect(app.page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(app.page.getByText('Nothing is copied yet').first()).toBeVisible()
    await look(app, `offline-empty-${name.toLowerCase()}`)
  }
  const { url } = service
  const again = await startService({ data: service.data, port: Number(new URL(url).port) })
  try {
    await tryNow(app.page)
    await screen(app.page, 'Contacts').click()
    await expect(count(app.page)).toHaveText('400', { timeout: 60_000 })
  } finally {
    await again.stop()
  }
})

test(
  'the same profile is not lost when the window is closed in the middle of a first copy',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    const service = await startService({ contacts: 2000 })
    const proxy = await startRecordingProxy(service.url)
    const pages = holdPages(proxy, 6)
    try {
      await fillWelcome(app.page, service, { address: proxy.url })
      await app.page.getByRole('button', { name: 'Connect' }).click()
      await screen(app.page, 'Contacts').click()
      await expect(count(app.page)).toHaveText(/^[\d,]+ of about 2,000$/)
      await app.kill()
      pages.release()
      await app.start()
      await screen(app.page, 'Contacts').click()
      await expect(count(app.page)).toHaveText('2,000', { timeout: 60_000 })
    } finally {
      await proxy.close()
      await service.stop()
    }
  },
)
