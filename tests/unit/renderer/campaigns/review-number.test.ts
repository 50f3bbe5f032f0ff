import { afterEach, describe, expect, it } from 'vitest'
import { openCampaigns } from './campaign-core'
import type { Page } from '../fixtures/page'
import { soon } from '../../../fixtures/soon'
import type { ReviewState } from '../../../../src-shared/bridge/review'
import { campaign, mail, then, unsigned } from './review-samples'

let page: Page
afterEach(() => page.close())

/** The tab as it reads. */
const tab = () =>
  [...document.querySelectorAll('nav[aria-label="Tabs of this campaign"] a')]
    .map((one) => one.textContent.replace(/\s+/g, ' ').trim())
    .find((one) => one.startsWith('Review'))
const kept = (findings: number | null): ReviewState => ({
  ...unsigned,
  last: { at: then, people: 40_112, findings, found: null },
})

describe('the number on the Review tab', () => {
  it('is there before the tab is opened: as the last review found it', async () => {
    page = await openCampaigns({ path: '/campaigns/tides/after', state: kept(7) })
    await soon(() => expect(tab()).toBe('Review 7'))
    expect(page.asked('review.run')).toEqual([])
  })

  it('is counted in the background where the last review was of another mail', async () => {
    page = await openCampaigns({ path: '/campaigns/tides/after', state: kept(null) })
    await soon(() => expect(tab()).toBe('Review 3'))
    expect(page.asked('review.run')).toEqual([
      { campaignId: 'tides', mail, audience: campaign().audience, scheduledFor: null, background: true },
    ])
  })

  it('is counted in the background where it was never reviewed', async () => {
    page = await openCampaigns({ path: '/campaigns/tides/after', state: { ...unsigned, last: null } })
    await soon(() => expect(tab()).toBe('Review 3'))
  })

  it('is counted anew when another mail is saved', async () => {
    page = await openCampaigns({ path: '/campaigns/tides/after', state: kept(7) })
    await soon(() => expect(tab()).toBe('Review 7'))
    await page.router.push('/campaigns/tides/content')
    await soon(() => expect(document.querySelector('[aria-label="Subject"]')).not.toBeNull())
    await page.fill('Subject', 'Tides, at last')
    await page.press('Save')
    // The editor has the same mail checked beside it, before or after.
    await soon(() =>
      expect(page.asked('review.run')).toContainEqual(
        expect.objectContaining({
          campaignId: 'tides',
          mail: { ...mail, subject: 'Tides, at last' },
          background: true,
        }),
      ),
    )
    await soon(() => expect(tab()).toBe('Review 3'))
  })

  it('of what was sent is not counted anew', async () => {
    page = await openCampaigns({
      path: '/campaigns/tides/after',
      campaign: campaign({ status: 'SENT', sentAt: then }),
      state: kept(null),
    })
    await soon(() => expect(page.text()).toContain('Funnel'))
    expect(tab()).toBe('Review')
    expect(page.asked('review.run')).toEqual([])
  })

  it('is that of the review that a person looks at, which is run once it is opened', async () => {
    page = await openCampaigns({ path: '/campaigns/tides/after', state: kept(7) })
    await soon(() => expect(tab()).toBe('Review 7'))
    await page.router.push('/campaigns/tides/review')
    await soon(() => expect(tab()).toBe('Review 3'))
    expect(page.asked('review.run')).toEqual([
      { campaignId: 'tides', mail, audience: campaign().audience, scheduledFor: null },
    ])
    await page.router.push('/campaigns/tides/after')
    expect(tab()).toBe('Review 3')
  })
})
