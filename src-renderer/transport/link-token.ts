/**
 * The token that the address carries, as `#token=…` or behind a screen, `#/contacts?token=…`; erased from the address and from
 * history by that (docs/security.md, C39). Taken before the page has a router, which would keep the address it finds. null: there is none.
 */
export function takeLinkToken(): string | null {
  const [, screen = '/', query = ''] = /^#(?:(\/[^?]*)\?|\/)?(.*)$/.exec(window.location.hash) ?? []
  const token = new URLSearchParams(query).get('token')
  if (token !== null) window.history.replaceState(null, '', `${window.location.pathname}#${screen}`)
  return token
}
