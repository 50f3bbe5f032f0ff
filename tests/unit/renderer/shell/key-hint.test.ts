import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { defineComponent, h, nextTick, ref, useTemplateRef } from 'vue'
import { useKeyHint, useShownKeyHint, type KeyHint } from '../../../../src-renderer/kit/key-hint'

let wrapper: VueWrapper | null = null
afterEach(() => wrapper?.unmount())

const innerHints = ref<KeyHint[]>([['E', 'edit']])
const Inner = defineComponent(() => {
  useKeyHint(useTemplateRef<HTMLElement>('inner'), () => innerHints.value)
  return () => h('p', { ref: 'inner' }, h('button', 'inner'))
})
const Outer = defineComponent(() => {
  useKeyHint(useTemplateRef<HTMLElement>('outer'), () => [
    ['↑ ↓', 'move'],
    ['↵', 'open'],
  ])
  return () => h('div', { ref: 'outer' }, [h('button', 'outer'), h(Inner)])
})
const Bar = defineComponent(() => {
  const shown = useShownKeyHint()
  return () => h('footer', shown.value)
})

/** The page with the focus on the button of a part; what the bar says then. */
async function said(part: string): Promise<string> {
  wrapper ??= mount(() => [h(Outer), h('button', 'elsewhere'), h(Bar)], {
    attachTo: document.body,
  })
  const button = wrapper.findAll('button').find((one) => one.text() === part)
  button?.element.focus()
  await nextTick()
  return wrapper.get('footer').text()
}

it('the keys of the part with the focus are said, of parts within parts those of the innermost that has any', async () => {
  expect(await said('outer')).toBe('↑ ↓ move · ↵ open')
  expect(await said('inner')).toBe('E edit')
  innerHints.value = []
  expect(await said('inner')).toBe('↑ ↓ move · ↵ open')
  expect(await said('elsewhere')).toBe('')
})
