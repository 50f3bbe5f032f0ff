import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import type { BrowserWindow } from 'electron'
import { expect, sharedApp, test, type App } from '../fixtures/app'

const electronOf = (app: App): ElectronApplication => {
  if (!app.running.electron) throw new Error('This spec is for the desktop app.')
  return app.running.electron
}
const readLog = (app: App) => readFile(path.join(app.dataFolder, 'postroom.log'), 'utf8')

/** One app for all of these tests. Each begins with the page loaded anew, on Welcome, and reads what the log says from then on. */
const shared = sharedApp((app) => app.start())

async function begin(): Promise<{ app: App; log: () => Promise<string> }> {
  const app = shared()
  await app.page.reload()
  await expect(app.page.getByRole('heading', { name: 'Connect a service' })).toBeVisible()
  const before = (await readLog(app)).length
  return { app, log: async () => (await readLog(app)).slice(before) }
}

test('every window is isolated, sandboxed and without Node (C1)', async () => {
  const { app } = await begin()
  const found = await electronOf(app).evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      // Not among the documented methods, but the only way to read what the window really has.
      const contents = window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      return contents.getLastWebPreferences()
    }),
  )
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
})

test('no dictionary is fetched for a spell checker', async () => {
  const { app } = await begin()
  const enabled = await electronOf(app).evaluate(({ session }) =>
    session.fromPartition('console', { cache: false }).isSpellCheckerEnabled(),
  )
  expect(enabled).toBe(false)
})

test('the app scheme serves the page’s files and nothing else (C2)', async () => {
  const { app } = await begin()
  const status = (url: string) =>
    electronOf(app).evaluate(({ BrowserWindow, session }, target) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { session: session.fromPartition('console', { cache: false }), sandbox: true },
      })
      return new Promise<number>((resolve) => {
        window.webContents.once('did-navigate', (_event, _url, code) => resolve(code))
        window.webContents.once('did-fail-load', () => resolve(0))
        window.loadURL(target).catch(() => undefined)
      }).finally(() => window.destroy())
    }, url)

  expect(await status('app://ui/index.html')).toBe(200)
  expect(await status('app://ui/..%2f..%2fetc/passwd')).toBe(400)
  expect(await status('app://ui/%2e%2e%2fmain/desktop.js')).toBe(400)
  expect(await status('app://ui/nowhere.js')).toBe(404)
  expect(await status('app://other/index.html')).not.toBe(200)
})

test('neither the page nor a frame can navigate (C4)', async () => {
  const { app, log } = await begin()
  await expect(app.page).toHaveURL(/#\/welcome$/)
  const before = app.page.url()
  for (const target of ['https://evil.test/', 'file:///etc/passwd', 'data:text/html,x', 'app://other/x']) {
    await app.page.evaluate((address) => {
      location.href = address
    }, target)
  }
  await app.page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    frame.src = 'https://evil.test/'
  })
  await expect.poll(log).toContain('navigation_refused')
  expect(app.page.url()).toBe(before)
  expect(app.page.frames().filter((frame) => frame.url().includes('evil.test'))).toEqual([])
})

test('a window cannot be opened; a link to elsewhere is shown whole before anything happens (C5)', async () => {
  const { app } = await begin()
  const electron = electronOf(app)
  await electron.evaluate(({ dialog, shell }) => {
    const seen = { asked: [] as unknown[], opened: [] as string[] }
    Reflect.set(globalThis, 'seenByTest', seen)
    const [{ showMessageBox }, { openExternal }] = [dialog, shell]
    Reflect.set(globalThis, 'asBefore', () => {
      Object.assign(dialog, { showMessageBox })
      Object.assign(shell, { openExternal })
    })
    dialog.showMessageBox = ((_window: unknown, options: unknown) => {
      seen.asked.push(options)
      return Promise.resolve({ response: 1, checkboxChecked: false })
    }) as typeof dialog.showMessageBox
    shell.openExternal = (address) => {
      seen.opened.push(address)
      return Promise.resolve()
    }
  })
  for (const target of [
    'file:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'http://evil.test/',
  ]) {
    expect(await app.page.evaluate((address) => window.open(address) === null, target)).toBe(true)
  }
  expect(await app.page.evaluate(() => window.open('https://good.test@evil.test/a') === null)).toBe(true)

  const seen = () =>
    electron.evaluate(() => Reflect.get(globalThis, 'seenByTest') as { asked: object[]; opened: string[] })
  await expect.poll(async () => (await seen()).asked.length).toBe(1)
  expect((await seen()).asked[0]).toMatchObject({
    message: 'Open evil.test?',
    detail: 'https://good.test@evil.test/a',
    defaultId: 1,
  })
  expect((await seen()).opened).toEqual([])
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  await electron.evaluate(() => (Reflect.get(globalThis, 'asBefore') as () => void)())
})

test('the bridge is given to no other window, whatever it loads (C6)', async () => {
  const { app, log } = await begin()
  await electronOf(app).evaluate(
    ({ BrowserWindow, session }, preload) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          session: session.fromPartition('console', { cache: false }),
          preload,
          sandbox: true,
        },
      })
      return window
        .loadURL('app://ui/index.html')
        .then(() => window.webContents.executeJavaScript('window.postroom.openBridge()'))
        .then(() => Reflect.set(globalThis, 'otherWindow', window))
    },
    await electronOf(app).evaluate(({ app: own }) => `${own.getAppPath()}/out/preload/preload.js`),
  )
  await expect.poll(log).toContain('bridge_refused')
  await electronOf(app).evaluate(() => (Reflect.get(globalThis, 'otherWindow') as BrowserWindow).destroy())
})

test('a message of 50 MB is refused, and the page can go on with a new bridge (C6)', async () => {
  const { app, log } = await begin()
  await app.page.evaluate(async () => {
    const port = new Promise<MessagePort>((resolve) => {
      addEventListener('message', (event: MessageEvent<{ kind?: string }>) => {
        if (event.data.kind === 'postroom-bridge' && event.ports[0]) resolve(event.ports[0])
      })
    })
    const { openBridge } = Reflect.get(window, 'postroom') as { openBridge(): void }
    openBridge()
    ;(await port).postMessage('x'.repeat(50 * 1024 * 1024))
  })
  await expect.poll(log).toContain('bridge_message_refused')
  await app.page.reload()
  await expect(app.page.getByRole('heading', { name: 'Connect a service' })).toBeVisible()
})

test('a bridge that is asked for again replaces the one before, once', async () => {
  const { app } = await begin()
  await app.page.evaluate(async () => {
    Reflect.set(window, 'bridges', 0)
    const given = new Promise<void>((resolve) =>
      addEventListener('message', (event: MessageEvent<{ kind?: string }>) => {
        if (event.data.kind !== 'postroom-bridge') return
        Reflect.set(window, 'bridges', Number(Reflect.get(window, 'bridges')) + 1)
        resolve()
      }),
    )
    const { openBridge } = Reflect.get(window, 'postroom') as { openBridge(): void }
    openBridge()
    await given
  })
  // What a page that answers every bridge with a request for another would be given by then: one at each turn.
  for (let turn = 0; turn < 20; turn += 1)
    await electronOf(app).evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('0'),
    )
  const given = await app.page.evaluate(() => Number(Reflect.get(window, 'bridges')))
  expect(given).toBe(1)
})

test('the page’s session reaches nothing but the page', async () => {
  const { app } = await begin()
  const outcome = await electronOf(app).evaluate(({ BrowserWindow, session }) => {
    const window = new BrowserWindow({
      show: false,
      webPreferences: { session: session.fromPartition('console', { cache: false }), sandbox: true },
    })
    return window
      .loadURL('http://127.0.0.1:9/')
      .then(
        () => 'loaded',
        (error: Error) => error.message,
      )
      .finally(() => window.destroy())
  })
  expect(outcome).toContain('ERR_BLOCKED_BY_CLIENT')
})

test('permission checks are answered as requests are (C7)', async () => {
  const { app } = await begin()
  const states = await app.page.evaluate(async () => {
    const asked = ['geolocation', 'camera', 'microphone', 'notifications', 'clipboard-read']
    const answers = await Promise.all(
      asked.map((name) => navigator.permissions.query({ name: name as PermissionName })),
    )
    return answers.map(({ state }) => state)
  })
  expect(new Set(states)).toEqual(new Set(['denied']))
})

// What these two leave, the restart of the second ends.
test('the keychain process can be killed without taking the app along (C11)', async () => {
  const { app } = await begin()
  const killed = await electronOf(app).evaluate(({ app: own }) => {
    const child = own.getAppMetrics().find(({ name }) => name === 'Postroom keychain')
    if (!child) return false
    process.kill(child.pid, 'SIGKILL')
    return true
  })
  expect(killed).toBe(true)
  await app.page.reload()
  await expect(app.page.getByRole('heading', { name: 'Connect a service' })).toBeVisible()
})

test('nothing of the page’s is left on disk by Chromium', async () => {
  const { app } = await begin()
  await app.page.evaluate(() => localStorage.setItem('probe', 'kept-nowhere'))
  await app.restart()
  expect(await app.page.evaluate(() => localStorage.getItem('probe'))).toBeNull()
})
