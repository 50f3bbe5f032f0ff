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

/** The keys of a database. A path is a key in quotes, as JSON writes it, so that a dot in one is no step. */
export function contactFields(db: ServiceDatabase) {
  const sql = statements(db)
  const count = sql.count<[path: string]>('SELECT count(*) FROM contact WHERE json_type(data, ?) IS NOT NULL')
  const values = sql.values<[path: string, limit: number], string>(
    `SELECT DISTINCT data -> ? AS value FROM contact
     WHERE value NOT IN ('null', '""') ORDER BY value LIMIT ?`,
  )
  const remove = sql.run<[{ path: string; now: number }]>(
    `UPDATE contact SET data = json_remove(data, @path), updated_at = max(created_at, @now)
     WHERE json_type(data, @path) IS NOT NULL`,
  )
  const path = (key: string): string => `$.${JSON.stringify(key)}`
  return {
    /** All of them, in alphabetical order. */
    keys: sql.rows<[], DataKey>(
      `SELECT j.key AS key, j.type AS type, CASE j.type WHEN 'text' THEN j.value END AS text, count(*) AS contacts,
         min(c.seq)
       FROM contact AS c, json_each(c.data) AS j GROUP BY j.key ORDER BY j.key`,
    ),
    /** How many contacts there are. */
    contactCount: sql.count<[]>('SELECT count(*) FROM contact'),
    /** How many have a key. */
    count: (key: string) => count(path(key)),
    /** The values of a key, each once, in alphabetical order, as JSON texts; nothing and "" are no values. */
    values: (key: string, limit: number) => values(path(key), limit),
    /** Takes a key from every contact at `now`, milliseconds since 1970. Returns from how many. */
    remove: (key: string, now: number) => remove({ path: path(key), now }),
  }
}
