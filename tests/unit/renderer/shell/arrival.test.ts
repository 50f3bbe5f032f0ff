import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineComponent, h, ref, useTemplateRef } from 'vue'
import { createRouter, createWebHashHistory, RouterLink, RouterView } from 'vue-router'
import PageFrame from '../../../../src-renderer/kit/page/PageFrame.vue'
import PageHead from '../../../../src-renderer/kit/page/PageHead.vue'
import BigList from '../../../../src-renderer/lists/list/BigList.vue'
import { useArrival } from '../../../../src-renderer/shell/use-arrival'
import { Page } from '../fixtures/page'

let page: Page
/** Whether the list of the late screen is there. */
const known = ref(false)

const list = () =>
  h(
    BigList<{ id: string }>,
    {
      label: 'People',
      leads: true,
      columns: [{ key: 'name', label: 'Name', width: 200 }],
      load: async () => ({ rows: [{ id: 'ada' }, { id: 'bo' }], count: 2, revision: 1 }),
      idOf: ({ id }: { id: string }) => id,
      nameOf: ({ id }: { id: string }) => id,
    },
    { cell: ({ row: { id } }: { row: { id: string } }) => id },
  )
const framed = (title: string, more: () => unknown) => ({
  render: () => h(PageFrame, null, { default: () => [h(PageHead, { title }), h('input'), more()] }),
})

const Shell = defineComponent({
  setup() {
    useArrival(useTemplateRef<HTMLElement>('content'))
    return () => [
      h(RouterLink, { to: '/list' }, () => 'List'),
      h('input', { id: 'elsewhere' }),
      h('main', { ref: 'content', tabindex: -1 }, h(RouterView)),
    ]
  },
})

beforeEach(async () => {
  known.value = false
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/list', component: framed('List', list) },
      { path: '/late', component: framed('Late', () => (known.value ? list() : null)) },
      { path: '/plain', component: framed('Plain', () => null) },
      { path: '/bare', component: { render: () => h('p', 'Nothing to begin with') } },
    ],
  })
  page = await Page.open({ router, path: '/plain', root: Shell })
  await flushPromises()
})
afterEach(() => page.close())

async function go(to: string): Promise<void> {
  await page.router.push(to)
  await flushPromises()
}

const focused = () => document.activeElement
const row = () => document.querySelector('[data-position="0"]')
const find = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`No ${selector}`)
  return found
}

it('begins on the heading of a screen, from the start on', async () => {
  expect(focused()?.textContent).toBe('Plain')
})

it('begins on the first row of a screen that is a list', async () => {
  await go('/list')
  expect(focused()).toBe(row())
})

it('takes the focus from the link that led there', async () => {
  find('a').focus()
  await go('/list')
  expect(focused()).toBe(row())
})

it('goes on from the heading to a list that comes later', async () => {
  await go('/late')
  expect(focused()?.textContent).toBe('Late')
  known.value = true
  await flushPromises()
  expect(focused()).toBe(row())
})

it('takes nobody from a field they went to meanwhile', async () => {
  await go('/late')
  find('main input').focus()
  known.value = true
  await flushPromises()
  expect(focused()).toBe(find('main input'))
})

it('takes nobody from a field they type in, nor from a dialog', async () => {
  find('#elsewhere').focus()
  await go('/list')
  expect(focused()).toBe(find('#elsewhere'))
  find('#elsewhere').blur()
  document.body.insertAdjacentHTML('beforeend', '<div aria-modal="true"><button>Yes</button></div>')
  find('[aria-modal] button').focus()
  await go('/plain')
  expect(focused()).toBe(find('[aria-modal] button'))
})

it('begins on the screen itself where it has no heading', async () => {
  await go('/bare')
  expect(focused()).toBe(find('main'))
})

it('comes back to the list where one goes to it again', async () => {
  await go('/list')
  find('a').focus()
  await go('/list')
  expect(focused()).toBe(row())
})
