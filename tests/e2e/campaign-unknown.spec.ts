import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test, type App } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer, type DnsServer } from '../fixtures/dns-server'
import {
  call,
  confirmSending,
  heldCampaign,
  holdBar,
  openCampaign,
  signOff,
  status,
} from '../fixtures/on-campaigns'
import { createDraft, senderZone, soundMail } from '../fixtures/on-review'
import { look, tryNow } from '../fixtures/on-screen'
import { startRecordingProxy, type Moment, type RecordingProxy } from '../fixtures/recording-proxy'
import { startPrepared } from '../fixtures/prepared'
import { startService, type RunningService } from '../fixtures/service'

/** A service that dies between the request that sends a campaign and its answer. */
const people = 40
const name = 'Tide tables, November'
let data: string
let dns: DnsServer
let service: RunningService
let proxy: RecordingProxy
let id: string

test.beforeEach(async ({ app }) => {
  data = await mkdtemp(path.join(os.tmpdir(), 'postroom-service-'))
  dns = await startDnsServer(structuredClone(senderZone))
  service = await startPrepared({ contacts: people, dialect: 'deployed', dns: dns.address, data })
  proxy = await startRecordingProxy(service.url)
  id = await createDraft(service, name, { body: soundMail })
  app.env = { POSTROOM_DNS: dns.address }
})
test.afterEach(async () => {
  await proxy.close()
  await service.stop()
  await dns.stop()
  await rm(data, { recursive: true, force: true })
})

const sends = () =>
  proxy.passed.filter(({ method, path: to }) => method === 'POST' && to === `/campaigns/${id}/send`)

/** Confirms the sending, and ends the service when its request is at a moment. */
async function sendAndDie(app: App, dies: Moment): Promise<void> {
  const page = await openConnected(app, service, people, { address: proxy.url, changed: true })
  await openCampaign(page, name)
  await signOff(page)
  proxy.watch = async (moment, request) => {
    if (moment !== dies || request.path !== `/campaigns/${id}/send`) return
    await service.kill()
    throw new Error('The service is gone.')
  }
  await call(page, /^Send to/).click()
  await confirmSending(page)
  await holdBar(page).getByRole('button', { name: 'Send now' }).click()
  await expect(holdBar(page)).toContainText(`No answer came: “${name}”`)
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
}

/** The service on the same data and port, and the page that knows it. */
async function comeBack({ page }: App): Promise<void> {
  proxy.watch = () => undefined
  service = await startService({
    dialect: 'deployed',
    dns: dns.address,
    data,
    port: Number(new URL(service.url).port),
    recordsPort: 0,
  })
  await tryNow(page)
}

test(
  'without an answer nobody knows, and the campaign’s status tells once it can be read (C26)',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    await sendAndDie(app, 'carriedOut')

    await test.step('it says so, and what to look at', async () => {
      await expect(holdBar(app.page)).toContainText('It may have been sent. Look at its status')
      await expect(status(app.page)).toHaveText('Outcome unknown')
      await expect(call(app.page, /^Send to/)).toBeDisabled()
      await look(app, 'campaign-unknown')
    })
    await test.step('it is not forgotten with the window', async () => {
      await app.restart()
      await openCampaign(app.page, name)
      await expect(holdBar(app.page)).toContainText(`No answer came: “${name}”`)
      await expect(status(app.page)).toHaveText('Outcome unknown')
    })
    await test.step('the service answers again, and it is known that it was sent, once', async () => {
      await comeBack(app)
      await expect(holdBar(app.page)).toContainText(`Handed over: “${name}”`, { timeout: 60_000 })
      await holdBar(app.page).getByRole('button', { name: 'See how it stands' }).click()
      await expect(status(app.page)).toHaveText(/^(Sending|Sent)$/)
      expect(sends()).toHaveLength(1)
    })
  },
)

test('a request that never arrived is told as not sent, and is sent again by a person alone', async ({
  app,
}) => {
  await sendAndDie(app, 'arrived')
  await comeBack(app)
  const { page } = app

  await test.step('a draft counts as not sent once no request can be on its way', async () => {
    await expect(holdBar(page)).toContainText(`Not sent: “${name}”`, { timeout: 120_000 })
    await expect(holdBar(page)).toContainText('the service still holds the campaign as a draft')
    await expect(status(page)).toHaveText('Draft')
    await look(app, 'campaign-not-sent')
    expect(sends()).toHaveLength(1)
  })
  await test.step('it is confirmed anew, number and all', async () => {
    await call(page, /^Send to/).click()
    await confirmSending(page)
    await holdBar(page).getByRole('button', { name: 'Send now' }).click()
    await expect(holdBar(page)).toContainText('Handed over')
    expect(sends()).toHaveLength(2)
    expect(await heldCampaign(service, id)).not.toMatchObject({ status: 'DRAFT' })
  })
})
