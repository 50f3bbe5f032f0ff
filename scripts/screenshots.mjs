import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { ensureBuilt, project } from './build.mjs'

// `npm run screenshots`: the pictures of the documents, made from the real app on its own sample. Run it where a
// keychain answers, or the pictures say that there is none.

const pictures = path.join(project, 'docs', 'pictures')
const node = path.join(project, 'node_modules', 'node', 'bin', 'node')

ensureBuilt()
await mkdir(pictures, { recursive: true })
const data = await mkdtemp(path.join(os.tmpdir(), 'postroom-pictures-'))
const host = spawn(node, [path.join(project, 'out/main/serve.js'), '--data', data, '--demo'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const gone = new Promise((resolve) => host.once('exit', resolve))
const links = createInterface({ input: host.stdout })[Symbol.asyncIterator]()
const nextLink = async () => JSON.parse((await links.next()).value).url
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

try {
  await take(await nextLink(), { width: 1280, height: 800 }, 'light', '')
  host.stdin.write('\n')
  await take(await nextLink(), { width: 1280, height: 800 }, 'dark', '-dark')
  host.stdin.write('\n')
  await take(await nextLink(), { width: 1920, height: 1080 }, 'light', '-wide')
} finally {
  await browser.close()
  host.kill('SIGTERM')
  await gone
  await rm(data, { recursive: true, force: true })
}

async function take(url, viewport, colorScheme, suffix) {
  const page = await (await browser.newContext({ viewport, colorScheme })).newPage()
  const keep = (name) => page.screenshot({ path: path.join(pictures, `${name}${suffix}.png`) })
  await page.goto(url)
  await page.getByRole('link', { name: /^Contacts\s*20,000/ }).waitFor({ timeout: 120_000 })
  await page.getByText('Growth').waitFor()
  await page.locator('canvas').first().waitFor()
  await keep('overview')
  await page.getByRole('link', { name: /^Contacts/ }).click()
  await page.locator('[data-position="0"]', { hasText: '@' }).click()
  await page.getByText('newest first').waitFor()
  await page.locator('[data-position="3"] input').click()
  await page.locator('[data-position="9"] input').click()
  await keep('contacts')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('nov')
  await page.getByRole('option').first().waitFor()
  await keep('palette')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Events' }).click()
  await page.locator('[data-position="0"]', { hasText: '@' }).waitFor()
  await keep('events')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Data folder').first().waitFor()
  await keep('settings')
  await page.context().close()
}
