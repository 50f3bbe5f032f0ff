import { expect, type Page } from '@playwright/test'
import { dialog } from '../../../tests/fixtures/on-catalogue'
import { holdBar } from '../../../tests/fixtures/on-campaigns'
import { row } from '../../../tests/fixtures/on-screen'
import type { Scene } from '../scene'
import type { Stage } from '../stage'

/** Writes a mail to three, one of whom is new, with a value that only the first of them has; a draft of it may be there. */
async function write(page: Page, { people }: Stage): Promise<void> {
  const chips = page.locator('.recipients .chip')
  const values = page.getByRole('region', { name: 'Values', exact: true })
  await page.waitForLoadState('networkidle')
  if ((await chips.count()) === 0) {
    const to = page.getByLabel('To', { exact: true })
    await to.fill(`${people[0]}, ${people[1]}, lan.ngo@fpt.vn`)
    await to.press('Enter')
    await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Receipt' })
    await expect(values.getByText('number', { exact: true }).first()).toBeVisible()
    for (const [name, value] of [
      ['number', 'HN-20431'],
      ['amount', '12.00'],
      ['currency', 'EUR'],
    ] as const) {
      const field = values.getByRole('textbox', { name, exact: true })
      if (!(await field.isVisible()))
        await values.getByRole('button', { name: new RegExp(`^Change ${name}:`) }).click()
      await field.fill(value)
      if (name !== 'currency') await page.getByLabel('All 3').check()
    }
  }
  await expect(chips).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Send to 3…' })).toBeEnabled()
}

/** Mails to single people, written and sent. */
export const mailScenes: readonly Scene[] = [
  { name: 'send', route: '/send', show: write },
  {
    name: 'send-sent',
    route: '/send',
    show: async (page, stage) => {
      await write(page, stage)
      await page.getByRole('button', { name: 'Send to 3…' }).click()
      await dialog(page).getByRole('textbox').fill('3')
      await dialog(page).getByRole('button', { name: 'Send to 3', exact: true }).click()
      await holdBar(page).getByRole('button', { name: 'Send now' }).click()
      await holdBar(page).getByRole('button', { name: 'Open Sent' }).click({ timeout: 60_000 })
      await holdBar(page).getByRole('button', { name: 'Close' }).click()
      await row(page, 0, 'Sent mails').click()
      await page.getByRole('button', { name: 'Details', exact: true }).click()
    },
  },
]
