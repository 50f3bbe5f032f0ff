import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { step } from '../fixtures/on-import'
import { startPrepared } from '../fixtures/prepared'

test('File > Import CSV asks for a file, wherever one is, and again after the first', async ({ app }) => {
  const service = await startPrepared({ contacts: 20 })
  try {
    await openConnected(app, service, 20)
    const { electron } = app.running
    if (!electron) throw new Error('This spec is for the desktop app.')
    const choose = () =>
      electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('import-file')?.click())
    for (const name of ['first.csv', 'second.csv']) {
      const file = path.join(app.dataFolder, name)
      await writeFile(file, 'email,plan\nada@lamp-room.example,pro\n')
      await app.chooseFile(file, choose)
      await expect(app.page.locator('.page-head')).toContainText(name)
      await expect(step(app.page, 'Read')).toBeVisible()
    }
  } finally {
    await service.stop()
  }
})
