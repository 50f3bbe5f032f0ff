import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { problemOf, useBridge, useBridgeLink } from '../../../../src-renderer/bridge'
import { useSettingsStore } from '../../../../src-renderer/stores/settings'
import type { Bridge } from '../../../../src-shared/bridge/contract'
import { ProblemError } from '../../../../src-shared/problem'
import { Page } from '../fixtures/page'
import { refusal, shellAnswers } from './core'

let page: Page
let bridge: Bridge

beforeEach(async () => {
  page = await Page.open({ core: shellAnswers, root: { render: () => null } })
  bridge = page.of(useBridge)
})
afterEach(() => page.close())

describe('the bridge over the desktop port', () => {
  it('connects and answers', async () => {
    const { connected, state } = page.of(useBridgeLink)
    await connected(new AbortController().signal)
    expect((await bridge.settings.about()).version).toBe('0.1.0')
    expect(state.value).toBe('open')
  })

  it('is the same object at every asking', () => {
    expect(page.of(useBridge)).toBe(bridge)
  })
})

describe('what a call rejected with', () => {
  it('is the problem that the core declared', async () => {
    const error: unknown = await bridge.settings
      .update({ dismissed: ['keychain'] })
      .catch((reason: unknown) => reason)
    expect(problemOf(error)).toEqual(refusal)
  })

  it('is refused input where the core could not read it', async () => {
    const error: unknown = await bridge.contacts
      .page({ query: { search: 'x'.repeat(300) }, slice: { offset: 0, limit: 1 } })
      .catch((reason: unknown) => reason)
    expect(problemOf(error).code).toBe('input_invalid')
  })

  it('is a cancellation where it was called off', () => {
    expect(problemOf(new DOMException('stopped', 'AbortError')).code).toBe('cancelled')
  })

  it('is a Problem of our own as it is, and anything else in words that name no internals', () => {
    expect(problemOf(new ProblemError(refusal))).toBe(refusal)
    expect(problemOf(new TypeError('x is not a function')).title).toBe('Postroom does not answer')
  })
})

describe('settings', () => {
  it('resolve the theme once they are loaded', async () => {
    const settings = page.of(useSettingsStore)
    await settings.load()
    expect([settings.theme, settings.density, settings.about?.version]).toEqual(['dark', 'compact', '0.1.0'])
  })

  it('are taken back where the core refuses a change', async () => {
    const settings = page.of(useSettingsStore)
    await settings.load()
    const change = settings.update({ appearance: { theme: 'light', density: 'regular' } })
    expect(settings.theme).toBe('light')
    await expect(change).rejects.toThrow()
    expect(settings.theme).toBe('dark')
  })
})
