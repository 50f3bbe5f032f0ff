import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { useUndoToast } from '../../../../src-renderer/kit/page/undo-toast'
import { Page } from '../fixtures/page'

let page: Page
let undone: string[]

const Acting = defineComponent({
  setup() {
    const offer = useUndoToast()
    const act = (name: string) => () => offer(`${name} cleared`, () => void undone.push(name))
    return () => ['One', 'Two'].map((name) => h('button', { onClick: act(name) }, name))
  },
})

beforeEach(async () => {
  undone = []
  page = await Page.open({ root: Acting })
})
afterEach(() => page.close())

const undoKey = () =>
  new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })

it('says what was done, and takes it back by its button', async () => {
  await page.press('One')
  await page.shows('One cleared')
  await page.press('Undo')
  expect(undone).toEqual(['One'])
})

it('takes the last back by Ctrl Z, once', async () => {
  await page.press('One')
  await page.press('Two')
  document.body.dispatchEvent(undoKey())
  document.body.dispatchEvent(undoKey())
  await flushPromises()
  expect(undone).toEqual(['Two'])
})

it('leaves Ctrl Z to whoever had it first', async () => {
  await page.press('One')
  document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
  document.body.dispatchEvent(undoKey())
  expect(undone).toEqual([])
})
