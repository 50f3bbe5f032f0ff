// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import CancelCampaign from '../../../../src-renderer/features/campaigns/actions/CancelCampaign.vue'
import { provideCampaign } from '../../../../src-renderer/features/campaigns/open-campaign'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import type { Page } from '../fixtures/page'
import { openCampaigns, type CampaignWishes } from './campaign-core'
import { campaign } from './review-samples'

let page: Page
afterEach(() => page.close())

/** The dialog of a campaign that is open, over a core of its own. */
async function begin(open: CampaignDetail, wishes: CampaignWishes = {}): Promise<void> {
  const root = defineComponent({
    setup() {
      const { detail } = provideCampaign(() => open.id)
      return () => (detail.value ? h(CancelCampaign, { campaign: detail.value, open: true }) : null)
    },
  })
  page = await openCampaigns({ campaign: open, ...wishes, root })
}

describe('stopping a sending', () => {
  const sending = campaign({ status: 'SENDING', recipients: 1000, sent: 10 })

  it('says how many have gone by what the service says now, not by the copy', async () => {
    await begin(sending, { theirs: { ...sending, sent: 420 } })
    await page.shows('Sent by now420, they stay sent')
    expect(page.text()).toContain('Not sent yet580')
  })

  it('is left alone by words that nobody takes for cancelling', async () => {
    await begin(sending)
    await page.shows('Go on sending')
  })
})
