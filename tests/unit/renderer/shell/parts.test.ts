import { Inbox } from '@lucide/vue'
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it } from 'vitest'
import CopyText from '../../../../src-renderer/kit/page/CopyText.vue'
import FilterChip from '../../../../src-renderer/kit/page/FilterChip.vue'
import MenuButton from '../../../../src-renderer/kit/page/MenuButton.vue'
import SidePanel from '../../../../src-renderer/kit/page/SidePanel.vue'
import StateMessage from '../../../../src-renderer/kit/state/StateMessage.vue'
import RelativeTime from '../../../../src-renderer/kit/time/RelativeTime.vue'
import { formatExact } from '../../../../src-renderer/format'
import { soon } from '../../../fixtures/soon'

let wrapper: VueWrapper | null = null
afterEach(() => {
  wrapper?.unmount()
  document.body.innerHTML = ''
})

function press(key: string, target: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  target.dispatchEvent(event)
  return event
}

describe('a side panel', () => {
  const open = () => mount(SidePanel, { props: { title: 'Anna' }, attachTo: document.body })

  it('closes by Esc wherever the focus is', () => {
    const panel = open()
    wrapper = panel
    press('Escape')
    expect(panel.emitted('close')).toHaveLength(1)
  })

  it('leaves Esc to a dialog above it, and to whatever took the key before', () => {
    const panel = open()
    wrapper = panel
    document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"></div>')
    press('Escape')
    document.querySelector('[aria-modal]')?.remove()
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    press('Escape')
    expect(panel.emitted('close')).toBeUndefined()
  })

  it('grows and shrinks by arrows on its edge, within its range', async () => {
    const panel = open()
    wrapper = panel
    const edge = panel.get('[role="separator"]')
    const width = () => Number(edge.attributes('aria-valuenow'))
    const before = width()
    await edge.trigger('keydown', { key: 'ArrowLeft' })
    expect(width()).toBe(before + 16)
    for (let step = 0; step < 40; step += 1) await edge.trigger('keydown', { key: 'ArrowRight' })
    expect(width()).toBe(320)
  })
})

describe('a filter chip', () => {
  it('says the filter in words and names its cross', async () => {
    const chip = mount(FilterChip, { props: { field: 'plan', value: 'pro', mono: true } })
    wrapper = chip
    expect(chip.get('.edit').text().replace(/\s+/g, ' ')).toBe('plan is pro')
    await chip.get('.remove').trigger('click')
    expect(chip.emitted('remove')).toHaveLength(1)
    expect(chip.get('.remove').attributes('aria-label')).toBe('Remove the filter plan is pro')
  })
})

describe('a menu', () => {
  const items = [
    { key: 'a', label: 'First' },
    { key: 'b', label: 'Second', disabled: true },
    { key: 'c', label: 'Third' },
  ]

  it('opens by the arrow, moves past what is disabled, and chooses', async () => {
    const menu = mount(MenuButton, { props: { label: 'More', items }, attachTo: document.body })
    wrapper = menu
    await menu.get('button').trigger('keydown', { key: 'ArrowDown' })
    await menu.vm.$nextTick()
    expect(document.activeElement?.textContent).toContain('First')
    press('ArrowDown', document.activeElement ?? undefined)
    expect(document.activeElement?.textContent).toContain('Third')
    await menu.findAll('[role="menuitem"]')[2]?.trigger('click')
    expect(menu.emitted('select')).toEqual([['c']])
  })

  it('takes Esc for itself and gives the focus back', async () => {
    const menu = mount(MenuButton, { props: { label: 'More', items }, attachTo: document.body })
    wrapper = menu
    // Vue has an element hear nothing of the millisecond in which it was made, once one within has heard it.
    const made = Date.now()
    await soon(() => expect(Date.now()).toBeGreaterThan(made))
    await menu.get('button').trigger('click')
    await menu.vm.$nextTick()
    const event = press('Escape', document.activeElement ?? undefined)
    await menu.vm.$nextTick()
    expect(event.defaultPrevented).toBe(true)
    expect(menu.find('[role="menu"]').exists()).toBe(false)
    expect(document.activeElement).toBe(menu.get('button').element)
  })
})

describe('a state', () => {
  it('shows the code and the request id of a failure and announces it', () => {
    const state = mount(StateMessage, {
      props: {
        icon: Inbox,
        title: 'The key was refused',
        tone: 'danger',
        code: 'key_refused',
        requestId: 'req_1',
      },
    })
    wrapper = state
    expect(state.attributes('role')).toBe('alert')
    expect(state.text()).toContain('key_refused')
    expect(state.get('button').text()).toContain('req_1')
  })
})

describe('small parts', () => {
  it('an id says what a click does with it', () => {
    wrapper = mount(CopyText, { props: { text: 'cnt_1', label: 'the id' } })
    expect(wrapper.get('button').text()).toMatch(/^Copy the id\s*cnt_1$/)
  })

  it('a time has the exact one on hover, and an en dash stands for none', () => {
    const at = Date.now() - 240_000
    const time = mount(RelativeTime, { props: { at, ago: true }, global: { plugins: [createPinia()] } })
    expect([time.text(), time.attributes('title')]).toEqual(['4 min ago', formatExact(at)])
    time.unmount()
    wrapper = mount(RelativeTime, { props: { at: null }, global: { plugins: [createPinia()] } })
    expect(wrapper.text()).toBe('–')
  })
})
