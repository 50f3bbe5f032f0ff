import { z } from 'zod'

const storageKey = 'postroom-bearer'
const answerSchema = z.object({ bearer: z.string().min(1) })

/** The token that the address carried, once: it is erased from the address and from history as it is read. */
function takeToken(): string | null {
  const token = new URLSearchParams(window.location.hash.replace(/^#\/?/, '')).get('token')
  if (token === null) return null
  window.history.replaceState(null, '', `${window.location.pathname}#/`)
  return token
}

/**
 * The bearer of this tab (security.md, 6): the address's token is exchanged for it, and a reload finds it in
 * sessionStorage. null: neither is there, or the token was refused.
 */
export async function openSession(): Promise<string | null> {
  const token = takeToken()
  if (token === null) return window.sessionStorage.getItem(storageKey)
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'omit',
  })
  if (!response.ok) return window.sessionStorage.getItem(storageKey)
  const { bearer } = answerSchema.parse(await response.json())
  window.sessionStorage.setItem(storageKey, bearer)
  return bearer
}
