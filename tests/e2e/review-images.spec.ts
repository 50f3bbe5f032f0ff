import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import { look, contactsOf } from '../fixtures/on-screen'
import { createDraft, openReview, senderZone } from '../fixtures/on-review'
import { startPublicWeb, type PublicWeb } from '../fixtures/public-web'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

/** Images of a mail, once a person lets them be loaded; the one that is not there is told. */
const people = 20
const name = 'Tide tables, November'
/** Two by two pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
  'base64',
)
let dns: DnsServer
let service: RunningService
let web: PublicWeb
let mended: boolean

test.beforeEach(async ({ app }) => {
  mended = false
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address })
  app.env = { POSTROOM_DNS: dns.address }
  web = await startPublicWeb(app, ['images.harbournotes.app'], ({ url }, response) => {
    if (url === '/boat.png' || mended) response.writeHead(200, { 'Content-Type': 'image/png' }).end(picture)
    else response.writeHead(404).end()
  })
  await createDraft(service, name, {
    body: [
      '<h1>High water</h1><p>Hello {{firstName}},</p>',
      `<p><img src="${web.at('/boat.png')}" width="40" height="30" alt="A boat"></p>`,
      `<p><img src="${web.at('/tides.png')}" width="600" height="240" alt="The tide of a day"></p>`,
      '<p><a href="{{unsubscribeUrl}}">Unsubscribe</a></p>',
    ].join('\n'),
  })
})
test.afterEach(async () => {
  await service.stop()
  await web.stop()
  await dns.stop()
})

const frame = (page: Page) => page.frameLocator('iframe[title^="The mail"]:not([aria-hidden])')
/** How many pixels wide an image came; 0: it did not. */
const width = (page: Page, alt: string) =>
  frame(page)
    .locator(`img[alt="${alt}"]`)
    .evaluate((image: HTMLImageElement) => image.naturalWidth)

test('images load once they are allowed, and the missing one is told', async ({ app }) => {
  const page = await openConnected(app, service, people, { changed: true })

  await test.step('nothing is asked for before', async () => {
    await openReview(page, name)
    await expect(page.getByText('2 images not loaded. Loading them tells their servers')).toBeVisible()
    await expect(frame(page).getByRole('img', { name: /^Image not loaded, 600 × 240/ })).toBeVisible()
    expect(web.asked).toEqual([])
  })
  await test.step('allowed, those that are there show, and how many are not is said', async () => {
    await page.getByRole('button', { name: 'Load them' }).click()
    await expect(page.getByText('1 image could not be loaded. A box stands in its place.')).toBeVisible()
    await expect.poll(() => width(page, 'A boat')).toBe(2)
    await expect(
      frame(page).getByRole('img', { name: 'Image not loaded, 600 × 240: The tide of a day' }),
    ).toBeVisible()
    expect([...web.asked].sort()).toEqual(['GET /boat.png', 'GET /tides.png'])
    await look(app, 'review-images')
  })
  await test.step('as somebody else, what was loaded is not asked for again', async () => {
    const [somebody] = (await contactsOf(service)).filter(({ data }) => typeof data.firstName === 'string')
    await page.getByRole('button', { name: /^Shown as/ }).click()
    await page.getByRole('combobox', { name: 'Search contacts' }).fill(somebody?.email ?? '')
    await expect(page.locator('[role="option"]')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(frame(page).getByText(`Hello ${String(somebody?.data.firstName)},`)).toBeVisible()
    await expect.poll(() => width(page, 'A boat')).toBe(2)
    expect(web.asked.filter((one) => one === 'GET /boat.png')).toHaveLength(1)
  })
  await test.step('put where it belongs, it comes when it is tried again', async () => {
    mended = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(/could not be loaded/)).toHaveCount(0)
    await expect.poll(() => width(page, 'The tide of a day')).toBe(2)
  })
})
