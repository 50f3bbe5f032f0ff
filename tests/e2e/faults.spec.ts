import { readdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from '@playwright/test'
import { type App, expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { html, startMisbehavingServer } from '../fixtures/misbehaving-server'
import {
  askService,
  contactsOf,
  count,
  fillWelcome,
  grid,
  paletteChoice,
  enterKey,
  panel,
  row,
  screen,
  search,
} from '../fixtures/on-screen'
import { startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 60
let service: RunningService

test.beforeEach(async () => {
  service = await startPrepared({ contacts: people })
})
test.afterEach(async () => {
  await service.stop()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Starts a run from the palette, as from the keyboard. */
async function run(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`>${command}`)
  await expect(paletteChoice(page)).toContainText(command)
  await page.keyboard.press('Enter')
}

/** The file of the only profile's copy. */
function copyOf(app: App): string {
  const found = readdirSync(app.dataFolder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'cache.db',
  )
  if (found.length !== 1 || !found[0]) throw new Error(`Not one copy: ${found.join(', ')}`)
  return path.join(app.dataFolder, found[0])
}

test(
  'Welcome says of every wrong input what is wrong and what to do',
  { tag: '@desktop' },
  async ({ app }) => {
    await app.start()
    const { page } = app
    const site = await startMisbehavingServer({ answer: () => html() })
    const selfSigned = await startMisbehavingServer({ tls: true })
    const gone = await startMisbehavingServer()
    await gone.close()
    const result = page.locator('form [role="alert"]')
    const cases: [string, { address?: string; secretKey?: string }, string, string, string][] = [
      ['no address', { address: 'a sentence' }, 'The address cannot be used', 'Enter', 'address_invalid'],
      [
        'a port that refuses',
        { address: gone.url },
        'Nothing answers at this address',
        'Check the address and the port',
        'connection_refused',
      ],
      [
        'a host nobody knows',
        { address: 'https://postroom-test.invalid' },
        'The host name',
        'Check',
        'dns_failed',
      ],
      ['a wrong key', { secretKey: 'sk_nobody' }, 'The key was refused', 'Enter', 'key_refused'],
      [
        'a public key',
        { secretKey: service.publicKey },
        'A secret key is needed',
        'It begins with sk_.',
        'key_wrong_class',
      ],
      [
        'a web site',
        { address: site.url },
        'This is not the service',
        'Enter the address of the API',
        'not_the_service',
      ],
      [
        'a certificate nobody signed',
        { address: selfSigned.url },
        'The connection is not secure',
        'Check the address',
        'tls_failed',
      ],
    ]
    try {
      for (const [name, wishes, title, action, code] of cases) {
        await test.step(name, async () => {
          await fillWelcome(page, service, wishes)
          await page.getByRole('button', { name: /^Test/ }).click()
          await expect(result).toContainText(title, { timeout: 40_000 })
          await expect(result).toContainText(action)
          await expect(result).toContainText(code)
          await app.screenshot(`fault-${code}`)
        })
      }
      expect(selfSigned.requests, 'no request reaches whom nobody vouches for').toHaveLength(0)

      await test.step('a disabled project', async () => {
        service.disable()
        await fillWelcome(page, service)
        await button(page, 'Connect').click()
        await expect(result).toContainText('The project is disabled')
        await expect(result).toContainText('project_disabled')
        await app.screenshot('fault-project_disabled')
      })
      await test.step('and the same form connects once it is right', async () => {
        service.disable(false)
        await button(page, 'Connect').click()
        await screen(page, 'Contacts').click()
        await expect(count(page)).toHaveText(String(people))
      })
    } finally {
      await site.close()
      await selfSigned.close()
    }
  },
)

test('a key that is refused later asks for a new one, and the copy stays', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const fresh = 'sk_0123456789abcdef0123456789abcdef0123456789abcdef'

  await test.step('refused', async () => {
    service.replaceSecretKey(fresh)
    await run(page, 'Full run')
    await expect(page.getByText('The key was refused').first()).toBeVisible()
    await app.screenshot('key-refused')
  })
  await test.step('browsed all the same', async () => {
    await expect(count(page)).toContainText(String(people))
    const email = (await row(page, 3).locator('[data-cell]').first().innerText()).trim()
    await search(page).fill(email)
    await expect(row(page, 0)).toContainText(email)
    await search(page).fill('')
    await row(page, 0).click()
    await expect(panel(page)).toContainText('Data')
    await button(page, 'Close the panel').click()
  })
  await test.step('replaced', async () => {
    await button(page, 'Enter a new key').first().click()
    await enterKey(page, fresh)
    await expect(page.getByLabel('New secret key')).toHaveCount(0)
    await screen(page, 'Contacts').click()
    await run(page, 'Full run')
    await expect(page.getByText('The key was refused')).toHaveCount(0)
    await expect(count(page)).toHaveText(String(people))
  })
})

test('a list that shrank removes nothing before it is asked', async ({ app }) => {
  const page = await openConnected(app, service, people)
  const all = await contactsOf(service)
  for (const { id } of all.slice(0, 45)) await askService(service, `/contacts/${id}`, 'DELETE')
  const asked = page.getByRole('dialog', { name: /^Far fewer/ })
  /** Their events are gone with them, so both lists ask. */
  const answer = async (name: RegExp) => {
    for (const list of ['contacts', 'events']) {
      const one = page.getByRole('dialog', { name: `Far fewer ${list} than in the copy` })
      await expect(one).toBeVisible()
      await app.screenshot(`shrank-${list}`)
      await one.getByRole('button', { name }).click()
      await expect(one).toHaveCount(0)
    }
    await expect(page.locator('[aria-modal="true"]')).toHaveCount(0)
  }

  await test.step('asks, and keeps', async () => {
    await run(page, 'Full run')
    await expect(asked).toContainText('45')
    await answer(/^Keep the copy$/)
    await expect(count(page)).toContainText(String(people))
  })
  await test.step('asks again, and removes', async () => {
    await run(page, 'Full run')
    await answer(/^Remove/)
    await expect(count(page)).toHaveText('15')
  })
})

test('a damaged copy is set aside and made anew', { tag: '@keychain' }, async ({ app }) => {
  await openConnected(app, service, people)
  await app.close()
  const file = copyOf(app)
  writeFileSync(file, 'This was a copy once. '.repeat(4000))
  for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
  await app.start()
  const { page } = app

  await expect(page.getByText('The copy is damaged')).toBeVisible()
  await expect(page.getByText('cache_damaged')).toBeVisible()
  await app.screenshot('cache-damaged')
  await button(page, 'Set it aside and copy again').click()
  await expect(page.getByText('The copy is damaged')).toHaveCount(0)
  await screen(page, 'Contacts').click()
  await expect(count(page)).toHaveText(String(people))
  await screen(page, 'Settings').click()
  await expect(page.getByText(/^1 copy, /)).toBeVisible()
  await app.screenshot('set-aside')
})

test('settings that cannot be read are moved aside, and said', async ({ app }) => {
  await app.start()
  writeFileSync(path.join(app.dataFolder, 'settings.json'), '{"version": 1, "profiles": [')
  await app.restart()
  await expect(app.page.getByText('The settings could not be read.')).toBeVisible()
  const aside = readdirSync(app.dataFolder).filter((name) => /^settings\..*\.json$/.test(name))
  await expect(app.page.getByText(aside[0] ?? 'nothing was moved aside')).toBeVisible()
  await app.screenshot('settings-unreadable')
})

test.describe('a copy of a newer Postroom', () => {
  // Without a keychain the copy is plain, so that the test can write into it.
  test.use({ programEnv: { POSTROOM_KEYCHAIN: 'session' } })

  test('is refused in words and left as it is', async ({ app }) => {
    await openConnected(app, service, people)
    await app.close()
    const file = copyOf(app)
    const version = () => {
      const db = new Database(file)
      const found = db.pragma('user_version', { simple: true })
      db.close()
      return found
    }
    const db = new Database(file)
    db.pragma('user_version = 999999')
    db.close()
    await app.start()
    const { page } = app

    await expect(page.getByText('The copy is from a newer Postroom')).toBeVisible()
    await expect(page.getByText('Update Postroom.')).toBeVisible()
    await expect(page.getByText('cache_newer')).toBeVisible()
    await expect(button(page, 'Set it aside and copy again')).toHaveCount(0)
    await app.screenshot('cache-newer')
    await button(page, 'Try again').click()
    await expect(page.getByText(/^Asked again at/)).toBeVisible()
    await expect(page.getByText('The copy is from a newer Postroom')).toBeVisible()
    await screen(page, 'Settings').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(grid(page)).toHaveCount(0)
    await app.close()
    expect(version()).toBe(999_999)
  })
})
