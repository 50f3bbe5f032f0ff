const storageKey = 'postroom-bearer'

/** The bearer in what the host answered; null: there is none. */
function bearerIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('bearer' in answer)) return null
  return typeof answer.bearer === 'string' && answer.bearer !== '' ? answer.bearer : null
}

/** The bearer of this tab (docs/security.md, C39), for the address's token or from sessionStorage; null: none, or refused. */
export async function openSession(linkToken: string | null): Promise<string | null> {
  if (linkToken === null) return window.sessionStorage.getItem(storageKey)
  const response = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: linkToken }),
    credentials: 'omit',
  })
  if (!response.ok) return window.sessionStorage.getItem(storageKey)
  const bearer = bearerIn(await response.json())
  if (bearer !== null) window.sessionStorage.setItem(storageKey, bearer)
  return bearer
}

/** The bearer that {@link openSession} was given, for what is sent beside the bridge; null before that, and on the desktop. */
export function bearerOfTab(): string | null {
  return window.sessionStorage.getItem(storageKey)
}
