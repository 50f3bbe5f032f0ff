function takeToken(): string | null {
  const token = new URLSearchParams(window.location.hash.replace(/^#\/?/, '')).get('token')
  if (token !== null) window.history.replaceState(null, '', `${window.location.pathname}#/`)
  return token
}

/**
 * The token that the address carried, read once as the page starts and erased from the address and from history by
 * that (security.md, 6). Imported before the router, which would keep the address it finds. null: there was none.
 */
export const linkToken = takeToken()
