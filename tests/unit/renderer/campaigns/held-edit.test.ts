import { afterEach, describe, expect, it } from 'vitest'
import { RouterView } from 'vue-router'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { hold, openCampaigns } from './campaign-core'

let page: Page
afterEach(() => page.close())

const subject = () => document.body.querySelector<HTMLInputElement>('[aria-label="Subject"]')
const asks = () => document.body.textContent?.includes('Undo the sending to edit?')

/** A held campaign in which the subject was just changed. */
async function edited(): Promise<void> {
  page = await openCampaigns({ path: '/campaigns/tides/content', root: RouterView, holds: [hold()] })
  await soon(() => expect(subject()).not.toBeNull())
  expect(asks()).toBe(false)
  await page.fill('Subject', 'Tides, at last')
  await soon(() => expect(asks()).toBe(true))
}

describe('editing a campaign whose sending is held', () => {
  it('undoes the sending where a person says so, and keeps what was written', async () => {
    await edited()
    await page.press('Undo and edit')
    await soon(() => expect(page.asked('campaigns.undo')).toEqual([{ id: 'tides' }]))
    expect(subject()?.value).toBe('Tides, at last')
  })

  it('drops what was written where the sending goes on', async () => {
    await edited()
    await page.press('Keep sending, drop the edit')
    await soon(() => expect(subject()?.value).not.toBe('Tides, at last'))
    expect(page.asked('campaigns.undo')).toEqual([])
  })
})
