import { type ServiceDatabase, statements } from './statements'

/** Writes of a database's contacts that merge nothing and tell of nothing. Each joins the transaction it is made in. */
export function plainContactWrites(db: ServiceDatabase) {
  const sql = statements(db)
  // `now`: milliseconds since 1970.
  return {
    setSubscribed: sql.run<[{ seq: number; subscribed: 0 | 1; now: number }]>(
      `UPDATE contact SET subscribed = @subscribed, updated_at = greatest(@now, created_at)
       WHERE seq = @seq AND subscribed <> @subscribed`,
    ),
    /** `data` is JSON text. */
    setData: sql.run<[{ seq: number; data: string; now: number }]>(
      'UPDATE contact SET data = @data, updated_at = greatest(@now, created_at) WHERE seq = @seq',
    ),
  }
}
