import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { storedSettingsSchema } from '../../src-main/features/profiles/stored'
import { expect, test, type App } from '../fixtures/app'
import { node, program } from '../fixtures/built'
import { openConnected } from '../fixtures/connected'
import { count, row } from '../fixtures/on-screen'
import { preparedWith, startPrepared } from '../fixtures/prepared'
import type { RunningService } from '../fixtures/service'

const people = 40

test('while another program holds the copy for ten seconds the page answers, and says so once (C18)', async ({
  app,
}) => {
  const service = await startPrepared({ contacts: people, dialect: 'deployed' })
  const page = await openConnected(app, service, people)
  const inUse = page.getByText('The copy is in use')
  const { released } = await holdCopy(app, service)
  const sync = page.getByRole('button', { name: 'Sync now' }).first()
  await sync.click()
  await expect(inUse.first()).toBeVisible()
  await sync.click()
  await app.screenshot('copy-in-use')
  const search = page.getByRole('textbox', { name: 'Search contacts' })
  const held = { yes: true }
  const over = released.then(() => (held.yes = false))
  let slowest = 0
  for (let turn = 0; held.yes; turn += 1) {
    const began = Date.now()
    const [typed, found] = turn % 2 === 0 ? ['nobody-of-this-name', '0'] : ['', String(people)]
    await search.fill(typed)
    await expect(count(page)).toHaveText(new RegExp(`^${found}\\b`))
    slowest = Math.max(slowest, Date.now() - began)
    expect(await inUse.count()).toBe(1)
  }
  await over
  expect(slowest).toBeLessThan(3000)
  await search.fill('')
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await sync.click()
  await expect(row(page, 0)).toContainText('@')
  await expect(inUse).toHaveCount(0)
  await service.stop()
})

/** Has a program of its own lock the app's copy for ten seconds. */
async function holdCopy(app: App, service: RunningService): Promise<{ released: Promise<unknown> }> {
  const text = await readFile(path.join(app.dataFolder, 'settings.json'), 'utf8')
  const [profile] = storedSettingsSchema.parse(JSON.parse(text)).profiles
  if (!profile) throw new Error('There is no profile.')
  const keys = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(preparedWith(service).keys, 'utf8')))
  const key = app.keepsKeys ? (keys[profile.cacheKey?.account ?? ''] ?? '') : ''
  const file = path.join(app.dataFolder, 'profiles', profile.id, 'cache.db')
  const child = spawn(node, [program('copy-lock-process'), file, key, '10000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const released = once(child, 'exit')
  await once(child.stdout, 'data')
  return { released }
}
