import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, type App } from '../fixtures/app'
import { sharedConnected } from '../fixtures/connected'
import { button, step } from '../fixtures/on-import'
import { barriers, screen } from '../fixtures/on-screen'

/** Each begins with the page loaded anew, which was told of no file. */
const shared = sharedConnected(40)

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

type DragEvents = ('dragEnter' | 'dragOver' | 'drop')[]

/** Moves a file over the page by hand: what the browser is sent is what a mouse would send. */
async function drag(app: App, file: string, events: DragEvents): Promise<void> {
  const devtools = await app.page.context().newCDPSession(app.page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of events) await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  await devtools.detach()
}

/**
 * Drops a file. A page that was just drawn may take no drop yet, so it falls until the page was told of one. Answers the
 * names that the page was told.
 */
async function drop(app: App, file: string): Promise<string[]> {
  await expect(async () => {
    await drag(app, file, ['dragEnter', 'dragOver', 'drop'])
    await expect.poll(() => told(app), { timeout: 1000 }).not.toEqual([])
  }).toPass({ timeout: 20_000 })
  return (await told(app)).map(({ name }) => name)
}

test('a file that is dropped is named to the page by a token', async () => {
  const { app } = await shared()
  const file = path.join(app.dataFolder, 'people.csv')
  await writeFile(file, 'email\nada@example.com\n')
  await listen(app)
  expect(await drop(app, file)).toContain('people.csv')
  expect((await told(app))[0]?.token).toMatch(/^[\w-]{43}$/)
})

test('a drop that a script makes opens nothing', async () => {
  const { app } = await shared()
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

test('a file that is dropped on the screen Import is read, and a second one is another import', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  const file = path.join(app.dataFolder, 'people.csv')
  await writeFile(file, 'email,plan\nhana@lamp-room.example,pro\n')
  await expect(async () => {
    await drag(app, file, ['dragEnter', 'dragOver'])
    await expect(page.getByText('Drop it to read it')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  expect(await barriers(page)).toEqual([])
  await drag(app, file, ['drop'])
  await expect(step(page, 'Read')).toBeVisible()
  await expect(page.getByText('1 row, UTF-8, comma, header in row 1')).toBeVisible()
  await expect(page.locator('.page-head')).toContainText('people.csv')

  const other = path.join(app.dataFolder, 'others.csv')
  await writeFile(other, 'email\nada@lamp-room.example\nbo@lamp-room.example\n')
  await button(page, 'New import').click()
  await expect(page.getByText('Drop a CSV file or a workbook anywhere here')).toBeVisible()
  await drag(app, other, ['dragEnter', 'dragOver', 'drop'])
  await expect(page.getByText('2 rows, UTF-8, comma, header in row 1')).toBeVisible()
})
