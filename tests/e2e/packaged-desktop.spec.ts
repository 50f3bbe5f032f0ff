import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { test, type Page } from '@playwright/test'
import { expect } from '../fixtures/expect'
import { wrongFuses } from '../../scripts/fuses.mjs'
import { connect as openCopy } from '../../src-main/core/database/database'
import { listSetAside } from '../../src-main/core/database/set-aside'
import { systemClock } from '../../src-main/core/clock'
import { SealedKeys } from '../../src-main/core/keychain/seal/sealed-keys'
import { storedSettingsSchema } from '../../src-main/features/profiles/stored'
import { project } from '../fixtures/built'
import { connect } from '../fixtures/connected'
import { button, step } from '../fixtures/on-import'
import { count, screen } from '../fixtures/on-screen'
import { electronUnderTest } from '../fixtures/desktop-host'
import { packageApp, startPackaged, type Packaged } from '../fixtures/packaged'
import { startPrepared } from '../fixtures/prepared'

/** The app as it is packaged, around the Electron of this machine; on Linux, where that is a folder of plain files. */

const passphrase = 'harbour lantern coil nine osprey rain'
const people = 40
let folder: string
let program: string
let data: string
let running: Packaged | null = null

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'Packaging around an Electron that is here is tried on Linux alone.')
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'postroom-packaged-'))
  program = await packageApp(folder)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))
test.beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'postroom-'))
})
test.afterEach(async () => {
  await running?.close()
  running = null
  await rm(data, { recursive: true, force: true })
})

async function start(args: string[] = [], more: Record<string, string> = {}): Promise<Packaged> {
  const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus', POSTROOM_DNS: '127.0.0.1:9' }
  const env = { ...noKeychain, POSTROOM_PASSPHRASE: passphrase, ...more }
  running = await startPackaged(program, { args: [...args, `--data=${data}`], env })
  return running
}

test('every fuse that this Electron has is as it should be (C8)', async () => {
  expect(await wrongFuses(program, { mayLack: true })).toEqual([])
})

test('the program never becomes Node, nor opens Node’s debugger or runs what Node is told to (C8)', async () => {
  const wrote = path.join(folder, 'wrote')
  const script = path.join(folder, 'write.cjs')
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(wrote)}, 'Node')`)
  const asNode = { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${script}` }
  const { page, output } = await start(['--inspect=0', script], asNode)
  await expect(page.getByRole('heading', { name: 'Connect a service' })).toBeVisible()
  expect(output()).not.toContain('Debugger listening')
  await expect(readFile(wrote)).rejects.toThrow('ENOENT')
})

test('what the fuses shut is open in the Electron that was packaged (C8)', async () => {
  const { executablePath } = electronUnderTest()
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout } = await promisify(execFile)(executablePath, ['-p', '"became Node"'], { env })
  expect(stdout).toContain('became Node')
})

test('an encrypted copy is opened, its blobs are read, and it is kept where a new one takes its place (C21)', async () => {
  const service = await startPrepared({ contacts: people })
  await test.step('a copy is made, and opened by the next start', async () => {
    const { page, close } = await start()
    await connect(page, service, people)
    await expect(page.locator('.status-bar')).toContainText('Copy encrypted')
    await close()
  })
  await test.step('rows of an import, which are blobs, are stored and read', async () => {
    const { page, close } = await start()
    await screen(page, 'Contacts').click()
    await expect(count(page)).toHaveText(String(people))
    await readRows(page)
    await close()
  })
  await service.stop()
  await test.step('a copy of an earlier version is set aside, encrypted as it is', async () => {
    const { key, copy } = await earlierCopy()
    const { page, close } = await start()
    await expect(page.locator('.status-bar')).toContainText('Copy encrypted')
    await close()
    const [aside] = listSetAside(copy)
    if (aside === undefined) throw new Error('No copy was set aside.')
    expect((await readFile(aside.path)).includes('ada@lamp-room.example')).toBe(false)
    const opened = openCopy(aside.path, key, { readonly: true })
    expect(opened.prepare('SELECT email FROM contact').pluck().get()).toBe('ada@lamp-room.example')
    opened.close()
  })
})

/** Pastes rows into Import, has them read and checked, and sees one of them. */
async function readRows(page: Page): Promise<void> {
  await screen(page, 'Import').click()
  await expect(button(page, 'Choose a file')).toBeVisible()
  const text = ['email,plan', ...Array.from({ length: 300 }, (_, at) => `p${at}@lamp-room.example,pro`)].join(
    '\n',
  )
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  }, text)
  await expect(step(page, 'Read')).toBeVisible()
  await button(page, 'Map columns').click()
  await button(page, 'Check rows').click()
  await expect(page.getByText('p0@lamp-room.example').first()).toBeVisible()
}

/** Puts a copy of an earlier version, with one contact, where the copy is; it has the same key. */
async function earlierCopy(): Promise<{ key: string; copy: string }> {
  const text = await readFile(path.join(data, 'settings.json'), 'utf8')
  const [profile] = storedSettingsSchema.parse(JSON.parse(text)).profiles
  const sealed = await SealedKeys.look(path.join(data, 'keys.sealed'), systemClock)
  await sealed.unlock(passphrase)
  const key = await sealed.get(profile?.cacheKey?.account ?? '')
  if (!profile || key === null) throw new Error('The copy has no key.')
  const copy = path.join(data, 'profiles', profile.id)
  await rm(path.join(copy, 'cache.db'))
  const db = openCopy(path.join(copy, 'cache.db'), key)
  db.exec(await readFile(path.join(project, 'tests/fixtures/copies/version-49.sql'), 'utf8'))
  db.exec(`INSERT INTO contact VALUES (1, 1, 1, 1, 1, 'cnt_1', 'ada@lamp-room.example', '{}', NULL);
           UPDATE meta SET contacts = 1`)
  db.close()
  return { key, copy }
}
