import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { launchChromium, startServe } from '../fixtures/browser-host'
import { inertMail, showInFrame } from '../fixtures/on-hostile-mail'
import { canary, mailFixtures } from '../fixtures/mails'
import { startService, type RunningService } from '../fixtures/service'

/** Names that a mail wants looked up tell who reads it, whatever becomes of the request. Chromium logs every look-up. */

const known = 'https://looked-up.test'
const hostile = mailFixtures().filter(({ name }) => name.startsWith('hostile-'))
/** What only looks up or connects, and loads nothing. */
const hints = ['dns-prefetch', 'preconnect', 'prefetch', 'prerender', 'preload', 'modulepreload']
  .map((rel) => `<link rel="${rel}" href="${canary}/${rel}">`)
  .join('')

test('no name in a mail is looked up, not even where the sanitizer is off (C31)', async ({ app }) => {
  const netLog = path.join(app.dataFolder, 'net-log.json')
  const host = await startServe({
    dataFolder: app.dataFolder,
    args: [],
    env: { POSTROOM_KEYCHAIN: 'session', POSTROOM_DNS: '127.0.0.1:9' },
  })
  const browser = await launchChromium([`--log-net-log=${netLog}`])
  const page = await browser.newPage()
  await page.goto(host.url)
  await page.waitForURL(/welcome/)
  for (const { mail } of hostile) {
    const hinted = mail.body.replace('<head>', `<head>${hints}`)
    await showInFrame(page, await inertMail(hinted, { images: true }))
    await showInFrame(page, hinted)
  }
  // A page that nobody guards is heard of: the log would tell.
  await page.goto(`data:text/html,<link rel="dns-prefetch" href="${known}"><img src="${known}/x">`)
  await browser.close()
  await host.stop()
  const asked = lookUps(JSON.parse(await readFile(netLog, 'utf8')) as NetLog)
  expect(asked).toContain(new URL(known).host)
  expect(asked.filter((name) => name.includes(new URL(canary).host))).toEqual([])
})

test('a mail in the outbox of the embedded service looks nothing up and opens no connection (C44)', async ({
  app,
}) => {
  const netLog = path.join(app.dataFolder, 'net-log.json')
  const service = await startService({ contacts: 1 })
  const more = `<video src="${canary}/v" poster="${canary}/p" autoplay></video><fencedframe></fencedframe>`
  for (const { mail } of hostile) {
    const body = mail.body.replace('<head>', `<head>${hints}`).replace('</body>', `${more}</body>`)
    await send(service, { to: 'ada@lamp-room.example', from: mail.from, subject: 'Tides', body })
  }
  const browser = await launchChromium([`--log-net-log=${netLog}`])
  const page = await browser.newPage()
  await page.goto(service.outbox)
  const messages = page.getByRole('link', { name: 'ada@lamp-room.example' })
  await expect(async () => {
    await page.reload()
    expect(await messages.count()).toBe(hostile.length)
  }).toPass()
  for (let at = 0; at < hostile.length; at += 1) {
    await messages.nth(at).click()
    await expect(page.frameLocator('iframe').locator('body')).toContainText('High and low water')
    await page.goBack()
  }
  await page.goto(`data:text/html,<img src="${known}/x">`)
  await browser.close()
  await service.stop()
  const asked = lookUps(JSON.parse(await readFile(netLog, 'utf8')) as NetLog)
  expect(asked).toContain(new URL(known).host)
  expect(asked.filter((name) => name.includes(new URL(canary).host))).toEqual([])
})

async function send({ url, secretKey }: RunningService, mail: object): Promise<void> {
  const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/v1/send`, { method: 'POST', headers, body: JSON.stringify(mail) })
  if (!answer.ok) throw new Error(`The mail was not sent: ${await answer.text()}`)
}

/** What of Chromium's log is read here. */
interface NetLog {
  constants: { logEventTypes: Record<string, number> }
  events: { type: number; params?: { host?: string } }[]
}

/** Names that were to be resolved, without scheme and port. */
function lookUps({ constants, events }: NetLog): string[] {
  const types = Object.entries(constants.logEventTypes).filter(([name]) => name.startsWith('HOST_RESOLVER'))
  const numbers = new Set(types.map(([, number]) => number))
  const hosts = events.flatMap(({ type, params }) =>
    numbers.has(type) && params?.host !== undefined ? [params.host] : [],
  )
  return [...new Set(hosts.map((host) => host.replace(/^\w+:\/\//, '').replace(/:\d+$/, '')))]
}
