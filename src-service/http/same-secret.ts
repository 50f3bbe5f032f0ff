import { timingSafeEqual } from 'node:crypto'

/** Whether a text is the secret that is kept, in a time that tells nothing of where they differ. */
export function sameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** What follows `Bearer` in an `Authorization` header; undefined for anything else. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
}
