import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, effectScope, h } from 'vue'
import { refusedUpload } from '../../../../src-renderer/features/imports/file/upload'
import { useWaysIn } from '../../../../src-renderer/features/imports/file/use-ways-in'
import { othersWords } from '../../../../src-renderer/features/imports/start/others-words'
import { ProblemError } from '../../../../src-shared/problem'
import { useDrop } from '../../../../src-renderer/features/imports/file/use-drop'

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

describe('files that are given together', () => {
  const problem = {
    code: 'file_unreadable' as const,
    title: 'No',
    why: 'It is a picture.',
    action: '',
    retryable: false,
  }

  /** Opens files by their tokens; those that say "bad" are refused. */
  function ways(several: boolean) {
    const opened: unknown[] = []
    const asked: string[] = []
    const desk = {
      choose: async () => null,
      open: async (given: { kind: string; token?: string }) => {
        asked.push(given.token ?? '')
        await Promise.resolve()
        if (given.token === 'bad') throw new ProblemError(problem)
        return `opened ${given.token}`
      },
    }
    const made = effectScope().run(() =>
      useWaysIn<string>(desk, (file, others) => opened.push([file, others]), { several }),
    )
    if (made === undefined) throw new Error('It was not made')
    return { ways: made, opened, asked }
  }

  it('are opened one after the other, and the first is shown with what came of the others', async () => {
    const { ways: made, opened, asked } = ways(true)
    await Promise.all([
      made.openToken('a', 'a.csv'),
      made.openToken('bad', 'b.png'),
      made.openToken('c', 'c.csv'),
    ])
    expect(asked).toEqual(['a', 'bad', 'c'])
    expect(opened).toEqual([
      [
        'opened a',
        [
          { name: 'b.png', problem },
          { name: 'c.csv', problem: null },
        ],
      ],
    ])
    expect(
      othersWords([
        { name: 'c.csv', problem: null },
        { name: 'b.png', problem },
      ]),
    ).toBe('c.csv is opened too. It waits under Import. b.png was not opened: It is a picture.')
  })

  it('are all forgotten where the first is cancelled', async () => {
    const { ways: made, opened, asked } = ways(true)
    const all = [made.openToken('a', 'a.csv'), made.openToken('c', 'c.csv')]
    made.cancel()
    await Promise.all(all)
    expect([asked, opened]).toEqual([['a'], []])
  })

  it('are one where no more are of use', async () => {
    const { ways: made, opened } = ways(false)
    await Promise.all([made.openToken('a', 'a.csv'), made.openToken('c', 'c.csv')])
    expect(opened).toEqual([['opened a', []]])
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
