import { z } from 'zod'

const storageKey = 'postroom-bearer'
const answerSchema = z.object({ bearer: z.string().min(1) })

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
  const { bearer } = answerSchema.parse(await response.json())
  window.sessionStorage.setItem(storageKey, bearer)
  return bearer
}

/** The bearer that {@link openSession} was given, for what is sent beside the bridge; null before that, and on the desktop. */
export function bearerOfTab(): string | null {
  return window.sessionStorage.getItem(storageKey)
}
