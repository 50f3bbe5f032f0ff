import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { button } from '../fixtures/on-import'
import { look, panel } from '../fixtures/on-screen'
import { check, createDraft, openReview, senderZone } from '../fixtures/on-review'
import { startPublicWeb, type PublicWeb } from '../fixtures/public-web'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Links of a mail are looked up when a person asks, and those that count or unsubscribe never. */
const people = 20
const name = 'Tide tables, November'
const tracker = 'harbour.list-manage.com'
let dns: DnsServer
let service: RunningService
let web: PublicWeb

test.beforeEach(async ({ app }) => {
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  app.env = { POSTROOM_DNS: dns.address }
  web = await startPublicWeb(app, ['www.harbournotes.app', tracker], ({ url }, response) => {
    if (url === '/gone') response.writeHead(404).end()
    else if (url === '/moved') response.writeHead(301, { Location: web.at('/elsewhere') }).end()
    // `/silent` never answers.
    else if (url !== '/silent') response.writeHead(200).end('Here.')
  })
})
test.afterEach(async () => {
  await service.stop()
  await web.stop()
  await dns.stop()
})

/** What the panel says of a link. */
const answer = (page: Page, url: string) => panel(page).getByRole('listitem').filter({ hasText: url })

test('links are looked up on request, each once, and none that unsubscribes or counts', async ({ app }) => {
  const asked = ['/fine', '/fine', '/gone', '/moved', '/silent']
  const left = [web.at('/unsubscribe?u=1'), web.at('/track/click?u=1', tracker), web.at('/login?next=log')]
  const links = [...asked.map((path) => web.at(path)), ...left, '{{unsubscribeUrl}}']
  await createDraft(service, name, {
    body: links.map((url, at) => `<p><a href="${url}">Link ${at}</a></p>`).join('\n'),
  })
  const page = await openConnected(app, service, people, { changed: true })

  await test.step('a review asks for nothing', async () => {
    await openReview(page, name)
    await check(page, /^Link over http/)
      .first()
      .click()
    await expect(button(page, 'Look up links')).toBeVisible()
    expect(web.asked).toEqual([])
  })
  await test.step('each answer is told in words', async () => {
    await button(page, 'Look up links').click()
    await expect(answer(page, web.at('/fine'))).toContainText('200 OK')
    await expect(answer(page, web.at('/gone'))).toContainText('404 Not Found')
    await expect(answer(page, web.at('/moved'))).toContainText(
      `301 Moved Permanently: leads to ${web.at('/elsewhere')}`,
    )
    await expect(answer(page, web.at('/silent'))).toContainText('No answer within 5 seconds', {
      timeout: 60_000,
    })
    await expect(panel(page).getByText('8 addresses', { exact: true })).toBeVisible()
  })
  await test.step('what must not be asked is named, with the reason', async () => {
    await expect(answer(page, web.at('/unsubscribe?u=1'))).toContainText('it unsubscribes')
    await expect(answer(page, '{{unsubscribeUrl}}')).toContainText('it unsubscribes')
    await expect(answer(page, tracker)).toContainText('it is a tracking link')
    await expect(answer(page, web.at('/login?next=log'))).toContainText('it signs in or confirms')
    await look(app, 'review-links')
  })
  await test.step('the server heard of nothing else', () => {
    expect([...web.asked].sort()).toEqual([
      'GET /gone',
      'HEAD /fine',
      'HEAD /gone',
      'HEAD /moved',
      'HEAD /silent',
    ])
  })
  await test.step('they are looked up again only when that is asked for', async () => {
    await button(page, 'Look up again').click()
    await expect(panel(page).getByText('8 addresses', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => web.asked.filter((one) => one === 'HEAD /fine').length).toBe(2)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toHaveCount(0)
  })
})
