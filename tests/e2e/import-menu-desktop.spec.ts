import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { step } from '../fixtures/on-import'
import { connect } from '../fixtures/on-screen'
import { startService } from '../fixtures/service'

test('File > Import CSV asks for a file, wherever one is, and again after the first', async ({ app }) => {
  const { electron } = app.running
  if (!electron) throw new Error('This spec is for the desktop app.')
  const service = await startService({ contacts: 20 })
  const choose = () =>
    electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('import-file')?.click())
  try {
    await connect(app.page, service, 20)
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
