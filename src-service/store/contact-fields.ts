import type { Engine } from './engine-sql'
import { type ServiceDatabase, statements } from './statements'

interface DataKey {
  key: string
  /** What the first contact that has it has: SQLite's name of its JSON type, and its text where it is one. */
  type: string
  text: string | null
  /** How many contacts have it. */
  contacts: number
}

/** The keys in the data of contacts. */
export type ContactFields = ReturnType<typeof contactFields>

interface KeySql {
  /** A query of every key. */
  keys: string
  /** Of the key `@key` of `data`: its value as JSON text, whether it is there, and the data without it. */
  value: string
  has: string
  without: string
}

// A path of SQLite is a key in quotes, as JSON writes it, so that a dot in one is no step.
const path = `'$.' || json_quote(@key)`
const texts: Record<Engine, KeySql> = {
  sqlite: {
    keys: `SELECT j.key AS key, j.type AS type, CASE j.type WHEN 'text' THEN j.value END AS text, count(*) AS contacts,
         min(c.seq)
       FROM contact AS c, json_each(c.data) AS j GROUP BY j.key ORDER BY j.key`,
    value: `data -> (${path})`,
    has: `json_type(data, ${path}) IS NOT NULL`,
    without: `json_remove(data, ${path})`,
  },
  postgres: {
    keys: `SELECT DISTINCT ON (key) j.key COLLATE "C" AS key, json_type(j.value) AS type,
         CASE json_type(j.value) WHEN 'text' THEN j.value #>> '{}' END AS text,
         count(*) OVER (PARTITION BY j.key) AS contacts
       FROM contact AS c CROSS JOIN LATERAL jsonb_each(c.data) AS j ORDER BY key, c.seq`,
    value: `CAST(data -> @key AS text) COLLATE "C"`,
    has: `jsonb_exists(data, @key)`,
    without: `data - CAST(@key AS text)`,
  },
}

/** The keys of a database. */
export function contactFields(db: ServiceDatabase) {
  const sql = statements(db)
  const { keys, value, has, without } = texts[db.engine]
  const values = sql.values<[{ key: string; limit: number }], string>(
    `SELECT DISTINCT value FROM (SELECT ${value} AS value FROM contact) AS of_contact
     WHERE value NOT IN ('null', '""') ORDER BY value LIMIT @limit`,
  )
  const remove = sql.run<[{ key: string; now: number }]>(
    `UPDATE contact SET data = ${without}, updated_at = greatest(created_at, @now) WHERE ${has}`,
  )
  const count = sql.count<[{ key: string }]>(`SELECT count(*) FROM contact WHERE ${has}`)
  return {
    /** All of them, in alphabetical order. */
    keys: sql.rows<[], DataKey>(keys),
    /** How many contacts there are. */
    contactCount: sql.count<[]>(sql.rowCount('contact')),
    /** How many have a key. */
    count: (key: string) => count({ key }),
    /** The values of a key, each once, in alphabetical order, as JSON texts; nothing and "" are no values. */
    values: (key: string, limit: number) => values({ key, limit }),
    /** Takes a key from every contact at `now`, milliseconds since 1970. Returns from how many. */
    remove: (key: string, now: number) => remove({ key, now }),
  }
}
