// A newcomer's first minute: from the click on "Try the embedded service" in an empty program until everything of it is
// read, in a real browser. `npm run bench -- demo [RUNS]`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchChromium, startServe } from '../fixtures/browser-host'
import { figure, quantile } from './cache/harness'

const runs = Number(process.argv[2] ?? 5)
const patience = { timeout: 900_000 }

interface Times {
  /** Until the page says that it is at work. */
  told: number
  /** Until all contacts are there. */
  contacts: number
  /** Until the copy is whole. */
  whole: number
}

/** Seconds since the click at which each was on screen. */
async function tryIt(page: Page): Promise<Times> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const freshness = page.locator('.top-bar').getByText(/^As of/)
  await page.getByRole('button', { name: 'Try the embedded service' }).click()
  const at = { told: 0, contacts: 0 }
  const told = page
    .getByText(/^(Starting|First copy)/)
    .first()
    .waitFor(patience)
  const contacts = page.getByRole('link', { name: /^Contacts.*20,000/ }).waitFor(patience)
  await Promise.all([
    told.then(() => (at.told = seconds())),
    contacts.then(() => (at.contacts = seconds())),
    freshness.waitFor(patience),
  ])
  return { ...at, whole: seconds() }
}

async function run(): Promise<void> {
  const browser = await launchChromium(['--no-sandbox'])
  const times: Times[] = []
  for (let turn = 0; turn < runs; turn += 1) {
    const dataFolder = mkdtempSync(join(tmpdir(), 'postroom-demo-'))
    const host = await startServe({
      dataFolder,
      args: [],
      env: { POSTROOM_PASSPHRASE: 'the bench has no keychain 41' },
    })
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(host.url)
    times.push(await tryIt(page))
    console.error(times.at(-1))
    await page.close()
    await host.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  await browser.close()
  const all = (of: keyof Times) => times.map((each) => each[of])
  figure('demo', 'first progress', quantile(all('told'), 0.5), 's')
  figure('demo', 'contacts read', quantile(all('contacts'), 0.5), 's')
  figure('demo', 'everything read', quantile(all('whole'), 0.5), 's')
  figure('demo', 'everything read, slowest', Math.max(...all('whole')), 's')
}

void run()
