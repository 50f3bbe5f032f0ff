// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { CampaignDetail } from '../../../../src-shared/bridge/campaigns'
import { exposeCampaigns, type CampaignWishes } from './campaign-core'
import { campaign } from './review-samples'
import { soon } from '../../../fixtures/soon'

let wrapper: VueWrapper

afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

/** The dialog of a campaign that is open, over a core of its own. */
async function begin(open: CampaignDetail, wishes: CampaignWishes = {}): Promise<void> {
  vi.resetModules()
  exposeCampaigns({ campaign: open, ...wishes })
  setActivePinia(createPinia())
  const { provideCampaign } = await import('../../../../src-renderer/pages/campaigns/open-campaign')
  const { default: CancelCampaign } =
    await import('../../../../src-renderer/pages/campaigns/actions/CancelCampaign.vue')
  const Page = defineComponent({
    setup() {
      const { detail } = provideCampaign(() => open.id)
      return () =>
        h(NMessageProvider, () => [
          detail.value ? h(CancelCampaign, { campaign: detail.value, open: true }) : null,
        ])
    },
  })
  wrapper = mount(Page, { attachTo: document.body })
}

const text = () => (document.body.textContent ?? '').replace(/\s+/g, ' ')
const says = (words: string) => soon(() => expect(text()).toContain(words))

describe('stopping a sending', () => {
  const sending = campaign({ status: 'SENDING', recipients: 1000, sent: 10 })

  it('says how many have gone by what the service says now, not by the copy', async () => {
    await begin(sending, { theirs: { ...sending, sent: 420 } })
    await says('Sent by now420, they stay sent')
    expect(text()).toContain('Not sent yet580')
  })

  it('is left alone by words that nobody takes for cancelling', async () => {
    await begin(sending)
    await says('Go on sending')
  })
})
