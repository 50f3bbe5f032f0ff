import { describe, expect, it } from 'vitest'
import { canShowBrowser, whyNoDesktop } from '../../../src-main/hosts/launch/choose'

const linux = { platform: 'linux' as const, env: { DISPLAY: ':0' }, root: false }

describe('the host that npm start chooses', () => {
  it('is the desktop app on X11 and on Wayland', () => {
    expect(whyNoDesktop(linux)).toBeNull()
    expect(whyNoDesktop({ ...linux, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeNull()
  })

  it.each(['darwin', 'win32'] as const)('is the desktop app on %s, whatever DISPLAY says', (platform) => {
    expect(whyNoDesktop({ platform, env: {}, root: false })).toBeNull()
    expect(canShowBrowser({ platform, env: {}, root: false })).toBe(true)
  })

  it('is the browser host without a display, and says so', () => {
    expect(whyNoDesktop({ ...linux, env: {} })).toBe(
      'This machine has no display, so Postroom runs in a browser.',
    )
    expect(canShowBrowser({ ...linux, env: {} })).toBe(false)
  })

  it('is the browser host for root, whose sandbox Chromium refuses', () => {
    expect(whyNoDesktop({ ...linux, root: true })).toMatch(/as root/)
  })
})
