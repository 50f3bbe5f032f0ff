/** What stands before the last @, as it is written; the whole text where there is none. */
export function localOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? email : email.slice(0, at)
}

/** What stands behind the last @, in lower case as domains are compared; '' where there is no @. */
export function domainOf(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 0 ? '' : email.slice(at + 1).toLowerCase()
}

/** A domain and the domains above it that have a dot, the nearest first: `a.b.com`, `b.com`. */
export function domainAndAbove(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}

/** Whether a text is something, an @ and something, without spaces: what a field that is being filled in asks for. */
export function looksLikeAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

/** Whether a text looks like an address whose domain has a dot: what tells a column of addresses from others. */
export function looksLikeFullAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
