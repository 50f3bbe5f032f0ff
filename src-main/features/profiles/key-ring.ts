import type { KeyInfo } from '../../../src-shared/bridge/profiles'
import type { Keychain } from '../../core/keychain/keychain'
import type { Logger } from '../../core/log'
import { isProblem } from '../../core/problems'
import { fingerprintOf, markerOf } from './key-facts'
import type { KeyMarker, StoredProfile } from './stored'

/** The two keys of a profile. */
export type KeyName = 'secret' | 'public'

/** A key as it was found: the text, or why there is none. */
interface FoundKey {
  key: string | null
  state: KeyInfo['state']
}

/**
 * The keys of all profiles, in the keychain under `profile:<id>:secret` and `profile:<id>:public`. What settings
 * remember of a key decides what an empty answer means: a key that was put into the keychain and is not given is
 * locked or changed, never absent, and nothing is written in its place by itself (docs/security.md, C10).
 */
export class KeyRing {
  readonly #found = new Map<string, KeyInfo['state']>()

  constructor(
    private readonly keychain: Keychain,
    private readonly log: Logger,
  ) {}

  /** Asks the keychain for a key. Never rejects: a keychain that fails is one that gives nothing. */
  async read(profile: StoredProfile, name: KeyName): Promise<FoundKey> {
    const marker = markerFor(profile, name)
    const account = accountOf(profile.id, name)
    const failed = (code: string, detail: string) =>
      this.log.warn('key_not_read', { profile: profile.id, code, detail })
    const found = marker
      ? await lookUp(this.keychain, account, marker, failed)
      : { key: null, state: 'missing' as const }
    this.#found.set(account, found.state)
    return found
  }

  /** Stores a key and answers what settings shall remember of it. Rejects with `key_too_long`, `keychain_unavailable`. */
  async store(profileId: string, name: KeyName, key: string): Promise<KeyMarker> {
    const account = accountOf(profileId, name)
    await this.keychain.set(account, key)
    const storage = this.keychain.state.kind
    this.#found.set(account, storage)
    return markerOf(key, storage)
  }

  /** Deletes both keys of a profile. A keychain that does not answer is logged: the profile still goes. */
  async forget(profileId: string, furtherAccounts: readonly string[] = []): Promise<void> {
    const accounts = [accountOf(profileId, 'secret'), accountOf(profileId, 'public'), ...furtherAccounts]
    for (const account of accounts) {
      this.#found.delete(account)
      await this.keychain.delete(account).catch((error: unknown) => {
        this.log.error('key_not_deleted', { profile: profileId, detail: String(error) })
      })
    }
  }

  /** What the page is told of a key: as it was last found, or, before anybody asked, as it was put away. */
  info(profile: StoredProfile, name: KeyName): KeyInfo | null {
    const marker = markerFor(profile, name)
    if (!marker) return name === 'secret' ? { class: 'unknown', lastFour: '', state: 'missing' } : null
    const state = this.#found.get(accountOf(profile.id, name)) ?? assumedState(this.keychain, marker)
    return { class: marker.class, lastFour: marker.lastFour, state }
  }
}

/**
 * Asks the keychain for what was put under an account, and tells locked from absent by what is remembered of it. Never
 * rejects: a keychain that fails is one that gives nothing.
 */
export async function lookUp(
  keychain: Keychain,
  account: string,
  marker: KeyMarker,
  failed: (code: string, detail: string) => void,
): Promise<FoundKey> {
  const key = await keychain.get(account).catch((error: unknown) => {
    failed(isProblem(error) ? error.problem.code : 'internal', String(error))
    return null
  })
  // Another key than ours means that the entry was changed behind our back: it is not used.
  if (key !== null && fingerprintOf(key) === marker.fingerprint) return { key, state: keychain.state.kind }
  return { key: null, state: marker.kept === 'keychain' ? 'locked' : 'missing' }
}

/** What is to be thought of a key before anybody asked for it. */
export function assumedState(keychain: Keychain, marker: KeyMarker): KeyInfo['state'] {
  if (marker.kept === 'session') return 'missing'
  return keychain.state.kind === 'keychain' ? 'keychain' : 'locked'
}

function markerFor(profile: StoredProfile, name: KeyName): KeyMarker | null {
  return name === 'secret' ? profile.secretKey : profile.publicKey
}

function accountOf(profileId: string, name: KeyName): string {
  return `profile:${profileId}:${name}`
}
