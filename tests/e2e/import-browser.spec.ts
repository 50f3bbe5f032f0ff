import { expect, test } from '../fixtures/app'
import { sharedConnected } from '../fixtures/connected'
import { screen } from '../fixtures/on-screen'

// On the desktop only a drop by a person's hand counts, which no script can do.

const shared = sharedConnected(40)

test('a file that is dropped on the page is read', async () => {
  const { app, page } = await shared()
  await screen(page, 'Import').click()
  await expect(page.getByText('Drop a CSV file or a workbook anywhere here')).toBeVisible()
  const bring = (type: string) =>
    page.evaluate((name) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['email,plan\nhana@lamp-room.example,pro\n'], 'dropped.csv'))
      window.dispatchEvent(new DragEvent(name, { dataTransfer: transfer, cancelable: true }))
    }, type)
  await bring('dragenter')
  await expect(page.getByText('Drop it to read it')).toBeVisible()
  await app.screenshot('import-drop')
  await bring('drop')
  await expect(page.getByText('1 row, UTF-8, comma, header in row 1')).toBeVisible()
  await expect(page.locator('.page-head')).toContainText('dropped.csv')
})

test('two files that are dropped at once are two imports, and a third that is refused leaves nothing', async () => {
  const { page } = await shared()
  await screen(page, 'Import').click()
  await expect(page.getByText('Drop a CSV file or a workbook anywhere here')).toBeVisible()
  await page.evaluate(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['email,plan\nhana@lamp-room.example,pro\n'], 'spring.csv'))
    transfer.items.add(new File(['email\nleo@lamp-room.example\nmia@lamp-room.example\n'], 'autumn.csv'))
    transfer.items.add(new File([new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 33])], 'workbook.zip'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }))
  })
  await expect(page.locator('.page-head')).toContainText('spring.csv')
  await expect(page.getByText('1 row, UTF-8, comma, header in row 1')).toBeVisible()
  await expect(page.getByText(/autumn\.csv.* opened too/)).toBeVisible()

  await page.getByRole('button', { name: 'New import' }).click()
  const earlier = page.getByRole('region', { name: 'Earlier imports' })
  // One of the test before may stand there, too.
  await expect(earlier.getByRole('button', { name: /^(spring|autumn)\.csv|^workbook/ })).toHaveCount(2)
  await earlier.getByRole('button', { name: /^autumn\.csv/ }).click()
  await expect(page.locator('.page-head')).toContainText('autumn.csv')
})
