import { tell } from '../../../src-shared/messages/told'
import { randomBytes } from 'node:crypto'
import type { Keychain } from '../../core/keychain/keychain'
import { isProblem, problem } from '../../core/problems'
import { fingerprintOf } from './key-facts'
import type { CacheKeyMarker, StoredProfile } from './stored'

/** With what a cache is opened, and what settings shall remember before that. */
interface CacheKey {
  /** 32 random bytes as hex; null: a plain file, because there is no keychain. */
  key: string | null
  marker: CacheKeyMarker | null
}

/**
 * The key of a profile's cache (docs/rules.md, rule 8). Makes one only where none was ever made and the keychain
 * gives it back. Rejects with `keychain_locked` where the keychain does not give the key that it was given, with
 * `cache_wrong_key` where it gives another: then nothing is made, overwritten or deleted.
 */
export async function cacheKeyOf(profile: StoredProfile, keychain: Keychain): Promise<CacheKey> {
  if (profile.cacheKey) return { key: await known(profile.cacheKey, keychain), marker: profile.cacheKey }
  return make(accountOf(profile), keychain)
}

/** The account of a profile's next cache key: a number follows for each copy that was set aside with its key. */
function accountOf(profile: StoredProfile): string {
  const before = profile.formerCacheAccounts.length
  return `cache:${profile.id}${before === 0 ? '' : `:${before + 1}`}`
}

async function known(marker: CacheKeyMarker, keychain: Keychain): Promise<string> {
  const key = await keychain.get(marker.account)
  if (key === null) {
    throw problem('keychain_locked', {
      why: tell('profiles.cacheKey.theCopyIsEncrypted'),
    })
  }
  if (fingerprintOf(key) !== marker.fingerprint) throw problem('cache_wrong_key')
  return key
}

async function make(account: string, keychain: Keychain): Promise<CacheKey> {
  if (keychain.state.kind !== 'keychain') return { key: null, marker: null }
  const key = randomBytes(32).toString('hex')
  // A keychain that fails now, or does not give back what it took, would lock the copy for ever.
  const given = await keychain
    .set(account, key)
    .then(() => (keychain.state.kind === 'keychain' ? keychain.get(account) : null))
    .catch((error: unknown) => {
      if (isProblem(error, 'keychain_unavailable')) return null
      throw error
    })
  if (given !== key) return { key: null, marker: null }
  return { key, marker: { account, fingerprint: fingerprintOf(key) } }
}
