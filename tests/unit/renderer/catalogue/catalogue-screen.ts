import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { expect, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { RouterView } from 'vue-router'
import type { SyncState } from '../../../../src-shared/bridge/sync'
import { soon } from '../../../fixtures/soon'
import { then } from '../campaigns/review-samples'
import { exposeCatalogue, type CatalogueWishes, type Heard } from './catalogue-core'

const offline: SyncState = {
  resources: [],
  connection: {
    online: false,
    since: then,
    latencyMs: null,
    spent: 0,
    ceiling: 600,
    heldUntil: null,
    problem: null,
  },
  nextQuickAt: null,
  nextFullAt: null,
}

/** A screen of the catalogue as a person meets it, over a core of its own. */
export class CatalogueScreen {
  readonly heard: Heard
  readonly #wrapper: VueWrapper
  /** What the screen offers to the palette. */
  readonly offered: () => string[]

  private constructor(heard: Heard, wrapper: VueWrapper, offered: () => string[]) {
    this.heard = heard
    this.#wrapper = wrapper
    this.offered = offered
  }

  /** Opens the screen at an address. `offline`: the service does not answer. */
  static async open(
    path: string,
    wishes: CatalogueWishes & { offline?: boolean } = {},
  ): Promise<CatalogueScreen> {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
    vi.resetModules()
    const heard = exposeCatalogue(wishes)
    const pinia = createPinia()
    setActivePinia(pinia)
    const { router } = await import('../../../../src-renderer/router')
    const { useLiveStore } = await import('../../../../src-renderer/stores/live')
    const { usePageActionsStore } = await import('../../../../src-renderer/stores/page-actions')
    if (wishes.offline) useLiveStore(pinia).apply({ topic: 'sync', state: offline })
    const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RouterView)) })
    await router.push(path)
    const wrapper = mount(Page, { attachTo: document.body, global: { plugins: [pinia, router] } })
    const actions = usePageActionsStore(pinia)
    return new CatalogueScreen(heard, wrapper, () => actions.offered.map(({ label }) => label))
  }

  close(): void {
    this.#wrapper.unmount()
    vi.restoreAllMocks()
    document.body.innerHTML = ''
  }

  text(): string {
    return (document.body.textContent ?? '').replace(/\s+/g, ' ')
  }

  async shows(text: string): Promise<void> {
    await soon(() => expect(this.text()).toContain(text))
  }

  asked(name: string): unknown[] {
    return this.heard.filter((one) => one.name === name).map(({ input }) => input)
  }

  /** The last button of a name: that of a dialog, where one is open. */
  button(name: string): HTMLButtonElement {
    const found = [...document.body.querySelectorAll('button')]
      .filter((one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name)
      .at(-1)
    if (!found) throw new Error(`No button ${name} in ${this.text()}`)
    return found
  }

  async press(name: string): Promise<void> {
    this.button(name).click()
    await flushPromises()
  }

  field(label: string): HTMLInputElement {
    const found = [...document.body.querySelectorAll<HTMLInputElement>(`[aria-label="${label}"]`)].at(-1)
    if (!found) throw new Error(`No field ${label} in ${this.text()}`)
    return found
  }

  async fill(label: string, value: string): Promise<void> {
    await soon(() => this.field(label))
    const field = this.field(label)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
  }

  /** What stands in a row of the list. */
  cells(position: number): (string | undefined)[] {
    const row = `[data-position="${position}"] [role="gridcell"]`
    return [...document.body.querySelectorAll(row)].map((cell) => cell.textContent?.trim())
  }
}
