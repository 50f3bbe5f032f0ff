import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { defineComponent, h, ref, type VNode } from 'vue'
import ControlInput from '../../../../src-renderer/kit/form/ControlInput.vue'
import ConfirmDialog from '../../../../src-renderer/kit/page/ConfirmDialog.vue'
import FormDialog from '../../../../src-renderer/kit/page/FormDialog.vue'
import SidePanel from '../../../../src-renderer/kit/page/SidePanel.vue'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'

let page: Page
let closed: number
afterEach(() => page.close())

/** What Esc closes, around a field. */
type Part = (onClose: () => void, field: () => VNode) => VNode

const parts: [string, Part][] = [
  [
    'a dialog',
    (onClose, field) => h(FormDialog, { title: 'New', verb: 'Make it', onClose }, { default: field }),
  ],
  ['a side panel', (onClose, field) => h(SidePanel, { title: 'New', onClose }, { default: field })],
]

/** Opens what has one field, Name, whose text is kept elsewhere where `kept`. */
async function open(part: Part, kept = false): Promise<void> {
  closed = 0
  const name = ref('')
  const field = () =>
    h('div', kept ? { 'data-kept': '' } : {}, [
      h(ControlInput, {
        label: 'Name',
        modelValue: name.value,
        'onUpdate:modelValue': (text: string) => (name.value = text),
      }),
    ])
  const close = () => void (closed += 1)
  page = await Page.open({ root: defineComponent(() => () => part(close, field)) })
  await soon(() => page.field('Name'))
}

async function esc(target: EventTarget = document.body): Promise<void> {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
  )
  await flushPromises()
}

describe.each(parts)('Esc in %s', (_, part) => {
  it('closes it where nothing was typed', async () => {
    await open(part)
    await esc()
    expect(closed).toBe(1)
  })

  it('asks where something was, and closes once that may go', async () => {
    await open(part)
    await page.fill('Name', 'Spring fair')
    await esc()
    await page.shows('What you typed is not saved.')
    expect(closed).toBe(0)
    await page.press('Discard it')
    expect(closed).toBe(1)
  })

  it('asks no more once it is pressed again, and what was typed is there', async () => {
    await open(part)
    await page.fill('Name', 'Spring fair')
    await esc()
    await esc()
    expect(page.text()).not.toContain('What you typed is not saved.')
    expect([closed, page.field('Name').value]).toEqual([0, 'Spring fair'])
  })

  it('closes it where what was typed is gone again, or is kept elsewhere', async () => {
    await open(part)
    await page.fill('Name', 'Spring fair')
    await page.fill('Name', '')
    await esc()
    expect(closed).toBe(1)
    page.close()
    await open(part, true)
    await page.fill('Name', 'Spring fair')
    await esc()
    expect(closed).toBe(1)
  })
})

it('Esc leaves a confirmation at once, also with its number typed', async () => {
  closed = 0
  const asked = { title: 'Delete?', phrase: '425', verb: 'Delete', act: () => Promise.resolve() }
  page = await Page.open({
    root: defineComponent(() => () => h(ConfirmDialog, { ...asked, onClose: () => (closed += 1) })),
  })
  await page.confirm('425')
  await esc()
  expect(closed).toBe(1)
})
