import { tell } from '../../../src-shared/messages/told'
import { problem } from '../problems'
import { isLoopback } from './address'

/**
 * Throws `key_other_origin` where a key that is stored for one address would go to another origin: whoever can
 * change an address could otherwise have the key sent to a machine of their own. Addresses are tidied ones.
 */
export function refuseOtherOrigin(storedFor: string, address: string): void {
  const [own, other] = [new URL(storedFor).origin, new URL(address).origin]
  if (own === other) return
  throw problem('key_other_origin', {
    why: tell('core.destination.whatIsStoredHere', { own, other }),
  })
}

/**
 * Throws `address_unencrypted` where a key would travel over plain http to another machine and no person has agreed to
 * that. The address is a tidied one.
 */
export function refuseUnencrypted(address: string, agreed: boolean): void {
  const { protocol, hostname, host } = new URL(address)
  if (agreed || protocol !== 'http:' || isLoopback(hostname)) return
  throw problem('address_unencrypted', {
    why: tell('core.destination.theAddressBeginsWith', { host }),
  })
}
