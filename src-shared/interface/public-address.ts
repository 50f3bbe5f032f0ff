import ipaddr from 'ipaddr.js'

/** Whether something may call an IP address. */
export type AddressCheck = (address: string) => boolean

/** Where the clouds answer their machines: Azure's is an address like any other, the others are of ranges below. */
const cloudOwn = new Set(['168.63.129.16'])

/** All that is given out for the public internet (RFC 4291, 2.4; IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet. Private, loopback, link-local, unique-local, multicast, shared (CGNAT),
 * reserved and documentation addresses are not, nor is any that holds another one in it (IPv4-mapped ones are looked at
 * as the IPv4 address they are). False for what is no address.
 */
export const isPublicAddress: AddressCheck = (address) => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed.kind() === 'ipv4') return !cloudOwn.has(parsed.toString())
  return parsed.match(globalUnicast)
}
