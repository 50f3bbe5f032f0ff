import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { inertMail, showInFrame } from '../fixtures/on-hostile-mail'
import { bypasses } from '../fixtures/sanitizer-bypasses'

/** Bodies that got around filters of HTML, in a real browser: each says so to the page at the top where it runs. */

/** Begins to count what runs, in the page and whatever it shows. */
const listen = (page: Page) =>
  page.evaluate(() => {
    Reflect.set(window, 'ran', 0)
    addEventListener('message', ({ data }) => {
      if (data === 'ran') Reflect.set(window, 'ran', Number(Reflect.get(window, 'ran')) + 1)
    })
  })

/** How much has run; pictures that fail have failed by then, and messages have come. */
const ran = (page: Page) =>
  page.evaluate(async () => {
    const probe = new Image()
    await new Promise((resolve) => {
      probe.onerror = resolve
      probe.src = 'data:image/png,none'
    })
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    return Number(Reflect.get(window, 'ran'))
  })

/** How much runs of a document in a frame that nobody guards, on a page without a policy. */
async function ranBare(page: Page, html: string): Promise<number> {
  await page.goto('about:blank')
  await listen(page)
  await page.evaluate((written) => {
    const frame = document.createElement('iframe')
    frame.srcdoc = written
    const stands = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    return stands
  }, html)
  return ran(page)
}

test(
  'with the sanitizer off, nothing executes in the frame of the page (C32)',
  { tag: '@desktop' },
  async ({ app }) => {
    await app.start()
    const { page } = app
    await listen(page)
    for (const [name, body] of Object.entries(bypasses)) {
      await showInFrame(page, body)
      for (const link of await page.frameLocator('#tried').locator('a, button').all())
        await link.click({ force: true, timeout: 1000 }).catch(() => undefined)
      expect(await ran(page), name).toBe(0)
    }
    await expect(page).toHaveURL(/welcome/)
  },
)

test('what the sanitizer writes executes nothing without frame and policy either (C32)', async ({
  chromium,
}) => {
  const page = await (await chromium()).newPage()
  for (const [name, body] of Object.entries(bypasses)) {
    const html = await inertMail(body, { images: true })
    const without = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    expect(await ranBare(page, without), name).toBe(0)
  }
  await page.close()
})

test('without sanitizer, frame and policy most of them execute: the others want to be parsed twice, or a click', async ({
  chromium,
}) => {
  const page = await (await chromium()).newPage()
  const alive: string[] = []
  for (const [name, body] of Object.entries(bypasses)) if ((await ranBare(page, body)) > 0) alive.push(name)
  await page.close()
  expect(alive.length).toBeGreaterThan(40)
})
