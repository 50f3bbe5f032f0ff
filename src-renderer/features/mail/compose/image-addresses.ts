const address = /https?:\/\/[^\s"'()<>]+/gi

/** A mail's addresses: pictures that a person allowed stay allowed until one is added, which may be another server's. */
export function addressesOf(body: string): ReadonlySet<string> {
  return new Set(body.match(address) ?? [])
}

/** Whether nothing is asked for but what was allowed. */
export function isWithin(addresses: ReadonlySet<string>, allowed: ReadonlySet<string>): boolean {
  return [...addresses].every((one) => allowed.has(one))
}
