import { afterEach, describe, expect, it } from 'vitest'
import { soon } from '../../../fixtures/soon'
import type { Page } from '../fixtures/page'
import { openCampaigns, refusal } from './campaign-core'
import { campaign, then } from './review-samples'

let page: Page
afterEach(() => page.close())

describe('a campaign that is being sent', () => {
  const sending = campaign({ status: 'SENDING', recipients: 1000, sent: 10 })

  it('is stopped by one click', async () => {
    page = await openCampaigns({ campaign: sending, path: '/campaigns/tides/after' })
    await page.press('Stop sending')
    await page.shows('Stopped at 10')
    expect(page.asked('campaigns.cancel')).toEqual([{ id: 'tides' }])
    await soon(() => expect(page.text()).toContain('Cancelled'))
  })

  it('is stopped by a key, and nothing else is', async () => {
    page = await openCampaigns({ campaign: sending, path: '/campaigns/tides/after' })
    await soon(() => page.button('Stop sending'))
    const press = () => window.dispatchEvent(new KeyboardEvent('keydown', { key: '.', ctrlKey: true }))
    press()
    await page.shows('Stopped at 10')
    press()
    await page.shows('Cancelled')
    expect(page.asked('campaigns.cancel')).toHaveLength(1)
  })

  it('says so where it could not be stopped', async () => {
    const refused = { 'campaigns.cancel': refusal }
    page = await openCampaigns({ campaign: sending, path: '/campaigns/tides/after', refused })
    await page.press('Stop sending')
    await page.shows('The service does not answer')
    expect(page.button('Stop sending').disabled).toBe(false)
  })
})

it('a campaign that is scheduled is cancelled after a question, with nothing to type', async () => {
  const scheduled = campaign({ status: 'SCHEDULED', scheduledFor: then })
  page = await openCampaigns({ campaign: scheduled, path: '/campaigns/tides/after' })
  await page.press('Cancel…')
  await page.press('Cancel the campaign')
  expect(await page.asks('campaigns.cancel')).toEqual({ id: 'tides' })
})
