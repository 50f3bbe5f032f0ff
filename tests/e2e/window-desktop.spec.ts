import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { exitOfSecondStart } from '../fixtures/desktop-host'
import { startPrepared } from '../fixtures/prepared'

const electronOf = (app: App) => {
  if (!app.running.electron) throw new Error('This spec is for the desktop app.')
  return app.running.electron
}

test.describe('without a service', () => {
  const shared = sharedApp((app) => app.start())

  test('a second start brings the first window forward and ends', async () => {
    const app = shared()
    await electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    expect(await exitOfSecondStart(app.dataFolder)).toBe(0)
    await expect
      .poll(() =>
        electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
      )
      .toBe(true)
    expect(await electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(
      1,
    )
  })

  test('the window opens where it was left, never smaller than the screens are drawn for', async () => {
    const app = shared()
    const bounds = () =>
      electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    await electronOf(app).evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1100, height: 700 }),
    )
    await expect.poll(bounds).toMatchObject({ width: 1100, height: 700 })
    await app.restart()
    expect(await bounds()).toMatchObject({ width: 1100, height: 700 })
    const smallest = await electronOf(app).evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getMinimumSize(),
    )
    expect(smallest).toEqual([1024, 640])
  })

  test('copying a text is the one permission that the page has', async () => {
    const app = shared()
    const state = await app.page.evaluate(async () => {
      const answer = await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })
      return answer.state
    })
    expect(state).toBe('granted')
  })
})

test.describe('with the demo', () => {
  test.use({ programArgs: ['--demo'] })

  test('the menu leads to the screens and to the shortcuts', async ({ app }) => {
    await app.start()
    const choose = (id: string) =>
      electronOf(app).evaluate(
        ({ Menu }, item) => Menu.getApplicationMenu()?.getMenuItemById(item)?.click(),
        id,
      )
    await expect(app.page.getByRole('navigation', { name: 'Screens' })).toBeVisible()
    await choose('go-events')
    await expect(app.page).toHaveURL(/#\/events/)
    await choose('settings')
    await expect(app.page).toHaveURL(/#\/settings/)
    await choose('shortcuts')
    await expect(app.page.getByRole('dialog')).toBeVisible()
  })
})

test('the next start opens on the screen that was left', async ({ app }) => {
  const service = await startPrepared({ contacts: 40, dialect: 'deployed' })
  try {
    const page = await openConnected(app, service, 40)
    await page.getByRole('link', { name: /^Events/ }).click()
    await expect(page).toHaveURL(/#\/events/)
    await expect
      .poll(() => readFile(path.join(app.dataFolder, 'settings.json'), 'utf8'))
      .toMatch(/"lastScreens": \{\s*"[^"]+": "events"/)
    await app.restart()
    await expect(app.page).toHaveURL(/#\/events/)
    await expect(app.page.getByRole('navigation', { name: 'Screens' })).toHaveCount(1)
  } finally {
    await service.stop()
  }
})
