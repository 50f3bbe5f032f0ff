import { expect, type Page } from '@playwright/test'
import {
  call,
  confirmSending,
  holdBar,
  openCampaign,
  signOff,
  tab,
} from '../../../tests/fixtures/on-campaigns'
import { addEvent } from '../../../tests/fixtures/on-segments'
import { wide, type Scene } from '../scene'

/** A draft that nothing stands against. */
const sound = 'Harbour fees, December'

/** Opens the sound draft, signed off: by an earlier picture, or now. */
async function openSigned(page: Page): Promise<void> {
  await openCampaign(page, sound)
  await tab(page, 'Review').click()
  await expect(page.getByText(/^\d+ rules over /)).toBeVisible({ timeout: 60_000 })
  if (await page.getByRole('button', { name: 'Sign off', exact: true }).isVisible()) await signOff(page)
}

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
      await expect(page.getByRole('grid').first()).toContainText('@', { timeout: 30_000 })
      await page.getByRole('checkbox', { name: 'Had a mail in the last' }).check()
      await page.getByRole('button', { name: 'Leave somebody else out' }).click()
      await page.getByRole('menuitem', { name: 'In segment “Readers”' }).click()
      await page.getByRole('checkbox', { name: /Readers/ }).uncheck()
      await page.getByRole('button', { name: 'Only those who also match' }).click()
      await addEvent(page, 'login', 365)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('columnheader', { name: 'login' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByText('Counting')).toBeHidden()
    },
    // Other pictures are of all of its segment.
    after: async (page) => {
      await page.getByRole('button', { name: 'All of the segment' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('columnheader', { name: 'login' })).toBeHidden()
    },
  },
  {
    name: 'campaign-ramp',
    route: '/campaigns',
    show: async (page) => {
      await openSigned(page)
      await tab(page, 'Plan').click()
      await page.getByRole('radio', { name: 'Warm-up' }).click()
      await expect(page.getByRole('heading', { name: /^\d+ slices/ })).toBeVisible()
    },
  },
  {
    name: 'campaign-sent',
    route: '/campaigns',
    show: async (page) => {
      await openCampaign(page, 'New chart portfolio 2026')
      await tab(page, 'After').click()
      await expect(page.getByRole('heading', { name: 'Who got it' })).toBeVisible()
    },
  },
  {
    name: 'send-confirm',
    route: '/campaigns',
    show: async (page) => {
      await openSigned(page)
      await call(page, /^Send to/).click()
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    },
  },
  {
    name: 'send-hold',
    route: '/campaigns',
    show: async (page) => {
      await openSigned(page)
      await call(page, /^Send to/).click()
      await confirmSending(page)
      await expect(holdBar(page)).toBeVisible()
    },
    after: async (page) => {
      await holdBar(page).getByRole('button', { name: 'Undo' }).click()
    },
  },
  {
    name: 'campaign-sending',
    route: '/campaigns',
    show: async (page) => {
      await openSigned(page)
      await call(page, /^Send to/).click()
      await confirmSending(page)
      await holdBar(page).getByRole('button', { name: 'Send now' }).click()
      await expect(holdBar(page)).toContainText('Handed over')
      await holdBar(page).getByRole('button', { name: 'Close' }).click()
      await tab(page, 'After').click()
      await expect(page.getByText(/1,[2-9]\d\d of [\d,]+ mails left/)).toBeVisible({ timeout: 240_000 })
    },
  },
]
