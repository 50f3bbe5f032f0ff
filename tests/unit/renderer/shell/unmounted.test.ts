import { describe, expect, it, vi } from 'vitest'
import App from '../../../../src-renderer/App.vue'
import { useBridge } from '../../../../src-renderer/bridge'
import { useClockStore } from '../../../../src-renderer/stores/clock'
import { soon } from '../../../fixtures/soon'
import { Page } from '../fixtures/page'
import { answersOf } from './whole-page'

/** All of Postroom, once it shows the profile. */
async function open(watchers = { count: 0 }): Promise<Page> {
  const page = await Page.open({ core: answersOf(watchers), root: App, path: '/no-such-screen' })
  await page.shows('Harbour Notes')
  return page
}

/** What was asked to listen on `target` in `run`, and was not taken off by its end. */
async function leftOn(target: EventTarget, run: () => Promise<void>): Promise<string[]> {
  const left: unknown[][] = []
  const { addEventListener: add, removeEventListener: remove } = target
  target.addEventListener = (...of: Parameters<typeof add>) => {
    left.push(of)
    add.apply(target, of)
  }
  target.removeEventListener = (...of: Parameters<typeof remove>) => {
    const at = left.findIndex(([type, listener]) => type === of[0] && listener === of[1])
    if (at >= 0) left.splice(at, 1)
    remove.apply(target, of)
  }
  try {
    await run()
  } finally {
    Object.assign(target, { addEventListener: add, removeEventListener: remove })
  }
  return left.map(([type]) => String(type))
}

describe('a page that is gone', () => {
  it('leaves a shortcut to the page after it, whose core is asked exactly once', async () => {
    const first = await open()
    first.close()
    const second = await open()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true, cancelable: true }))
    await soon(() => expect(second.asked('sync.start')).toEqual([{ mode: 'quick' }]))
    expect(first.asked('sync.start')).toEqual([])
    second.close()
  })

  it('follows its core no more', async () => {
    const watchers = { count: 0 }
    const page = await open(watchers)
    expect(watchers.count).toBe(1)
    page.close()
    await soon(() => expect(watchers.count).toBe(0))
  })

  it('takes no port that is handed over for another, and asks nobody any more', async () => {
    const first = await open()
    const bridge = first.of(useBridge)
    first.close()
    const second = await open()
    const asked = second.asked('settings.about').length
    await expect(bridge.settings.about()).rejects.toThrow()
    expect(second.asked('settings.about')).toHaveLength(asked)
    second.close()
  })

  it.each([
    ['window', window],
    ['document', document],
  ])('listens to nothing of the %s', async (_name, target) => {
    const left = await leftOn(target, async () => {
      const page = await open()
      page.close()
    })
    expect(left).toEqual([])
  })

  it('has stopped its clock', async () => {
    const begun = vi.spyOn(window, 'setInterval')
    const ended = vi.spyOn(window, 'clearInterval')
    const page = await open()
    page.of(useClockStore)
    const timers = begun.mock.results.map(({ value }) => value)
    const stops = ended.mock.calls
    page.close()
    expect(timers).not.toEqual([])
    expect(stops.map(([timer]) => timer)).toEqual(expect.arrayContaining(timers))
  })
})
