import { describe, expect, it } from 'vitest'
import { keychainName } from '../../../src-main/core/keychain/name'

describe('the name of the keychain', () => {
  it.each([
    ['darwin', {}, 'Keychain'],
    ['win32', {}, 'Credential Manager'],
    ['linux', { XDG_CURRENT_DESKTOP: 'KDE' }, 'KWallet'],
    ['linux', { XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }, 'GNOME Keyring'],
    ['linux', { GNOME_KEYRING_CONTROL: '/run/user/1/keyring' }, 'GNOME Keyring'],
    ['linux', { XDG_CURRENT_DESKTOP: 'sway' }, 'Secret Service'],
    ['linux', {}, 'Secret Service'],
  ] as const)('on %s with %j is %s', (platform, env, name) => {
    expect(keychainName(platform, env)).toBe(name)
  })
})
