import type { KeyInfo } from '../../../src-shared/bridge/profiles'

/** A key as the page may know it: "sk_…7f3a". */
export function keyWords(key: KeyInfo): string {
  const prefix = { secret: 'sk_', public: 'pk_', unknown: '' }[key.class]
  return key.lastFour === '' ? 'none' : `${prefix}…${key.lastFour}`
}

/** Where a key is, in words. */
export function keyStateWords(state: KeyInfo['state']): string {
  return {
    keychain: 'in the keychain',
    session: 'in memory, this session',
    missing: 'missing, enter it again',
    locked: 'in the locked keychain',
  }[state]
}

/** The token of a record service as the page may know it: "Token …4f2a". */
export function tokenWords({ lastFour, state }: Pick<KeyInfo, 'lastFour' | 'state'>): string {
  const token = lastFour === '' ? 'Token' : `Token …${lastFour}`
  return state === 'keychain' ? token : `${token} ${keyStateWords(state)}`
}
