import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, type App } from '../fixtures/app'
import { exitOfSecondStart } from '../fixtures/desktop-host'

test.beforeEach(({ app }) => app.start())

const electronOf = (app: App) => {
  if (!app.running.electron) throw new Error('This spec is for the desktop app.')
  return app.running.electron
}

test('a second start brings the first window forward and ends', async ({ app }) => {
  await electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  expect(await exitOfSecondStart(app.dataFolder)).toBe(0)
  await expect
    .poll(() =>
      electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()),
    )
    .toBe(true)
  expect(await electronOf(app).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('the window opens where it was left, never smaller than the screens are drawn for', async ({ app }) => {
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

test('copying a text is the one permission that the page has', async ({ app }) => {
  const state = await app.page.evaluate(async () => {
    const answer = await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })
    return answer.state
  })
  expect(state).toBe('granted')
})

test.describe('with a service', () => {
  test.use({ programArgs: ['--demo'] })

  test('the menu leads to the screens and to the shortcuts', async ({ app }) => {
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

  test('the next start opens on the screen that was left', async ({ app }) => {
    await app.page.getByRole('link', { name: /^Events/ }).click()
    await expect(app.page).toHaveURL(/#\/events/)
    await expect
      .poll(() => readFile(path.join(app.dataFolder, 'settings.json'), 'utf8'))
      .toMatch(/"lastScreens": \{\s*"[^"]+": "events"/)
    await app.restart()
    await expect(app.page).toHaveURL(/#\/events/)
    await expect(app.page.getByRole('navigation', { name: 'Screens' })).toHaveCount(1)
  })
})
