import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import { expect, test } from '../fixtures/app'

/** The status of a request with these headers, on the running host. */
function status(
  origin: string,
  target: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(target, origin), { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end()
  })
}

const connectHeading = 'Connect a service'

test.beforeEach(({ app }) => app.start())

test('the link’s token leaves the address and the history as it is read (C39)', async ({ app }) => {
  await expect(app.page.getByRole('heading', { name: connectHeading })).toBeVisible()
  expect(app.page.url()).not.toContain('token')
  expect(await app.page.evaluate(() => document.referrer)).toBe('')
  const entries = await app.page.context().newCDPSession(app.page)
  const { entries: history } = await entries.send('Page.getNavigationHistory')
  expect(history.filter(({ url }) => url.includes('token='))).toEqual([])
})

test('a link opens the console once, and the page says what to do then (C39)', async ({ app }) => {
  const link = await app.running.newLink()
  const context = app.page.context().browser()
  if (!context) throw new Error('There is no browser.')
  const first = await context.newContext()
  const page = await first.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: connectHeading })).toBeVisible()
  const second = await context.newContext()
  const late = await second.newPage()
  await late.goto(link)
  await expect(late.getByText(/This link was used already/)).toBeVisible()
  await expect(late.getByText(/Press Enter in the terminal/)).toBeVisible()
})

test('a reload keeps the session, another tab without a link has none', async ({ app }) => {
  await expect(app.page.getByRole('heading', { name: connectHeading })).toBeVisible()
  await app.page.reload()
  await expect(app.page.getByRole('heading', { name: connectHeading })).toBeVisible()
  const other = await app.page.context().newPage()
  await other.goto(app.running.origin)
  await expect(other.getByText(/This link was used already/)).toBeVisible()
})

test('another name than our own address is refused, for every path (C36)', async ({ app }) => {
  const { origin } = app.running
  for (const target of ['/', '/index.html', '/session', '/bridge', '/download/x']) {
    expect(await status(origin, target, { Host: 'evil.test' })).toBe(403)
  }
})

test('the bridge is refused before the upgrade to whoever is not our page (C37)', async ({ app }) => {
  const { origin } = app.running
  const bearerOf = () => app.page.evaluate(() => sessionStorage.getItem('postroom-bearer') ?? '')
  await expect.poll(bearerOf).not.toBe('')
  const bearer = await bearerOf()
  const attempt = (headers: Record<string, string>, protocol: string) =>
    new Promise<number>((resolve) => {
      const socket = new WebSocket(origin.replace('http', 'ws') + '/bridge', ['postroom', protocol], {
        headers,
      })
      socket.once('open', () => (socket.close(), resolve(101)))
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    })
  expect(await attempt({ Origin: origin }, `postroom.${bearer}`)).toBe(101)
  expect(await attempt({ Origin: 'http://evil.test' }, `postroom.${bearer}`)).toBe(403)
  expect(await attempt({ Origin: 'null' }, `postroom.${bearer}`)).toBe(403)
  expect(await attempt({}, `postroom.${bearer}`)).toBe(403)
  expect(await attempt({ Origin: 'http://evil.test', Host: 'evil.test' }, `postroom.${bearer}`)).toBe(403)
  expect(await attempt({ Origin: origin }, `postroom.${bearer.slice(1)}x`)).toBe(403)
})

test('another site can neither frame the page nor talk to it (C38, C40)', async ({ app }) => {
  const { origin } = app.running
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><iframe src="${origin}/"></iframe>
      <form action="${origin}/session" method="post" enctype="text/plain"><input name='{"token":"' value='x"}'></form>`)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  try {
    const page = await app.page.context().newPage()
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
    await refused
    const outcome = await page.evaluate(async (address) => {
      const named = (error: unknown) => (error instanceof Error ? error.name : String(error))
      const read = await fetch(`${address}/`).then(() => 'read', named)
      const posted = await fetch(`${address}/session`, { method: 'POST', body: '{}', mode: 'no-cors' }).then(
        (response) => response.type,
        named,
      )
      return { read, posted }
    }, origin)
    expect(outcome.read).toBe('TypeError')
    expect(outcome.posted).not.toBe('basic')
    const submitted = page.waitForResponse((response) => response.url() === `${origin}/session`)
    await page.evaluate(() => document.querySelector('form')?.submit())
    expect((await submitted).status()).toBe(403)
  } finally {
    site.closeAllConnections()
    site.close()
  }
})
