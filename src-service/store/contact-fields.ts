import type { ServiceDatabase } from './database'

/** A key in the data of contacts. */
export interface DataKey {
  key: string
  /** What the first contact that has it has: SQLite's name of its JSON type, and its text where it is one. */
  type: string
  text: string | null
  /** How many contacts have it. */
  contacts: number
}

/** The keys in the data of contacts. */
export interface ContactFields {
  /** All of them, in alphabetical order. */
  keys(): DataKey[]
  /** How many contacts there are. */
  contactCount(): number
  /** How many have a key. */
  count(key: string): number
  /** The values of a key, each once, in alphabetical order, as JSON texts; nothing and "" are no values. */
  values(key: string, limit: number): string[]
  /** Takes a key from every contact at `now`, milliseconds since 1970. Returns from how many. */
  remove(key: string, now: number): number
}

/** The keys of a database. A path is a key in quotes, as JSON writes it, so that a dot in one is no step. */
export function contactFields(db: ServiceDatabase): ContactFields {
  const keys = db.prepare<[], DataKey>(
    `SELECT j.key AS key, j.type AS type, CASE j.type WHEN 'text' THEN j.value END AS text, count(*) AS contacts,
       min(c.seq)
     FROM contact AS c, json_each(c.data) AS j GROUP BY j.key ORDER BY j.key`,
  )
  const contactCount = db.prepare<[], number>('SELECT count(*) FROM contact').pluck()
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM contact WHERE json_type(data, ?) IS NOT NULL')
    .pluck()
  const values = db
    .prepare<[string, number], string>(
      `SELECT DISTINCT data -> ? AS value FROM contact
       WHERE value NOT IN ('null', '""') ORDER BY value LIMIT ?`,
    )
    .pluck()
  const remove = db.prepare<{ path: string; now: number }>(
    `UPDATE contact SET data = json_remove(data, @path), updated_at = max(created_at, @now)
     WHERE json_type(data, @path) IS NOT NULL`,
  )
  const path = (key: string): string => `$.${JSON.stringify(key)}`
  return {
    keys: () => keys.all(),
    contactCount: () => contactCount.get() ?? 0,
    count: (key) => count.get(path(key)) ?? 0,
    values: (key, limit) => values.all(path(key), limit),
    remove: (key, now) => remove.run({ path: path(key), now }).changes,
  }
}
