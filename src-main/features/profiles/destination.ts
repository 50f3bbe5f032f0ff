import { refuseOtherOrigin, refuseUnencrypted } from '../../core/client/destination'
import type { StoredProfile } from './stored'

/** Keys that a person typed. */
export interface TypedKeys {
  secretKey?: string
  publicKey?: string
}

/** What is said with an address that changes. `unencrypted`: a person agreed that the key travels over plain http. */
export interface NewDestination {
  keys?: TypedKeys
  unencrypted?: boolean
}

/**
 * Refuses a new address of a profile: of another origin, unless every key that is stored was typed again
 * (`key_other_origin`), and plain http to another machine that nobody agreed to (`address_unencrypted`).
 */
export function refuseDestination(
  before: Pick<StoredProfile, 'address' | 'secretKey' | 'publicKey'>,
  address: string,
  { keys = {}, unencrypted = false }: NewDestination,
): void {
  const isMissing =
    (before.secretKey !== null && keys.secretKey === undefined) ||
    (before.publicKey !== null && keys.publicKey === undefined)
  if (isMissing) refuseOtherOrigin(before.address, address)
  refuseUnencrypted(address, unencrypted)
}
