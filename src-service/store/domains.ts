import type { ServiceDatabase } from './database'

/** A sending domain as it is stored. Times are milliseconds since 1970. */
export interface DomainRow {
  seq: number
  domain: string
  verified: boolean
  dkimTokens: string[]
  createdAt: number
  updatedAt: number
}

type DomainTuple = [number, string, number, string, number, number]

/** Returns a reader of all sending domains, newest first. */
export function domainLister(db: ServiceDatabase): () => DomainRow[] {
  const all = db
    .prepare<[], DomainTuple>(
      'SELECT seq, domain, verified, dkim_tokens, created_at, updated_at FROM domain ORDER BY seq DESC',
    )
    .raw()
  return () =>
    all.all().map(([seq, domain, verified, tokens, createdAt, updatedAt]) => ({
      seq,
      domain,
      verified: verified === 1,
      dkimTokens: tokens === '' ? [] : tokens.split(' '),
      createdAt,
      updatedAt,
    }))
}
