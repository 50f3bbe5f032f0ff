import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView, type Router } from 'vue-router'
import { exposeCampaigns, type CampaignWishes } from './campaign-core'

/** A page of campaigns over a core of its own, and what a test does to it. */
export interface CampaignPage {
  wrapper: VueWrapper
  router: Router
  asked: (name: string) => unknown[]
  press: (name: string | RegExp) => Promise<void>
  /** Chooses an option of a select by its value. */
  choose: (label: string, value: string) => Promise<void>
  fill: (label: string, value: string) => Promise<void>
  text: () => string
}

/** Opens a page of campaigns by its path. */
export async function openPage(path: string, wishes: CampaignWishes = {}): Promise<CampaignPage> {
  vi.resetModules()
  const heard = exposeCampaigns(wishes)
  const pinia = createPinia()
  setActivePinia(pinia)
  const { router } = await import('../../../../src-renderer/router')
  const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => [h(RouterView)]) })
  await router.push(path)
  const wrapper = mount(Page, { attachTo: document.body, global: { plugins: [pinia, router] } })
  const text = () => document.body.textContent.replace(/\s+/g, ' ')
  const field = (label: string) => {
    const found = document.body.querySelector<HTMLInputElement | HTMLSelectElement>(`[aria-label="${label}"]`)
    if (!found) throw new Error(`No field ${label} in ${text()}`)
    return found
  }
  const enter = async (label: string, value: string, event: string) => {
    const entered = field(label)
    entered.value = value
    entered.dispatchEvent(new Event(event, { bubbles: true }))
    await flushPromises()
  }
  return {
    wrapper,
    router,
    asked: (name) => heard.filter((one) => one.name === name).map(({ input }) => input),
    press: async (name) => {
      const found = [...document.body.querySelectorAll('button')].find((one) => {
        const own = one.getAttribute('aria-label') ?? one.textContent.trim()
        return typeof name === 'string' ? own === name : name.test(own)
      })
      if (!found) throw new Error(`No button ${String(name)} in ${text()}`)
      found.click()
      await flushPromises()
    },
    choose: (label, value) => enter(label, value, 'change'),
    fill: (label, value) => enter(label, value, 'input'),
    text,
  }
}
