import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, type App } from '../fixtures/app'

/** What the preload script told the page of files that were dropped. */
type Dropped = { token: string; name: string }[]
interface Page {
  told: Dropped
  postroom: { onFileDropped(callback: (file: Dropped[number]) => void): void }
}

/** Listens as the import's screen does, and lets a file fall anywhere on the page. */
async function listen(app: App): Promise<void> {
  await app.page.evaluate(() => {
    const page = window as unknown as Page
    page.told = []
    window.addEventListener('dragover', (event) => event.preventDefault())
    window.addEventListener('drop', (event) => event.preventDefault())
    page.postroom.onFileDropped((file) => page.told.push(file))
  })
}
const told = (app: App) => app.page.evaluate(() => (window as unknown as Page).told)

/**
 * Drops a file by hand: what the browser is sent is what a mouse would send. A page that was just drawn may take no drop
 * yet, so it falls until the page was told of one. Answers the names that the page was told.
 */
async function drop(app: App, file: string): Promise<string[]> {
  const devtools = await app.page.context().newCDPSession(app.page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  await expect(async () => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
    }
    await expect.poll(() => told(app), { timeout: 1000 }).not.toEqual([])
  }).toPass({ timeout: 20_000 })
  await devtools.detach()
  return (await told(app)).map(({ name }) => name)
}

test('a file that is dropped is named to the page by a token', async ({ app }) => {
  const file = path.join(app.dataFolder, 'people.csv')
  await writeFile(file, 'email\nada@example.com\n')
  await listen(app)
  expect(await drop(app, file)).toContain('people.csv')
  expect((await told(app))[0]?.token).toMatch(/^[\w-]{43}$/)
})

test('a drop that a script makes opens nothing', async ({ app }) => {
  await listen(app)
  await app.page.evaluate(() => {
    const data = new DataTransfer()
    data.items.add(new File(['email\n'], '/etc/passwd'))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
  })
  const file = path.join(app.dataFolder, 'after.csv')
  await writeFile(file, 'email\n')
  expect(new Set(await drop(app, file))).toEqual(new Set(['after.csv']))
})
