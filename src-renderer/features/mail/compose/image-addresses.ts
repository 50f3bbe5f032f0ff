const address = /https?:\/\/[^\s"'()<>]+/gi

/**
 * Tells one set of addresses from another, as a mail names them: pictures that a person allowed to be loaded stay
 * allowed until an address is added, which may be another server's.
 */
export function addressesOf(body: string): ReadonlySet<string> {
  return new Set(body.match(address) ?? [])
}

/** Whether nothing is asked for but what was allowed. */
export function isWithin(addresses: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  return [...addresses].every((one) => allowed.has(one))
}
