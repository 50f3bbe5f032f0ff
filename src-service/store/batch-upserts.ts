import { z } from 'zod'
import { lazySchema } from '../../src-shared/lazily'
import type { TimerClock } from '../clock'
import { ServiceFailure } from '../http/failure'
import { type ContactUpsert, upsertText } from './contact-upserts'
import { foldAscii, type ServiceDatabase, statements } from './statements'

/** What became of one of many; null where it is left to be done step by step, after the others. */
type BatchUpserted = 'created' | 'updated' | null

const placesSchema = lazySchema(() => z.array(z.number()))

/** Creates and changes many contacts over PostgreSQL by one statement: of each address the first, and none where one has too much data. Returns what writes them. */
export function batchUpserts(
  db: ServiceDatabase,
  clock: TimerClock,
): (entries: readonly ContactUpsert[]) => () => Promise<BatchUpserted[]> {
  const sql = statements(db)
  const write = sql.made<[{ contacts: string; now: number }], { known: string; left: string }>(
    `SELECT coalesce(json_agg(place) FILTER (WHERE place IS NOT NULL), '[]') AS known,
       coalesce(json_agg(place) FILTER (WHERE is_left), '[]') AS left
     FROM write_contacts(CAST(@contacts AS jsonb), @now)`,
  )

  return (entries) => {
    const firsts = placesOf(entries)
    const texts = textsOf(firsts.map((at) => entries[at]).filter((entry) => entry !== undefined))
    if (texts === null || texts.length === 0) return async () => []
    const contacts = `[${texts.join(',')}]`
    return async () => {
      const { known, left } = await write({ contacts, now: clock.now() })
      const outcomes: BatchUpserted[] = entries.map(() => null)
      const mark = (which: string, as: BatchUpserted) =>
        placesSchema.parse(JSON.parse(which)).forEach((place) => (outcomes[firsts[place - 1] ?? -1] = as))
      for (const at of firsts) outcomes[at] = 'created'
      mark(known, 'updated')
      mark(left, null)
      return outcomes
    }
  }
}

/** The places of the first of each address. */
function placesOf(entries: readonly ContactUpsert[]): number[] {
  const firsts = new Map<string, number>()
  entries.forEach(({ email }, at) => {
    const folded = foldAscii(email)
    if (!firsts.has(folded)) firsts.set(folded, at)
  })
  return [...firsts.values()]
}

function textsOf(entries: readonly ContactUpsert[]): string[] | null {
  try {
    return entries.map(upsertText)
  } catch (error) {
    // Who would be made by a later one of the same address has another place then.
    if (error instanceof ServiceFailure) return null
    throw error
  }
}
