import { t } from '../../../../src-shared/messages/message'
import type { KeyInfo, ProfileList } from '../../../../src-shared/bridge/profiles'
import type { SealState } from '../../../../src-shared/bridge/seal'

/** A key as the page may know it: "sk_…7f3a". */
export function keyWords(key: KeyInfo): string {
  const prefix = { secret: 'sk_', public: 'pk_', unknown: '' }[key.class]
  return key.lastFour === '' ? t('profiles.profileWords.none') : `${prefix}…${key.lastFour}`
}

/** Where keys are kept that outlive the program: in the keychain, or in the file that a passphrase seals. */
export function placeOfKeys(seal: SealState | undefined): string {
  return seal?.kind === 'sealed'
    ? t('profiles.profileWords.inTheSealedFile')
    : t('profiles.profileWords.inTheKeychain')
}

/** What becomes of a key that is typed. */
export function goesWords({ keychain, seal }: Pick<ProfileList, 'keychain' | 'seal'>): string {
  if (keychain.kind === 'session') return t('profiles.profileWords.keptInMemoryUntil')
  return seal.kind === 'sealed'
    ? t('profiles.profileWords.goesToTheFile')
    : t('profiles.profileWords.goesToThisComputers')
}
