/** What the service's database runs in. */
export type Engine = 'sqlite' | 'postgres'

/** Tables whose rows are counted, whole or by one column: of contacts `subscribed`, of events `name`, of members `segment`. */
export type CountedTable = 'contact' | 'event' | 'segment_member'

/** What the engines say in different words, as pieces of SQL. What stands at a name is a column or a value that is bound. */
export interface EngineSql {
  /** A column of addresses or names as it is compared without regard to case: with what `foldAscii` made. */
  folded(column: string): string
  /** Whether a column holds a text, without regard to case: `pattern` is bound to what `containing` made. */
  contains(column: string, pattern: string): string
  /** The texts of a JSON list, as a query of one column. */
  texts(list: string): string
  /** The whole numbers of a JSON list, as a query of one column. */
  numbers(list: string): string
  /** How many rows a table has, as a query that a WHERE over the column that they are counted by can follow. */
  rowCount(table: CountedTable): string
  /** A JSON list of objects, as a query of one column for each of these names: JSON is given as a text. */
  objects(list: string, columns: Readonly<Record<string, 'text' | 'number' | 'json'>>): string
  /** The day, in UTC, of a time in milliseconds since 1970: `2026-11-20`. */
  day(time: string): string
  /**
   * What opens the links of a message: eight digits of the time, then 96 bits that nobody guesses, from the engine's own
   * generator, which the system seeds. The time goes before them, so that those made together stand together in the index:
   * scattered over all of it, 2,000 messages would write most of its pages anew. Where a database has several projects, the first
   * 24 of the 96 bits are the project's number, by which a link finds it.
   */
  token: string
  /** What ends a query whose rows are taken: what another process is about to take is passed over. */
  taking: string
}

/** Counting 10,000,000 rows takes PostgreSQL a second: it is told of each (postgres/count-triggers.ts). */
const keptCounts: Readonly<Record<CountedTable, string>> = {
  contact: 'SELECT coalesce(sum(contacts), 0) FROM contact_count',
  event: 'SELECT coalesce(sum(events), 0) FROM event_count',
  segment_member: 'SELECT coalesce(sum(members), 0) FROM member_count',
}

/** The pieces for each engine. */
export const engineSql: Readonly<Record<Engine, EngineSql>> = {
  sqlite: {
    // Such columns are COLLATE NOCASE, and LIKE knows both cases of ASCII.
    folded: (column) => column,
    contains: (column, pattern) => `${column} LIKE ${pattern} ESCAPE '!'`,
    texts: (list) => `SELECT value FROM json_each(${list})`,
    numbers: (list) => `SELECT value FROM json_each(${list})`,
    rowCount: (table) => `SELECT count(*) FROM ${table}`,
    objects: (list, columns) =>
      `SELECT ${Object.keys(columns)
        .map((name) => `value ->> '${name}' AS ${name}`)
        .join(', ')} FROM json_each(${list})`,
    day: (time) => `date(${time} / 1000, 'unixepoch')`,
    token: "printf('%08x', unixepoch()) || lower(hex(randomblob(12)))",
    taking: '',
  },
  postgres: {
    // Beside each such column there is one in lower case, as ASCII is.
    folded: (column) => `${column}_folded`,
    // Columns of texts are COLLATE "C", where lower() knows ASCII alone.
    contains: (column, pattern) => `lower(${column}) LIKE ${pattern} ESCAPE '!'`,
    texts: (list) => `SELECT jsonb_array_elements_text(CAST(${list} AS jsonb))`,
    numbers: (list) => `SELECT CAST(jsonb_array_elements_text(CAST(${list} AS jsonb)) AS bigint)`,
    rowCount: (table) => keptCounts[table],
    // Numbers come as numbers: behind the wall between projects nothing is looked up by what is read from a text on the way.
    objects: (list, columns) => {
      const all = Object.entries(columns)
      const read = all.map(([name, type]) => (type === 'json' ? `CAST(${name} AS jsonb) AS ${name}` : name))
      const given = all.map(([name, type]) => `${name} ${type === 'number' ? 'bigint' : 'text'}`)
      return `SELECT ${read.join(', ')} FROM jsonb_to_recordset(CAST(${list} AS jsonb)) AS given(${given.join(', ')})`
    },
    day: (time) => `to_char(to_timestamp(${time} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
    token: `lpad(to_hex(CAST(extract(epoch FROM now()) AS bigint)), 8, '0') ||
      lpad(to_hex(CAST(current_setting('service.project') AS integer)), 6, '0') ||
      substr(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 1, 18)`,
    taking: 'FOR UPDATE SKIP LOCKED',
  },
}
