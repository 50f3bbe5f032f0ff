import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright'
import { startDnsServer } from '../tests/fixtures/dns-server.ts'
import { ensureBuilt, project } from './build.mjs'

// `npm run screenshots [-- NAME ...]`: the pictures of the documents, or those named, made from the real app on its own
// sample. Run it where a keychain answers, or the pictures say that there is none.

const pictures = path.join(project, 'docs', 'pictures')
const wanted = process.argv.slice(2)
const node = path.join(project, 'node_modules', 'node', 'bin', 'node')

ensureBuilt()
await mkdir(pictures, { recursive: true })
const data = await mkdtemp(path.join(os.tmpdir(), 'postroom-pictures-'))
const dns = await startDnsServer()
const service = start('service', [
  '--data',
  path.join(data, 'service'),
  '--dns',
  dns.address,
  '--port',
  '0',
  '--contacts',
  '3000',
])
const account = JSON.parse((await service.lines.next()).value)
const people = await somePeople()
dns.zone = { ...zoneOf(people), ...(await senderZone()) }
await draft()
const host = start('main/serve', ['--data', path.join(data, 'console'), '--dns', dns.address])
const nextLink = async () => JSON.parse((await host.lines.next()).value).url
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

try {
  await connect(await nextLink())
  host.program.stdin.write('\n')
  await take(await nextLink(), { width: 1280, height: 800 }, 'light', '')
  host.program.stdin.write('\n')
  await take(await nextLink(), { width: 1280, height: 800 }, 'dark', '-dark')
  host.program.stdin.write('\n')
  await take(await nextLink(), { width: 1920, height: 1080 }, 'light', '-wide')
} finally {
  await browser.close()
  await host.stop()
  await service.stop()
  await dns.stop()
  await rm(data, { recursive: true, force: true })
}

/** A program of ours, and the lines that it prints. */
function start(name, args) {
  const program = spawn(node, [...programOf(name), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = new Promise((resolve) => program.once('exit', resolve))
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const stop = () => {
    program.kill('SIGTERM')
    return gone
  }
  return { program, lines, stop }
}

function programOf(name) {
  if (name === 'service') return ['--import', 'tsx', path.join(project, 'src-service', 'service.ts')]
  return [path.join(project, 'out', `${name}.js`)]
}

/** Three pages of the sample's addresses. */
async function somePeople() {
  const found = []
  for (let cursor = ''; found.length < 300;) {
    const page = await ask(`/contacts?limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...page.contacts.map(({ email }) => email))
    cursor = encodeURIComponent(page.cursor)
  }
  return found
}

/** Names as a name server would know them: most take mail, a few only have pages, misspelt ones are not there. */
function zoneOf(emails) {
  const domains = [...new Set(emails.map((email) => email.split('@')[1].toLowerCase()))]
  const entries = domains.map((domain, index) => {
    if (/gmial|hotmial|outlok|yaho\.com|iclould/.test(domain) || index % 31 === 30) return []
    if (index % 23 === 22) return [[domain, { TXT: ['v=spf1 -all'], NS: [`ns.${domain}`] }]]
    return [[domain, { MX: [[10, `mx.${domain}`]], NS: [`ns.${domain}`] }]]
  })
  return Object.fromEntries(entries.flat())
}

/** The records of the sample's sending domain, so that only its DMARC policy is worth a word. */
async function senderZone() {
  const [{ domain, dkimTokens }] = (await ask('/domains')).domains
  const keys = dkimTokens.map((token) => [
    `${token}._domainkey.${domain}`,
    { CNAME: [`${token}.dkim.amazonses.com`] },
  ])
  return {
    ...Object.fromEntries(keys),
    [domain]: { TXT: ['v=spf1 include:amazonses.com ~all'] },
    [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none'] },
  }
}

/** A campaign with a few faults, to the people whose addresses are verified. */
async function draft() {
  const { id } = await ask('/segments', { name: 'Active in 12 months', type: 'STATIC' })
  await ask(`/segments/${id}/members`, { emails: people })
  await ask('/campaigns', {
    name: 'Tide tables, November',
    subject: 'Tide tables are in your log now',
    body: await readFile(path.join(project, 'scripts', 'tide-tables.html'), 'utf8'),
    from: 'notes@mail.harbournotes.app',
    fromName: 'Harbour Notes',
    replyTo: 'hello@mail.harbournotes.app',
    type: 'MARKETING',
    audienceType: 'SEGMENT',
    segmentId: id,
  })
}

/** Asks the service: with a body, for it to be written. */
async function ask(route, body) {
  const answer = await fetch(`${account.url}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${account.secretKey}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${route} was answered with ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Connects to the service, and has a list verified and a file checked, so that every picture shows work. */
async function connect(url) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Notes')
  await page.getByRole('textbox', { name: 'Address' }).fill(account.url)
  await page.getByRole('textbox', { name: 'Secret key' }).fill(account.secretKey)
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('link', { name: /^Contacts\s*3,000/ }).waitFor({ timeout: 180_000 })
  await connectRecords(page)
  await verify(page)
  await check(page)
  // A copy that is still arriving is not what a picture is to show.
  await page.getByText(/^As of/).waitFor({ timeout: 600_000 })
  await page.context().close()
}

/** Connects the records beside the contacts, and waits until all of them are read. */
async function connectRecords(page) {
  const { url, token, companyId, workspaceId } = account.records
  await page.getByRole('link', { name: /^Records/ }).click()
  await page.getByRole('button', { name: 'Connect a record service' }).click()
  const dialog = page.locator('.dialog')
  const entries = {
    Name: 'Wharf office',
    Address: url,
    Token: token,
    'Company id': companyId,
    Workspace: workspaceId,
  }
  for (const [label, text] of Object.entries(entries))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await page
    .getByRole('group', { name: 'Reading', exact: true })
    .getByText('Read at')
    .waitFor({ timeout: 60_000 })
}

async function verify(page) {
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByRole('button', { name: 'New batch' }).click()
  await page.getByRole('radio', { name: 'Pasted addresses' }).check()
  const more = ['info', 'sales', 'press'].map((name) => `${name}@${people[0].split('@')[1]}`)
  const list = ['email', ...people, ...more, 'temp8841@mailinator.com', 'not an address']
  await page.getByRole('textbox', { name: 'Addresses' }).fill(list.join('\n'))
  await page.getByRole('button', { name: /^Check [\d,]+ addresses$/ }).click()
  await page.getByText(/^Finished \d/).waitFor({ timeout: 300_000 })
}

async function check(page) {
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('button', { name: 'Paste rows' }).click()
  const rows = people.slice(0, 60).map((email, index) => {
    if (index % 9 === 4) return `new.${email},Nova,yes`
    if (index % 11 === 5) return `${email.replace(/@.*/, '@gmial.com')},Gia,yes`
    return index % 7 === 3 ? `${email.replace('@', ' at ')},Ida,no` : `${email},,yes`
  })
  await page.getByRole('textbox', { name: 'Rows' }).fill(['email,firstName,subscribed', ...rows].join('\n'))
  await page.getByRole('button', { name: 'Read the rows' }).click()
  await page.getByRole('button', { name: 'Map columns' }).click()
  await page.getByRole('button', { name: 'Check rows' }).click()
  await page.getByRole('grid', { name: 'Rows of the file' }).waitFor({ timeout: 60_000 })
}

async function take(url, viewport, colorScheme, suffix) {
  const page = await (await browser.newContext({ viewport, colorScheme })).newPage()
  const keep = async (name) => {
    if (wanted.length > 0 && !wanted.includes(name)) return
    await page.screenshot({ path: path.join(pictures, `${name}${suffix}.png`) })
  }
  await page.goto(url)
  await page.getByRole('link', { name: /^Contacts\s*3,000/ }).waitFor({ timeout: 120_000 })
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
  await page.getByRole('grid', { name: 'Events' }).locator('[data-position="0"]', { hasText: '@' }).waitFor()
  await keep('events')
  await page.getByRole('link', { name: 'Verification' }).click()
  await page.getByRole('grid', { name: 'Batches' }).locator('[data-position="0"]').click()
  await page
    .getByRole('grid', { name: 'Addresses' })
    .locator('[data-position="0"]', { hasText: '@' })
    .waitFor()
  await keep('verification')
  await page.getByRole('link', { name: /^Campaigns/ }).click()
  await page.getByRole('grid', { name: 'Campaigns' }).getByText('Tide tables, November').click()
  await page.getByRole('link', { name: /^Review/ }).click()
  await page.getByText(/^\d+ rules over /).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: /^No firstName and no fallback/ }).click()
  await keep('campaign-review')
  await page.getByRole('link', { name: /^Records/ }).click()
  await page.locator('[data-position="1"]').getByRole('gridcell').nth(1).click()
  await page.getByRole('heading', { name: 'Record', exact: true }).waitFor()
  await page.locator('[data-position="5"] input').click()
  await page.locator('[data-position="8"] input').click()
  await keep('records')
  await page.getByRole('link', { name: 'Import' }).click()
  await page.locator('.earlier button.line').first().click()
  await page
    .getByRole('grid', { name: 'Rows of the file' })
    .locator('[data-position="0"]', { hasText: '@' })
    .waitFor()
  await keep('import')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Data folder').first().waitFor()
  await keep('settings')
  await page.context().close()
}
