import { mount } from '@vue/test-utils'
import { h } from 'vue'
import { expect, it } from 'vitest'
import SentenceText from '../../../../src-renderer/kit/state/SentenceText.vue'

it('a sentence holds an element where its text has the place', () => {
  const sentence = mount(SentenceText, {
    props: { say: 'format.about', values: {} },
    slots: { time: () => h('strong', '4 min') },
  })
  expect(sentence.html()).toBe('About\n<strong>4 min</strong>')
})

it('an element is left out of a sentence that has no place for it', () => {
  const sentence = mount(SentenceText, {
    props: { say: 'format.minutes', values: { count: 1200 } },
    slots: { time: () => h('strong', 'never') },
  })
  expect(sentence.text()).toBe('1,200 min')
})
