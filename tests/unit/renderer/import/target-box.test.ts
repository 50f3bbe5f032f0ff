import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import TargetBox from '../../../../src-renderer/features/imports/map/TargetBox.vue'

let wrapper: VueWrapper<InstanceType<typeof TargetBox>>
afterEach(() => wrapper.unmount())

function box() {
  wrapper = mount(TargetBox, {
    attachTo: document.body,
    props: {
      target: { kind: 'data', key: 'plan' },
      label: 'tariff goes to',
      keys: ['plan', 'city', 'vessel'],
      faulty: false,
    },
  })
  return wrapper.get('input')
}
const options = () => wrapper.findAll('[role="option"]').map((one) => one.text())
const chosen = () => wrapper.emitted('choose')

describe('where a column goes', () => {
  it('is chosen by keys alone', async () => {
    const input = box()
    await input.trigger('keydown', { key: 'ArrowDown' })
    expect(input.attributes('aria-expanded')).toBe('true')
    expect(wrapper.get('[aria-selected="true"]').text()).toContain('plan')
    await input.trigger('keydown', { key: 'ArrowDown' })
    await input.trigger('keydown', { key: 'Enter' })
    expect(chosen()).toEqual([[{ kind: 'data', key: 'city' }]])
    expect(input.attributes('aria-expanded')).toBe('false')
  })

  it('is narrowed by typing, and Enter takes the first that is left', async () => {
    const input = box()
    await input.setValue('ves')
    expect(options()).toEqual(['vessel', 'vesNew key'])
    await input.trigger('keydown', { key: 'Enter' })
    expect(chosen()).toEqual([[{ kind: 'data', key: 'vessel' }]])
  })

  it('is a new key where it is typed and the field is left', async () => {
    const input = box()
    await input.setValue('berth')
    await input.trigger('blur')
    expect(chosen()).toEqual([[{ kind: 'data', key: 'berth' }]])
  })

  it('stays by Esc, and where nothing was typed', async () => {
    const input = box()
    await input.setValue('berth')
    await input.trigger('keydown', { key: 'Escape' })
    await input.trigger('blur')
    expect(chosen()).toBeUndefined()
    expect(input.element.value).toBe('plan')
  })

  it('tells which line is active to whoever listens', async () => {
    const input = box()
    await input.trigger('keydown', { key: 'ArrowDown' })
    const active = input.attributes('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toContain('plan')
  })
})
