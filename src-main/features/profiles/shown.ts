import type { Profile } from '../../../src-shared/bridge/profiles'
import { problem } from '../../core/problems'
import type { KeyRing } from './key-ring'
import type { StoredProfile } from './stored'

/** A profile as the page shows it: with what is known of its keys, never the keys. */
export function shownProfile(profile: StoredProfile, keys: KeyRing): Profile {
  const { id, name, colour, production, readOnly, address, embedded, plan, brake, createdAt } = profile
  const secretKey = keys.info(profile, 'secret')
  if (!secretKey) throw problem('internal')
  const publicKey = keys.info(profile, 'public')
  return {
    id,
    name,
    colour,
    production,
    readOnly,
    address,
    embedded,
    secretKey,
    publicKey,
    plan,
    brake,
    createdAt,
  }
}
