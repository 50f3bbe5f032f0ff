import { t } from '../../../src-shared/messages/message'
import { tell } from '../../../src-shared/messages/told'
import { createHash } from 'node:crypto'
import type { KeyInfo } from '../../../src-shared/bridge/profiles'
import { problem } from '../../core/problems'
import type { KeyMarker } from './stored'

/** What a key's prefix says (interface.md section 5). */
export function classOf(key: string): KeyInfo['class'] {
  if (key.startsWith('sk_')) return 'secret'
  if (key.startsWith('pk_')) return 'public'
  return 'unknown'
}

/** A name for a key that cannot be turned back into it. */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(`postroom key ${key}`).digest('hex').slice(0, 16)
}

/** What settings.json remembers of a key. */
export function markerOf(key: string, kept: KeyMarker['kept']): KeyMarker {
  // Four characters of a short key would give much of it away.
  const lastFour = key.length >= 12 ? key.slice(-4) : ''
  return { class: classOf(key), lastFour, fingerprint: fingerprintOf(key), kept }
}

/** Refuses a public key where a secret one is needed, and the reverse, with `key_wrong_class`. */
export function refuseWrongClass(keys: { secretKey?: string; publicKey?: string }): void {
  if (keys.secretKey !== undefined && classOf(keys.secretKey) === 'public') throw problem('key_wrong_class')
  if (keys.publicKey !== undefined && classOf(keys.publicKey) === 'secret') {
    throw problem('key_wrong_class', {
      title: tell('words.aPublicKeyIsNeeded'),
      why: tell('profiles.keyFacts.thisIsASecret'),
      action: tell('profiles.keyFacts.enterThePublicKey'),
    })
  }
}

/** A sentence about a secret key whose prefix says nothing; null where it says enough. */
export function noteOn(secretKey: string): string | null {
  if (classOf(secretKey) !== 'unknown') return null
  return t('profiles.keyFacts.theKeyBeginsNeither')
}
