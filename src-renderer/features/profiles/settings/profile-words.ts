import type { KeyInfo, ProfileList } from '../../../../src-shared/bridge/profiles'
import type { SealState } from '../../../../src-shared/bridge/seal'

/** A key as the page may know it: "sk_…7f3a". */
export function keyWords(key: KeyInfo): string {
  const prefix = { secret: 'sk_', public: 'pk_', unknown: '' }[key.class]
  return key.lastFour === '' ? 'none' : `${prefix}…${key.lastFour}`
}

/** Where keys are kept that outlive the program: in the keychain, or in the file that a passphrase seals. */
export function placeOfKeys(seal: SealState | undefined): string {
  return seal?.kind === 'sealed' ? 'in the sealed file' : 'in the keychain'
}

/** What becomes of a key that is typed. */
export function goesWords({ keychain, seal }: Pick<ProfileList, 'keychain' | 'seal'>): string {
  if (keychain.kind === 'session') return 'Kept in memory until Postroom ends. It is never written to a file.'
  return seal.kind === 'sealed'
    ? 'Goes to the file that your passphrase seals.'
    : 'Goes to this computer’s keychain. It is never written to a file.'
}
