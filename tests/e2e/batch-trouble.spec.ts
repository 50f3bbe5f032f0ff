import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import type { DnsServer } from '../fixtures/dns-server'
import { button } from '../fixtures/on-import'
import { barriers, panel, row, screen, tryNow } from '../fixtures/on-screen'
import {
  addresses,
  check,
  classLine,
  ended,
  openNewest,
  pasteBatch,
  startCheck,
  startLampRoom,
  strangers,
} from '../fixtures/on-verification'
import { startRecordingProxy, type RecordingProxy } from '../fixtures/recording-proxy'
import { startPrepared } from '../fixtures/prepared'
import { startService, type RunningService } from '../fixtures/service'

/** Batches that are held up: by a person, by a kill, by a service that is away or answers oddly. */
const people = 20
/** So long an answer takes that a run can be watched (milliseconds). */
const latency = 150
let dns: DnsServer

test.beforeEach(async () => {
  dns = await startLampRoom()
})
test.afterEach(() => dns.stop())

/** Whether a request asks about an address: without one it asks what the service can do. */
const isAsking = ({ path: route, body }: { path: string; body: string }) =>
  route.startsWith('/v1/verify') && body !== '{}'

const verified = (proxy: RecordingProxy) =>
  proxy.passed.filter(isAsking).map((request) => (JSON.parse(request.body) as { email: string }).email)

/** How many addresses the table says are not asked yet; 0 where it has no such line. */
async function waiting(page: Page): Promise<number> {
  // At once, whatever is there: the line may go between two looks, and one would wait for it.
  const [figure] = await classLine(page, 'Not checked').locator('td').allInnerTexts()
  return Number((figure ?? '0').replace(',', ''))
}

test('a check is paused, gone on with and cancelled, and what is left is gone on with later', async ({
  app,
}) => {
  const service = await startPrepared({ contacts: people, dns: dns.address, latency })
  try {
    const page = await openConnected(app, service, people)
    await pasteBatch(page, strangers(150))
    await startCheck(page)
    await button(page, 'Pause the check').click()
    await expect(page.getByText(/, paused$/)).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('verification-paused')
    await test.step('the activity log says so', async () => {
      await screen(page, 'Activity').click()
      const log = page.getByRole('treegrid', { name: 'Activity' })
      await expect(log.getByRole('row').filter({ hasText: /^Check the addresses of/ })).toContainText(
        'Paused',
      )
      await page.goBack()
    })
    await button(page, 'Resume the check').click()
    await expect(button(page, 'Pause the check')).toBeVisible()
    await app.screenshot('verification-running')

    await button(page, 'Cancel the check').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the check' }).click()
    await expect(page.getByText(/^Cancelled \d/)).toBeVisible()
    // The button's own figure: answers that were on the way when it was cancelled are still counted.
    await page.getByRole('button', { name: /^Continue with \d/ }).click()
    await ended(page)
    await expect.poll(() => waiting(page)).toBe(0)
    await expect(classLine(page, 'Accepts mail')).toContainText('150')
  } finally {
    await service.stop()
  }
})

test(
  'a check that was killed goes on by itself, and asks about nobody twice but who was on the way',
  { tag: ['@desktop', '@keychain'] },
  async ({ app }) => {
    const service = await startPrepared({ contacts: people, dns: dns.address, latency })
    const proxy = await startRecordingProxy(service.url)
    try {
      await openConnected(app, service, people, { address: proxy.url })
      await pasteBatch(app.page, strangers(150))
      await startCheck(app.page)
      await expect.poll(() => verified(proxy).length).toBeGreaterThan(20)
      await app.kill()
      const before = verified(proxy).length
      expect(before).toBeLessThan(150)
      await app.start()
      await openNewest(app.page)
      await ended(app.page)
      await expect(classLine(app.page, 'Accepts mail')).toContainText('150')
      const all = verified(proxy)
      expect(new Set(all).size).toBe(150)
      const again = all.filter((email, at) => all.indexOf(email) !== at)
      const unanswered = proxy.passed.filter((request) => isAsking(request) && !request.answered).length
      expect(again.length).toBeLessThanOrEqual(unanswered + 32)
    } finally {
      await proxy.close()
      await service.stop()
    }
  },
)

test('offline, a check is refused in words and a run waits; it goes on when the service answers', async ({
  app,
}) => {
  const data = await mkdtemp(path.join(os.tmpdir(), 'postroom-service-'))
  const first = await startPrepared({ contacts: people, dns: dns.address, latency, data })
  let again: RunningService | null = null
  try {
    const page = await openConnected(app, first, people)
    await pasteBatch(page, strangers(120))
    await first.kill()
    await page.getByRole('radio', { name: 'Pasted addresses' }).focus()
    await page.keyboard.press('r')
    await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('Offline: nothing can be checked now.')).toBeVisible()
    await expect(button(page, 'Check 120 addresses')).toBeDisabled()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('verification-offline')

    const port = Number(new URL(first.url).port)
    again = await startService({ data, port, dns: dns.address, latency })
    await tryNow(page)
    await startCheck(page)
    await expect.poll(() => waiting(page)).toBeLessThan(115)
    await again.kill()
    await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
    again = await startService({ data, port, dns: dns.address, latency })
    await tryNow(page)
    await ended(page)
    await expect(classLine(page, 'Accepts mail')).toContainText('120')
  } finally {
    await (again ?? first).stop()
    await rm(data, { recursive: true, force: true })
  }
})

test('odd answers end in one verdict or one reason each, and the unknown are asked again', async ({
  app,
}) => {
  const service = await startPrepared({ contacts: people, dns: dns.address })
  const proxy = await startRecordingProxy(service.url)
  const odd: Record<string, { status: number; body: unknown }> = {
    'person1@lamp-room.example': {
      status: 500,
      body: { success: false, error: { code: 'INTERNAL', message: 'x' } },
    },
    'person2@lamp-room.example': {
      status: 200,
      body: { success: true, data: { email: 'somebody@else.example', valid: true, hasMxRecords: true } },
    },
    'person3@lamp-room.example': {
      status: 422,
      body: { code: 422, error: 'Unprocessable Entity', message: 'no address', time: 1 },
    },
  }
  // The service is not at fault: somebody is answered between the failures of one address, which are six, and five in a row
  // would hold all requests for a minute.
  let failures = 0
  let goOn = (): void => undefined
  const thirdFailure = new Promise<void>((resolve) => (goOn = resolve))
  proxy.watch = (moment, request) => {
    if (moment !== 'arrived' || !isAsking(request)) return undefined
    if (request.body.includes('person1@') && ++failures === 3) goOn()
    return request.body.includes('person19@') ? thirdFailure : undefined
  }
  proxy.instead = ({ path: route, body }) =>
    route.startsWith('/v1/verify') ? (odd[(JSON.parse(body) as { email: string }).email] ?? null) : null
  try {
    const page = await openConnected(app, service, people, { address: proxy.url })
    await pasteBatch(page, strangers(20))

    await test.step('each has its reason', async () => {
      await check(page)
      await expect(classLine(page, 'Accepts mail')).toContainText('17')
      await expect(classLine(page, 'Unknown')).toContainText('2')
      await expect(classLine(page, 'Undeliverable')).toContainText('1')
      await expect(button(page, /Service answered 5xx/)).toBeVisible()
      await expect(button(page, /Answer for another address/)).toBeVisible()
      await expect(button(page, /Refused by the service/)).toBeVisible()
    })
    await test.step('the unknown are asked again, and nobody else', async () => {
      // Both: as nobody else is asked, failures would have no answer between them.
      delete odd['person1@lamp-room.example']
      delete odd['person2@lamp-room.example']
      const before = verified(proxy).length
      await button(page, 'Retry 2 unknown').click()
      await expect(classLine(page, 'Accepts mail')).toContainText('19')
      await ended(page)
      const asked = new Set(verified(proxy).slice(before))
      expect([...asked].sort()).toEqual(['person1@lamp-room.example', 'person2@lamp-room.example'])
    })
    await test.step('what it was before is kept beside it', async () => {
      await page.getByRole('textbox', { name: 'Find an address' }).fill('person1@')
      const filter = page.getByRole('button', { name: /^Remove the filter Class/ })
      if (await filter.isVisible()) await filter.click()
      await expect(addresses(page)).toContainText('person1@lamp-room.example')
      await row(page, 0, 'Addresses').click()
      await expect(panel(page)).toContainText('2 verdicts')
      await expect(panel(page)).toContainText('Was unknown')
      await app.screenshot('verification-flip')
    })
  } finally {
    await proxy.close()
    await service.stop()
  }
})

test('rules are changed and reset, domains get a class of their own, and every batch follows', async ({
  app,
}) => {
  const service = await startPrepared({ contacts: people, dns: dns.address })
  try {
    const page = await openConnected(app, service, people)
    await pasteBatch(page, [...strangers(3), 'info@lamp-room.example', 'a@no-such-place.example'])
    await check(page)
    await expect(classLine(page, 'Risky')).toContainText('1')

    await test.step('a sign means something else', async () => {
      await screen(page, 'Verification').click()
      await button(page, 'Rules').click()
      // Nobody of the copy has any sign: those of risky addresses are folded, after two other classes.
      await button(page, /more that nobody has now/)
        .nth(2)
        .click()
      await button(page, 'Class of Role address, such as info@').click()
      await page.keyboard.press('a')
      await expect(page.getByText(/^1 of \d+ changed$/)).toBeVisible()
      await expect(page.getByText('0 became “accepts mail”')).toBeVisible()
      expect(await barriers(page)).toEqual([])
      await app.screenshot('verification-rules')
      await openNewest(page)
      await expect(classLine(page, 'Accepts mail')).toContainText('4')
      await expect(classLine(page, 'Risky')).toContainText('0')
    })
    await test.step('and what it usually means again', async () => {
      await screen(page, 'Verification').click()
      await button(page, 'Rules').click()
      await button(page, 'Put all back').click()
      await expect(button(page, 'Put all back')).toHaveCount(0)
    })
    await test.step('a domain has a class of its own', async () => {
      await page.getByRole('textbox', { name: 'Domain' }).fill('no-such-place.example')
      await button(page, 'Add').click()
      await button(page, 'Class of no-such-place.example').click()
      await page.keyboard.press('r')
      await expect(button(page, 'Class of no-such-place.example')).toContainText('Risky')
      await page.getByRole('textbox', { name: 'Note on no-such-place.example' }).fill('Moves next week')
      await page.keyboard.press('Enter')
      await openNewest(page)
      await expect(classLine(page, 'Risky')).toContainText('2')
      await expect(classLine(page, 'Undeliverable')).toContainText('0')
    })
    await test.step('which is taken away again', async () => {
      await screen(page, 'Verification').click()
      await button(page, 'Rules').click()
      await button(page, 'Class of no-such-place.example').click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await expect(button(page, 'Class of no-such-place.example')).toHaveCount(0)
      await openNewest(page)
      await expect(classLine(page, 'Undeliverable')).toContainText('1')
    })
    await test.step('and verdicts count for as long as a person says', async () => {
      await screen(page, 'Verification').click()
      await button(page, 'Rules').click()
      await page.getByRole('textbox', { name: 'Days that a verdict counts' }).fill('45')
      await page.keyboard.press('Enter')
      await openNewest(page)
      await expect(page.getByText(/Verdicts expire after 45 days/)).toBeVisible()
    })
  } finally {
    await service.stop()
  }
})
