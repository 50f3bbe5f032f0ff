import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, sharedApp, test, type App } from '../fixtures/app'
import { startService } from '../fixtures/service'

/** The page has drawn itself and talks to the core. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Connect a service' })).toBeVisible()
}

/** What the content security policy refuses first while `action` runs in the page. */
function refusal(page: Page, action: string): Promise<string> {
  return page.evaluate((source) => {
    const seen = new Promise<string>((resolve) =>
      document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
        once: true,
      }),
    )
    const script = document.createElement('div')
    script.hidden = true
    document.body.append(script)
    const actions: Record<string, () => void> = {
      'inline script': () => {
        const element = document.createElement('script')
        element.textContent = 'window.broken = true'
        script.append(element)
      },
      'inline handler': () => {
        script.innerHTML = '<img src="data:," onerror="window.broken = true">'
      },
      'remote script': () => {
        const element = document.createElement('script')
        element.src = 'https://evil.test/x.js'
        script.append(element)
      },
      'remote image': () => {
        script.innerHTML = '<img src="https://evil.test/x.png">'
      },
      'remote style': () => {
        script.innerHTML = '<link rel="stylesheet" href="https://evil.test/x.css">'
      },
      frame: () => {
        script.innerHTML = '<iframe src="https://evil.test/"></iframe>'
      },
      'other origin': () => {
        fetch('https://evil.test/').catch(() => undefined)
      },
      form: () => {
        script.innerHTML = '<form action="https://evil.test/" method="post"></form>'
        script.querySelector('form')?.submit()
      },
      base: () => {
        script.innerHTML = '<base href="https://evil.test/">'
      },
    }
    actions[source]?.()
    return seen
  }, action)
}

const refused: [action: string, directive: string][] = [
  ['inline script', 'script-src-elem'],
  ['inline handler', 'script-src-attr'],
  ['remote script', 'script-src-elem'],
  ['remote image', 'img-src'],
  ['remote style', 'style-src-elem'],
  ['frame', 'frame-src'],
  ['other origin', 'connect-src'],
  ['form', 'form-action'],
  ['base', 'base-uri'],
]

test.describe('of one page, loaded anew for each', () => {
  const shared = sharedApp((app) => app.start())

  async function begin(): Promise<App> {
    const app = shared()
    await app.page.reload()
    await ready(app.page)
    return app
  }

  test('the policy refuses whatever is injected into the page (C3)', { tag: '@desktop' }, async () => {
    const { page } = await begin()
    for (const [action, directive] of refused) {
      await test.step(action, async () => {
        expect(await refusal(page, action)).toBe(directive)
      })
    }
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
  })

  test('the page cannot turn text into code (C3)', { tag: '@desktop' }, async () => {
    const { page } = await begin()
    const outcome = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          // After this call: what the test itself runs is exempt from the policy, what it leaves behind is not.
          setTimeout(() => {
            try {
              resolve(String((0, eval)('1 + 1')))
            } catch (error) {
              resolve(error instanceof Error ? error.name : 'thrown')
            }
          }, 0)
        }),
    )
    expect(outcome).toBe('EvalError')
  })

  test('the page is a page: no Node, no Electron', { tag: '@desktop' }, async () => {
    const { page } = await begin()
    const found = await page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', '__dirname'].filter(
        (name) => name in window,
      ),
    )
    expect(found).toEqual([])
  })

  test('the bridge offers named functions alone', { tag: '@desktop' }, async () => {
    const { host, page } = await begin()
    const names = await page.evaluate(() => Object.keys(Reflect.get(window, 'postroom') ?? {}).sort())
    expect(names).toEqual(host === 'desktop' ? ['host', 'onFileDropped', 'onNavigate', 'openBridge'] : [])
  })

  test('permissions are denied, asked for or looked up (C7)', { tag: '@desktop' }, async () => {
    const { page } = await begin()
    const outcome = await page.evaluate(async () => {
      const named = (error: unknown) => (error instanceof Error ? error.name : String(error))
      const camera = await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'given', named)
      const place = await new Promise<string>((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          (error) => resolve(error.code === error.PERMISSION_DENIED ? 'denied' : error.message),
        ),
      )
      const clipboard = await navigator.clipboard.readText().then(() => 'given', named)
      return { camera, place, clipboard }
    })
    expect(outcome.camera).not.toBe('given')
    expect(outcome.place).toBe('denied')
    expect(outcome.clipboard).toBe('NotAllowedError')
  })
})

/** Every file of ours, with its bytes. */
async function filesIn(folder: string): Promise<{ file: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file) })))
}

test(
  'a key is in no file of ours, no log and not in the page (C12)',
  { tag: '@desktop' },
  async ({ app }) => {
    const service = await startService({ contacts: 50 })
    const canary = 'sk_canary_Zq7xW2pLr9'
    service.replaceSecretKey(canary)
    try {
      await app.start()
      const { page } = app
      await ready(page)
      await page.getByLabel('Name', { exact: true }).fill('Canary')
      await page.getByLabel('Address', { exact: true }).fill(service.url)
      await page.getByLabel('Secret key', { exact: true }).fill(canary)
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Contacts' }).click()
      await expect(page.locator('.page-head .count')).toHaveText('50')
      // A refused call is what error texts and logs are made of.
      service.replaceSecretKey('sk_another')
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByText(canary.slice(-4)).first()).toBeVisible()
      const inPage = await page.evaluate(() =>
        JSON.stringify([
          document.documentElement.outerHTML,
          { ...localStorage },
          { ...sessionStorage },
          location.href,
        ]),
      )
      expect(inPage).not.toContain(canary)
      await app.close()

      const secrets = [canary, Buffer.from(canary).toString('base64'), canary.slice(3)]
      const needles = secrets.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
      const files = await filesIn(app.dataFolder)
      expect(files.map(({ file }) => path.basename(file))).toContain('postroom.log')
      const found = files.filter(({ bytes }) => needles.some((needle) => bytes.includes(needle)))
      expect(found.map(({ file }) => file)).toEqual([])
    } finally {
      await service.stop()
    }
  },
)
