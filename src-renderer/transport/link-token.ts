/**
 * The token that the address carries, erased from the address and from history by that (docs/security.md, C39). Taken before the
 * page has a router, which would keep the address it finds. null: there is none.
 */
export function takeLinkToken(): string | null {
  const token = new URLSearchParams(window.location.hash.replace(/^#\/?/, '')).get('token')
  if (token !== null) window.history.replaceState(null, '', `${window.location.pathname}#/`)
  return token
}
