import { expect, it } from 'vitest'
import { goesWords } from '../../../../src-renderer/features/profiles/settings/profile-words'
import type { SealState } from '../../../../src-shared/bridge/seal'

const none: SealState = { kind: 'none', offered: true }
const sealed: SealState = {
  kind: 'sealed',
  locked: false,
  covered: false,
  sealedAt: 0,
  unlockedAt: 0,
  bytes: 1,
  copyBytes: 1,
  dueAt: null,
  lockAfterMinutes: null,
  keychainAnswers: false,
}
const keychain = { kind: 'keychain', name: 'GNOME Keyring' } as const

it('says that a key goes to the keychain only where there is one', () => {
  expect(goesWords({ keychain, seal: none })).toContain('keychain')
  const session = { kind: 'session', reason: 'There is none.' } as const
  expect(goesWords({ keychain: session, seal: none })).toContain('Kept in memory until Postroom ends.')
  expect(goesWords({ keychain, seal: sealed })).toBe('Goes to the file that your passphrase seals.')
})
