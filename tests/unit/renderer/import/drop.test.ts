// @vitest-environment happy-dom
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { refusedUpload } from '../../../../src-renderer/components/file/upload'
import { useDrop } from '../../../../src-renderer/components/file/use-drop'

let wrapper: VueWrapper
let got: unknown[]

beforeEach(() => {
  got = []
  const Page = defineComponent({
    setup() {
      const { over } = useDrop({
        file: (file) => got.push(['file', file.name]),
        token: (token, name) => got.push(['token', token, name]),
        text: (text) => got.push(['text', text]),
      })
      return () => h('div', [h('textarea'), over.value ? h('p', 'Drop it') : null])
    },
  })
  wrapper = mount(Page, { attachTo: document.body })
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
})

/** An event with what is dragged or pasted: this environment has no such thing of its own. */
function bring(type: string, data: object, target: EventTarget = document.body): Event {
  const event = new Event(type, { bubbles: true, cancelable: true })
  Object.defineProperty(event, type === 'paste' ? 'clipboardData' : 'dataTransfer', { value: data })
  target.dispatchEvent(event)
  return event
}
const files = (...names: string[]) => ({
  types: ['Files'],
  files: names.map((name) => new File(['a,b'], name)),
  getData: () => '',
})
const text = (words: string) => ({ types: ['text/plain'], files: [], getData: () => words })

describe('what is dropped on the window', () => {
  it('is taken as a file, one at a time', () => {
    const event = bring('drop', files('spring.csv', 'autumn.csv'))
    expect(got).toEqual([['file', 'spring.csv']])
    expect(event.defaultPrevented).toBe(true)
  })

  it('is left alone where it is no file', () => {
    expect(bring('drop', text('words')).defaultPrevented).toBe(false)
    expect(got).toEqual([])
  })

  it('is awaited while it is held over the window, and not once it has left', async () => {
    bring('dragenter', files('spring.csv'))
    bring('dragenter', files('spring.csv'), document.querySelector('textarea') ?? document)
    bring('dragleave', files('spring.csv'))
    await wrapper.vm.$nextTick()
    expect(wrapper.text()).toContain('Drop it')
    bring('dragleave', files('spring.csv'))
    await wrapper.vm.$nextTick()
    expect(wrapper.text()).not.toContain('Drop it')
  })
})

describe('what is pasted on the page', () => {
  it('is taken as rows, or as a file where it is one', () => {
    bring('paste', text('email\nhana@lamp-room.example'))
    bring('paste', files('spring.csv'))
    expect(got).toEqual([
      ['text', 'email\nhana@lamp-room.example'],
      ['file', 'spring.csv'],
    ])
  })

  it('is left to a field that is typed in', () => {
    bring('paste', text('words'), document.querySelector('textarea') ?? document)
    expect(got).toEqual([])
  })
})

describe('an upload that is refused', () => {
  it('is told in the words of the host', () => {
    const said = { title: 'There is no room for this file', why: 'The disk is full.', action: 'Free some.' }
    expect(refusedUpload(JSON.stringify(said))).toMatchObject(said)
  })

  it('is told in ours where the host says nothing that can be shown', () => {
    expect(refusedUpload('<html>').title).toBe('The file did not arrive')
  })
})
