import type { ServiceDatabase } from './database'

/** Writes of contacts that merge nothing and tell of nothing. Each joins the transaction it is made in. */
export interface PlainContactWrites {
  /** `now`: milliseconds since 1970. */
  setSubscribed(seq: number, subscribed: boolean, now: number): void
  /** `data` is JSON text. */
  setData(seq: number, data: string, now: number): void
}

/** The plain writes of a database. */
export function plainContactWrites(db: ServiceDatabase): PlainContactWrites {
  const subscribed = db.prepare<[number, number, number, number]>(
    'UPDATE contact SET subscribed = ?, updated_at = max(?, created_at) WHERE seq = ? AND subscribed <> ?',
  )
  const data = db.prepare<[string, number, number]>(
    'UPDATE contact SET data = ?, updated_at = max(?, created_at) WHERE seq = ?',
  )
  return {
    setSubscribed(seq, wanted, now) {
      const value = wanted ? 1 : 0
      subscribed.run(value, now, seq, value)
    },
    setData: (seq, text, now) => void data.run(text, now, seq),
  }
}
