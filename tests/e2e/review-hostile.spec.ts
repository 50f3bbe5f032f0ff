import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dialog, Page } from '@playwright/test'
import { expect, sharedApp, test } from '../fixtures/app'
import { inertMail, showInFrame as show, type Shown } from '../fixtures/on-hostile-mail'
import { canary, mailFixtures } from '../fixtures/mails'

/**
 * Hostile mails in a real frame of the app's own page, beside a server that they all try to reach. Each wall is tried: what
 * the mail is written as, the policy of its document, the sandbox of its frame, and the page's policy.
 */
let server: Server
let here: string
const asked: string[] = []

test.beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => server.close(resolve)))
test.beforeEach(() => asked.splice(0))

const hostile = mailFixtures().filter(({ name }) => name.startsWith('hostile-'))
const inert = (body: string, how: Shown = {}) => inertMail(body.replaceAll(canary, here), how)

/** Asks the server once more: what had been asked before has arrived by then. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await fetch(`${here}/settled`)
}

test.describe('in a page of the app', () => {
  // Each mail has a frame of its own, and a test holds that nothing else of the page has changed.
  const shared = sharedApp((app) => app.start())

  for (const { name, mail } of hostile) {
    test(
      `${name} asks for nothing, says nothing and leads nowhere in a frame of the page (C31)`,
      { tag: '@desktop' },
      async () => {
        const { page } = shared()
        const dialogs: string[] = []
        const dismiss = (dialog: Dialog) => {
          dialogs.push(dialog.message())
          void dialog.dismiss()
        }
        page.on('dialog', dismiss)
        await page.waitForURL(/welcome/)
        const before = page.url()
        for (const how of [{}, { images: true }, { images: true, dark: true }]) {
          await show(page, await inert(mail.body, how))
          const frame = page.frameLocator('#tried')
          await expect(frame.locator('body')).toContainText('High and low water')
          for (const link of await frame.locator('a').all())
            await link.click({ force: true, timeout: 2000 }).catch(() => undefined)
          await settled(page)
        }
        expect(page.url()).toBe(before)
        expect(page.frames().filter((frame) => frame.url() === 'about:srcdoc')).toHaveLength(1)
        expect(page.frames()).toHaveLength(2)
        page.off('dialog', dismiss)
        expect(dialogs).toEqual([])
        expect(asked.filter((path) => path !== '/settled')).toEqual([])
      },
    )
  }

  test('pictures that were allowed show in the frame, as data of its own', { tag: '@desktop' }, async () => {
    const { page } = shared()
    await show(
      page,
      await inert('<p>Boats</p><img src="https://a.nl/b.png" width="40" height="30" alt="Boats">', {
        images: true,
      }),
    )
    const shown = page.frameLocator('#tried').locator('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2)
  })

  test(
    'a mail without dark rules is inverted in the frame, and its pictures stay as they are',
    { tag: '@desktop' },
    async () => {
      const { page } = shared()
      const body =
        '<html style="background:#fff"><body style="margin:0;background:#fff"><p style="color:#000">Boats</p>' +
        '<img src="https://a.nl/b.png" width="40" height="30" alt="Boats"></body></html>'
      await show(page, await inert(body, { images: true, dark: true }))
      const frame = page.frameLocator('#tried')
      const inversion = 'invert(1) hue-rotate(180deg)'
      await expect(frame.locator('html')).toHaveCSS('filter', inversion)
      await expect(frame.locator('img')).toHaveCSS('filter', inversion)
    },
  )

  test(
    'the frame is the wall, should anything come through: a mail as it was written asks for nothing (C31)',
    { tag: '@desktop' },
    async () => {
      const { page } = shared()
      for (const { mail } of hostile) {
        await show(page, mail.body.replaceAll(canary, here))
        await settled(page)
      }
      expect(asked.filter((path) => path !== '/settled')).toEqual([])
    },
  )
})

test('what is written is a wall by itself: without frame, page and policy nothing is asked for', async ({
  chromium,
}) => {
  const page = await (await chromium()).newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`${here}/blank`)
  asked.splice(0)
  for (const { mail } of hostile) {
    const html = await inert(mail.body, { images: true, dark: true })
    await page.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''))
    await settled(page)
  }
  expect(page.url()).toBe(`${here}/blank`)
  await page.close()
  expect(dialogs).toEqual([])
  expect(asked.filter((path) => path !== '/settled' && path !== '/favicon.ico')).toEqual([])
})

test('the server does hear of a mail that nobody made inert', async ({ chromium }) => {
  const page = await (await chromium()).newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.goto(`${here}/blank`)
  asked.splice(0)
  await page.setContent(`<img src="${here}/img">`)
  await settled(page)
  await page.close()
  expect(asked).toContain('/img')
})
