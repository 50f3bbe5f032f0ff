import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { createRouter, createWebHashHistory, RouterView, type Router } from 'vue-router'
import { useOnward } from '../../../../src-renderer/composables/onward'
import { Page } from '../fixtures/page'

let answer: () => void
let arrive: () => void
let router: Router
let page: Page

/** A page that asks, and leads on to what it is answered with. */
const Asking = defineComponent({
  setup() {
    const onward = useOnward()
    const ask = async () => {
      const go = onward()
      await new Promise<void>((resolve) => (answer = resolve))
      await go('/made')
    }
    return () => h('div', [h('button', { onClick: ask }, 'Make it'), h(RouterView)])
  },
})
const empty = { render: () => h('p') }

beforeEach(async () => {
  const slow = () => new Promise<typeof empty>((resolve) => (arrive = () => resolve(empty)))
  router = createRouter({
    history: createWebHashHistory(),
    routes: [
      {
        path: '/things',
        children: [{ path: ':id', component: Asking, children: [{ path: ':tab', component: empty }] }],
      },
      { path: '/made', component: empty },
      { path: '/else', component: empty },
      { path: '/slow', component: slow },
    ],
  })
  page = await Page.open({ router, path: '/things/a/content' })
  await page.press('Make it')
})
afterEach(() => page.close())

const where = async () => {
  await flushPromises()
  return router.currentRoute.value.path
}

it('leads on to what was made', async () => {
  answer()
  expect(await where()).toBe('/made')
})

it('leads on from another tab of the same page', async () => {
  await router.push('/things/a/review')
  answer()
  expect(await where()).toBe('/made')
})

it('pulls nobody back who went elsewhere, or to another thing', async () => {
  await router.push('/things/b/content')
  answer()
  expect(await where()).toBe('/things/b/content')
  await router.push('/things/a/content')
  await page.press('Make it')
  await router.push('/else')
  answer()
  expect(await where()).toBe('/else')
})

it('calls off no page that is still being loaded', async () => {
  const going = router.push('/slow')
  await flushPromises()
  answer()
  await flushPromises()
  arrive()
  await going
  expect(await where()).toBe('/slow')
})
