import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { createMemoryHistory, createRouter, type Router } from 'vue-router'
import { exposeReview, type Heard, type ReviewWishes } from './review-core'

const Blank = { render: () => null }

/** Waits until a check holds: a busy machine takes its time. */

/** Every name that the tab leads to. */
const names = [
  'campaign',
  'campaign.content',
  'campaign.review',
  'campaign.audience',
  'contacts',
  'newBatch',
  'batch',
  'settings',
]

/** The Review tab over a core of its own, and what a test does to it. */
export interface ReviewPage {
  wrapper: VueWrapper
  router: Router
  heard: Heard
  asked: (name: string) => unknown[]
  press: (name: string | RegExp) => Promise<void>
  text: () => string
}

/** Opens the Review tab of the campaign `tides`. */
export async function openReview(wishes: ReviewWishes = {}, query = ''): Promise<ReviewPage> {
  vi.resetModules()
  const heard = exposeReview(wishes)
  const { provideCampaign } = await import('../../../../src-renderer/pages/campaigns/open-campaign')
  const { default: ReviewTab } = await import('../../../../src-renderer/pages/campaigns/review/ReviewTab.vue')
  const router = createRouter({
    history: createMemoryHistory(),
    routes: names.map((name) => ({
      name,
      path: name === 'batch' ? '/batch/:id' : name.startsWith('campaign') ? `/${name}/:id` : `/${name}`,
      component: Blank,
    })),
  })
  await router.push(`/campaign.review/tides${query}`)
  const Page = defineComponent({
    setup() {
      const { detail, found } = provideCampaign(() => 'tides')
      return () =>
        h(NMessageProvider, () => [
          h('output', { id: 'found' }, String(found.value)),
          detail.value ? h(ReviewTab, { campaign: detail.value }) : null,
        ])
    },
  })
  const wrapper = mount(Page, { attachTo: document.body, global: { plugins: [createPinia(), router] } })
  const press = async (name: string | RegExp) => {
    const buttons = [...document.body.querySelectorAll('button')]
    const found = buttons.find((one) => {
      const text = one.getAttribute('aria-label') ?? one.textContent.trim()
      return typeof name === 'string' ? text === name : name.test(text)
    })
    if (!found) throw new Error(`No button ${String(name)} in ${document.body.textContent}`)
    found.click()
    await flushPromises()
  }
  return {
    wrapper,
    router,
    heard,
    asked: (name) => heard.filter((one) => one.name === name).map(({ input }) => input),
    press,
    text: () => document.body.textContent.replace(/\s+/g, ' '),
  }
}
