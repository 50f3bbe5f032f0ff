import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia, setActivePinia } from 'pinia'
import { expect, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { RecordConnection } from '../../../../src-shared/bridge/records'
import { soon } from '../../../fixtures/soon'
import { exposeRecords, type Heard, type RecordWishes } from './record-core'

/** The screen of records as a person meets it, over a core of its own. */
export class RecordScreen {
  private constructor(
    readonly heard: Heard,
    readonly tell: (connections: RecordConnection[]) => void,
    /** The address that is shown. */
    readonly address: () => string,
    private readonly wrapper: VueWrapper,
  ) {}

  /** Opens the screen. `connections`: null while the core has said nothing of them. */
  static async open(
    connections: RecordConnection[] | null,
    wishes: RecordWishes & { path?: string } = {},
  ): Promise<RecordScreen> {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(20 * 32 + 30)
    vi.resetModules()
    const heard = exposeRecords(wishes)
    const pinia = createPinia()
    setActivePinia(pinia)
    const { router } = await import('../../../../src-renderer/router')
    const { useLiveStore } = await import('../../../../src-renderer/stores/live')
    const { default: RecordsPage } = await import('../../../../src-renderer/pages/records/RecordsPage.vue')
    const tell = (told: RecordConnection[]) =>
      useLiveStore(pinia).apply({ topic: 'records', state: { connections: told } })
    if (connections) tell(connections)
    await router.push(wishes.path ?? '/records')
    const Page = defineComponent({ setup: () => () => h(NMessageProvider, () => h(RecordsPage)) })
    const wrapper = mount(Page, { attachTo: document.body, global: { plugins: [pinia, router] } })
    return new RecordScreen(heard, tell, () => router.currentRoute.value.fullPath, wrapper)
  }

  close(): void {
    this.wrapper.unmount()
    vi.restoreAllMocks()
    document.body.innerHTML = ''
  }

  text(): string {
    return (document.body.textContent ?? '').replace(/\s+/g, ' ')
  }

  async shows(text: string): Promise<void> {
    await soon(() => expect(this.text()).toContain(text))
  }

  /** What the core was asked under a name, once it was. */
  async asked(name: string): Promise<unknown> {
    return soon(() => {
      const found = this.heard.filter((one) => one.name === name).at(-1)
      if (!found) throw new Error(`${name} was not asked`)
      return found.input
    })
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
    await soon(() => this.button(name))
    this.button(name).click()
    await flushPromises()
  }

  /** The field under a label, or of a name. */
  field(label: string): HTMLInputElement {
    const labelled = [...document.body.querySelectorAll('label')]
      .filter((one) => one.textContent.replace(/\s+/g, ' ').trim() === label)
      .at(-1)
    const found =
      document.body.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) ??
      labelled?.querySelector('input') ??
      (labelled ? document.getElementById(labelled.htmlFor) : null)
    if (!(found instanceof HTMLInputElement)) throw new Error(`No field ${label} in ${this.text()}`)
    return found
  }

  async fill(label: string, value: string): Promise<void> {
    await soon(() => this.field(label))
    const field = this.field(label)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
  }
}
