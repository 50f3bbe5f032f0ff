import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/app'
import { openConnected } from '../fixtures/connected'
import { button } from '../fixtures/on-import'
import { barriers, panel, row, screen } from '../fixtures/on-screen'
import { startLampRoom } from '../fixtures/on-verification'
import { startPrepared } from '../fixtures/prepared'

test('verdicts that were bought count like the service’s, and nobody is asked again', async ({ app }) => {
  const dns = await startLampRoom()
  const service = await startPrepared({ contacts: 20, dialect: 'deployed', dns: dns.address })
  try {
    const page = await openConnected(app, service, 20)
    const dialog = page.getByRole('dialog')
    await screen(page, 'Verification').click()
    const file = path.join(app.dataFolder, 'bought.csv')
    const rows = [
      'Email Address,ZB Status',
      'hana@lamp-room.example,valid',
      'leo@lamp-room.example,catch-all',
      'ida@no-such-place.example,invalid',
      'nobody,invalid',
    ]
    await writeFile(file, `${rows.join('\n')}\n`)

    await test.step('the file says what it holds, and a person what its words mean', async () => {
      await button(page, 'Import verdicts').first().click()
      await app.chooseFile(file, () => dialog.getByRole('button', { name: 'Choose a file' }).click())
      await expect(dialog.getByRole('combobox', { name: 'Column with the address' })).toHaveValue('0')
      await dialog
        .getByRole('combobox', { name: 'Column with the result' })
        .selectOption({ label: 'ZB Status' })
      await dialog.getByRole('textbox', { name: 'Bought from' }).fill('ZeroBounce')
      await dialog.getByRole('combobox', { name: 'What catch-all means' }).selectOption({ label: 'Risky' })
      await dialog.getByRole('combobox', { name: 'What valid means' }).selectOption({ label: 'Accepts mail' })
      await dialog
        .getByRole('combobox', { name: 'What invalid means' })
        .selectOption({ label: 'Undeliverable' })
      expect(await barriers(page)).toEqual([])
      await app.screenshot('verification-bought')
    })
    await test.step('they are entered, and what is no address is left out', async () => {
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expect(dialog).toContainText(/Imported\s*3/, { timeout: 60_000 })
      await expect(dialog).toContainText(/Left out\s*1/)
      await dialog.getByRole('button', { name: 'Close' }).click()
    })
    await test.step('a batch of them has nothing to ask', async () => {
      await button(page, 'New batch').click()
      await page.getByRole('radio', { name: 'Pasted addresses' }).check()
      await page
        .getByRole('textbox', { name: 'Addresses' })
        .fill(['email', 'hana@lamp-room.example', 'leo@lamp-room.example'].join('\n'))
      await button(page, 'Show the verdicts').click()
      await expect(page.getByText('2 of 2', { exact: true })).toBeVisible({ timeout: 60_000 })
      await row(page, 0, 'Addresses').click()
      await expect(panel(page)).toContainText('Bought elsewhere, ZeroBounce')
    })
  } finally {
    await service.stop()
    await dns.stop()
  }
})
