import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { startDnsServer } from '../fixtures/dns-server'
import { button, fact, figure, openFile, startRun, step, toVerify } from '../fixtures/on-import'
import { askService, barriers, contactsOf, tryNow } from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import { startService, type RunningService } from '../fixtures/service'

const people = 40
const latency = 150
const head = 'email,firstName,plan'
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@lamp-room.example,Person ${index},pro`)
const written = async (service: RunningService) =>
  (await contactsOf(service)).filter(({ email }) => email.endsWith('@lamp-room.example')).length

test('addresses are verified, and rows decided by what was found', async ({ app }) => {
  const dns = await startDnsServer({
    'lamp-room.example': { MX: [[10, 'mx.lamp-room.example']] },
    'mx.lamp-room.example': { A: ['192.0.2.1'] },
  })
  const service = await startPrepared({ contacts: people, dns: dns.address })
  const rule = (of: string, choice: string) =>
    app.page.getByLabel(`What becomes of ${of}`).selectOption(choice)
  try {
    const page = await openConnected(app, service, people)
    await openFile(app, 'fair.csv', [
      head,
      ...strangers(6),
      'info@lamp-room.example,Info,pro',
      'sales@lamp-room.example,Sales,pro',
      'someone@no-such-place.example,Gone,pro',
    ])
    await toVerify(page)

    await test.step('what it costs is said before anything is asked', async () => {
      await page.getByText(/^New addresses/).click()
      await expect(fact(page, 'Different addresses')).toHaveText('9')
      await expect(fact(page, 'Calls needed')).toHaveText(/^[1-9]$/)
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-estimate')
    })
    await test.step('it is asked, and sorted by class', async () => {
      await button(page, /^Verify \d+ addresses$/).click()
      await expect(fact(page, 'Calls needed')).toHaveText('0', { timeout: 60_000 })
      const line = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
      await expect(line('Accepts mail')).toContainText('6')
      await expect(line('Risky')).toContainText('2')
      await expect(line('Undeliverable')).toContainText('1')
    })
    await test.step('what is risky waits for a person', async () => {
      await rule('risky', 'Hold for a decision')
      const held = page.getByRole('grid', { name: 'Held rows' })
      await expect(held).toContainText('info@lamp-room.example')
      await expect(page.getByText(/2 held for your decision/)).toBeVisible()
      expect(await barriers(page)).toEqual([])
      await app.screenshot('import-held')
      await button(page, 'Import info@lamp-room.example').click()
      await expect(page.getByText(/1 held for your decision/)).toBeVisible()
      await button(page, 'Leave all 1 out').click()
      await expect(page.getByText(/held for your decision/)).toHaveCount(0)
    })
    await test.step('and the run writes what was decided', async () => {
      await button(page, 'Continue to the run').click()
      await expect(fact(page, 'To write')).toHaveText('7')
      await expect(fact(page, 'Left out: undeliverable')).toHaveText('1')
      await expect(fact(page, 'Left out by you')).toHaveText('1')
      await button(page, 'Write 7 rows').click()
      await button(page, 'See what was written').click({ timeout: 60_000 })
      const emails = (await contactsOf(service)).map(({ email }) => email)
      expect(emails).toContain('info@lamp-room.example')
      expect(emails).not.toContain('sales@lamp-room.example')
      expect(emails).not.toContain('someone@no-such-place.example')
    })
  } finally {
    await service.stop()
    await dns.stop()
  }
})

test('a key that is refused in the middle pauses the run, and it goes on with the key', async ({ app }) => {
  const service = await startPrepared({ contacts: people, latency })
  try {
    const page = await openConnected(app, service, people)
    await openFile(app, 'fair.csv', [head, ...strangers(60)])
    await startRun(page)
    service.replaceSecretKey('sk_0123456789abcdef0123456789abcdef0123456789abcdef')
    const trouble = page.getByRole('alert').filter({ hasText: 'Paused' })
    await expect(trouble).toContainText('The key was refused', { timeout: 60_000 })
    await expect(trouble).toContainText('key_refused')
    await expect(button(page, 'Enter a new key').first()).toBeVisible()
    expect(await barriers(page)).toEqual([])
    await app.screenshot('import-key-refused')

    service.replaceSecretKey(service.secretKey)
    await askService(service, '/contacts?limit=1')
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await button(page, 'See what was written').click({ timeout: 90_000 })
    await expect(page.getByText('60 rows were written')).toBeVisible()
    expect(await written(service)).toBe(60)
  } finally {
    await service.stop()
  }
})

test('offline in the middle, the run waits and goes on by itself', async ({ app }) => {
  const data = await mkdtemp(path.join(os.tmpdir(), 'postroom-service-'))
  const first = await startPrepared({ contacts: people, latency, data })
  let again: RunningService | null = null
  try {
    const page = await openConnected(app, first, people)
    await openFile(app, 'fair.csv', [head, ...strangers(60)])
    await startRun(page)
    await expect.poll(() => written(first)).toBeGreaterThan(3)
    await first.kill()
    await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 60_000 })
    await expect(figure(page, 'Left')).toHaveText(/^(Waits for the service|Paused)$/)
    await app.screenshot('import-offline')

    again = await startService({ data, port: Number(new URL(first.url).port), latency })
    await tryNow(page)
    await button(page, 'See what was written').click({ timeout: 120_000 })
    await expect(step(page, 'After')).toBeVisible()
    expect(await written(again)).toBe(60)
  } finally {
    await (again ?? first).stop()
    await rm(data, { recursive: true, force: true })
  }
})
