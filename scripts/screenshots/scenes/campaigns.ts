import { expect, type Page } from '@playwright/test'
import { openCampaign, tab } from '../../../tests/fixtures/on-campaigns'
import { wide, type Scene } from '../scene'

async function showReview(page: Page): Promise<void> {
  await openCampaign(page, 'Tide tables, November')
  await page.getByRole('link', { name: /^Review/ }).click()
  await expect(page.getByText(/^\d+ rules over /)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: /^No firstName and no fallback/ }).click()
}

/** Campaigns from their draft to what came of them. */
export const campaignScenes: readonly Scene[] = [
  { name: 'campaign-review', route: '/campaigns', show: showReview },
  { name: 'campaign-review-wide', route: '/campaigns', size: wide, show: showReview },
  {
    name: 'campaign-audience',
    route: '/campaigns',
    show: async (page) => {
      await openCampaign(page, 'Tide tables, November')
      await tab(page, 'Audience').click()
      await expect(page.getByText(/^It goes to/)).toBeVisible({ timeout: 30_000 })
    },
  },
]
