import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it, vi } from 'vitest'
import PanelBorder from '../../../../src-renderer/kit/page/PanelBorder.vue'
import SidePanel from '../../../../src-renderer/kit/page/SidePanel.vue'

let wrapper: VueWrapper | null = null
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
})

it('the border of a panel under its list goes by Ctrl and the arrows, and leaves both some room', async () => {
  const border = mount(PanelBorder, { attachTo: document.body })
  wrapper = border
  const height = () => Number(border.attributes('aria-valuenow'))
  const before = height()
  const press = async (key: string) => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }),
    )
    await border.vm.$nextTick()
  }
  await press('ArrowUp')
  expect(height()).toBe(before + 5)
  for (let step = 0; step < 20; step += 1) await press('ArrowDown')
  expect(height()).toBe(25)
})

it('a panel with a way back stands over its list where there is no room beside or under it', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  const panel = mount(SidePanel, { props: { title: 'Anna', back: 'Back to 8,204' } })
  wrapper = panel
  const back = panel.findAll('button').find((button) => button.text() === 'Back to 8,204')
  await back?.trigger('click')
  expect(panel.emitted('close')).toHaveLength(1)
})
