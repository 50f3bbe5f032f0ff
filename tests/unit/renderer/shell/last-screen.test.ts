import { afterEach, describe, expect, it } from 'vitest'
import App from '../../../../src-renderer/App.vue'
import { firstScreen, screenAt } from '../../../../src-renderer/last-screen'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { answersOf } from './whole-page'

let page: Page | null = null
afterEach(() => {
  page?.close()
  page = null
  delete document.documentElement.dataset.screen
  document.getElementById('frame')?.remove()
})

/** All of Postroom, begun by a host that names a screen. */
async function open(screen: string | null, path = '/'): Promise<Page> {
  if (screen !== null) document.documentElement.dataset.screen = screen
  page = await Page.open({ core: answersOf(), root: App, path })
  await page.shows('Harbour Notes')
  return page
}

describe('where a page opens', () => {
  it('is the screen that its profile was left on', async () => {
    const { router } = await open('events')
    expect(router.currentRoute.value.path).toBe('/events')
  })

  it('is Overview at the first start, and where the screen is none any more', () => {
    expect(firstScreen()).toBe('overview')
    document.documentElement.dataset.screen = 'campfire'
    expect(firstScreen()).toBe('overview')
    document.documentElement.dataset.screen = 'welcome'
    expect(firstScreen()).toBe('overview')
  })

  it('is what a link names, whatever screen was left', async () => {
    const { router } = await open('events', '/activity')
    expect(router.currentRoute.value.path).toBe('/activity')
  })
})

describe('the screen that is remembered', () => {
  it('is that of the current profile, each time another one is come to', async () => {
    const { router } = await open(null)
    await router.push('/activity')
    await soon(() =>
      expect(page?.asked('settings.update')).toContainEqual({ lastScreens: { harbour: 'activity' } }),
    )
  })

  it('is a screen of the rail, however deep in it somebody is', () => {
    expect(screenAt('/campaigns/42/review')).toBe('campaigns')
    expect(screenAt('/welcome')).toBeNull()
    expect(screenAt('/')).toBeNull()
  })
})

describe('the frame that the host began the page with', () => {
  it('goes once the page shows itself', async () => {
    const frame = document.createElement('div')
    frame.id = 'frame'
    document.body.append(frame)
    await open(null)
    await soon(() => expect(document.getElementById('frame')).toBeNull())
  })
})
