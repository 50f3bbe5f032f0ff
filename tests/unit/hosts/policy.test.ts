import { describe, expect, it } from 'vitest'
import {
  externalAddress,
  externalDoubt,
  externalHost,
  isOurPage,
  mayHave,
  mayRequest,
  pageOrigin,
} from '../../../src-main/hosts/desktop/window/policy'

describe('addresses that may leave the app', () => {
  it('are https and mailto', () => {
    expect(externalAddress('https://docs.example.com/a?b#c')).toBe('https://docs.example.com/a?b#c')
    expect(externalAddress('mailto:ada@example.com')).toBe('mailto:ada@example.com')
  })

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'data:text/html,x',
    'vscode://x',
    'app://ui/index.html',
    'not an address',
    '',
  ])('are not %s', (address) => {
    expect(externalAddress(address)).toBeNull()
  })

  it('show a host that imitates another by its letters as the network writes it (C35)', () => {
    expect(externalHost('https://p\u0430ypal.com/login')).toBe('xn--pypal-4ve.com')
  })

  it('warn of letters that imitate, in a link or a recipient (C35)', () => {
    const said = 'It may imitate another name: mixes Latin and Cyrillic letters in p\u0430ypal.'
    expect(externalDoubt('https://p\u0430ypal.com/login')).toBe(said)
    expect(externalDoubt('mailto:ada@xn--pypal-4ve.com')).toBe(said)
    expect(externalDoubt('https://xn--mnchen-3ya.de/')).toBeNull()
  })

  it('have a mark that turns the direction written out, or are none (C35)', () => {
    expect(externalAddress('https://good.test/\u202egpj.exe')).toBe('https://good.test/%E2%80%AEgpj.exe')
    expect(externalAddress('https://good.test\u202e.evil.test/')).toBeNull()
  })

  it('show the host, not the user name that passes for it', () => {
    expect(externalHost('https://good.test@evil.test/')).toBe('evil.test')
  })

  it('show the recipient of a mail', () => {
    expect(externalHost('mailto:ada@example.com?subject=x')).toBe('ada@example.com')
  })
})

describe('permissions', () => {
  it('are copying a text, for our page', () => {
    expect(mayHave('clipboard-sanitized-write', 'app://ui/', pageOrigin)).toBe(true)
    expect(mayHave('clipboard-sanitized-write', 'app://ui', pageOrigin)).toBe(true)
  })

  it.each([
    'media',
    'geolocation',
    'clipboard-read',
    'notifications',
    'hid',
    'serial',
    'usb',
    'midi',
    'unknown',
  ])('are not %s', (permission) => {
    expect(mayHave(permission, pageOrigin, pageOrigin)).toBe(false)
  })

  it('are nothing for another origin', () => {
    expect(mayHave('clipboard-sanitized-write', 'https://evil.test', pageOrigin)).toBe(false)
  })
})

describe('requests of the page', () => {
  it.each([
    'app://ui/index.html',
    'app://ui/assets/a.js',
    'data:image/png;base64,x',
    'devtools://devtools/x.html',
  ])('may go to %s', (address) => {
    expect(mayRequest(address, pageOrigin)).toBe(true)
  })

  it.each([
    'https://evil.test/',
    'http://127.0.0.1:80/',
    'ws://evil.test/',
    'file:///etc/passwd',
    'app://other/x',
  ])('may not go to %s', (address) => {
    expect(mayRequest(address, pageOrigin)).toBe(false)
  })

  it('may open a WebSocket to the development server alone', () => {
    expect(mayRequest('ws://localhost:5173/', 'http://localhost:5173')).toBe(true)
    expect(mayRequest('ws://localhost:5174/', 'http://localhost:5173')).toBe(false)
  })
})

describe('the sender of a message', () => {
  const frame = { isMain: true, origin: pageOrigin }

  it('is our page in the main frame of our window', () => {
    expect(isOurPage({ isOurWindow: true, frame }, pageOrigin)).toBe(true)
  })

  it.each([
    ['another window', { isOurWindow: false, frame }],
    ['a frame that is gone', { isOurWindow: true, frame: null }],
    ['a child frame', { isOurWindow: true, frame: { ...frame, isMain: false } }],
    ['another origin', { isOurWindow: true, frame: { ...frame, origin: 'https://evil.test' } }],
    ['an opaque origin', { isOurWindow: true, frame: { ...frame, origin: 'null' } }],
  ])('is refused when it is %s', (_name, sender) => {
    expect(isOurPage(sender, pageOrigin)).toBe(false)
  })
})
