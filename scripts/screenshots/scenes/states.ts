import { expect, type Page } from '@playwright/test'
import { panel, row, screen } from '../../../tests/fixtures/on-screen'
import type { Part } from '../board'
import type { Scene } from '../scene'
import type { Console, Stage } from '../stage'
import { copied, onOwnService } from './own-service'

/** So large that two stand beside each other on a board. */
const size = { width: 1024, height: 640 }
const people = 60

const sized =
  (on: (stage: Stage) => Promise<Console>) =>
  async (stage: Stage): Promise<Console> => {
    const opened = await on(stage)
    await opened.page.setViewportSize(size)
    return opened
  }

const part = (
  column: number,
  card: string,
  on: (stage: Stage) => Promise<Console>,
  show: Part['show'],
): Part => ({
  card,
  column,
  on: sized(on),
  show,
})

/** A copied service, then something goes wrong with it. */
async function onCopied(stage: Stage) {
  const own = await onOwnService(stage, { contacts: people })
  await copied(own, people)
  await screen(own.page, 'Contacts').click()
  await expect(row(own.page, 0)).toContainText('@')
  return own
}

async function onRefusedKey(stage: Stage): Promise<Console> {
  const own = await onCopied(stage)
  own.service.replaceSecretKey('sk_0123456789abcdef0123456789abcdef0123456789abcdef')
  await own.page.getByRole('button', { name: 'Sync now' }).first().click()
  return own
}

async function unsubscribe(page: Page, position: number): Promise<void> {
  await row(page, position).getByRole('gridcell').nth(1).click()
  const address = await row(page, position).locator('[data-cell]').first().innerText()
  await expect(panel(page)).toContainText(address)
  await panel(page).getByRole('button', { name: 'Unsubscribe', exact: true }).click()
}

async function onAway(stage: Stage): Promise<Console> {
  const own = await onCopied(stage)
  const { page, proxy } = own
  proxy.watch = () => Promise.reject(new Error('Nobody answers'))
  await page.getByRole('button', { name: 'Sync now' }).first().click()
  await expect(page.getByText(/^Offline since/)).toBeVisible({ timeout: 120_000 })
  await unsubscribe(page, 1)
  await unsubscribe(page, 4)
  await page.getByRole('button', { name: 'Close the panel' }).click()
  return own
}

/** What a list says where it is empty, still coming, refused, or cut off. */
export const stateScenes: readonly Scene[] = [
  {
    name: 'states',
    show: () => Promise.resolve(),
    board: {
      columns: [700, 700],
      parts: [
        part(
          0,
          'Nothing there yet',
          (stage) => onOwnService(stage, { contacts: 0 }),
          async (page) => {
            await screen(page, 'Segments').click()
            await expect(page.getByText('No segments yet')).toBeVisible({ timeout: 60_000 })
            return page.locator('main')
          },
        ),
        part(0, 'The key is refused', onRefusedKey, async (page) => {
          const said = page.locator('.shell-band', { hasText: 'The key was refused' })
          await expect(said).toBeVisible({ timeout: 60_000 })
          return [said, page.locator('main')]
        }),
        part(
          1,
          'The first copy',
          (stage) => onOwnService(stage, { contacts: 3000, latency: 400 }),
          async (page) => {
            await screen(page, 'Contacts').click()
            await expect(page.locator('.page-head').getByText(/^First copy, /)).toBeVisible({
              timeout: 60_000,
            })
            return page.locator('main')
          },
        ),
        part(1, 'Offline', onAway, async (page) => {
          await expect(page.getByText(/2 changes wait/).first()).toBeVisible()
          return page.locator('main')
        }),
      ],
    },
  },
]
