// What other engines take for the same questions over the same rows, at one size: SQLite with LIKE and with a trigram index
// over the addresses and texts, and the least there is, `indexOf` over one string.
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { quantile, time } from '../cache/harness'
import { scratch } from '../cache/open'
import { contacts } from '../cache/records'
import { point, rows } from './point'
import { terms } from './questions'

const db = new Database(join(scratch(`engines-${rows}`), 'engines.db'))
db.pragma('journal_mode = OFF')
db.exec(`CREATE TABLE person (row INTEGER PRIMARY KEY, email TEXT NOT NULL, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE word USING fts5(email, text, content = 'person', content_rowid = 'row', tokenize = 'trigram')`)
const put = db.prepare('INSERT INTO person (email, text) VALUES (?, ?)')
db.transaction(() => {
  for (const { email, data } of contacts(rows)) put.run(email, JSON.stringify(data))
})()
db.exec("INSERT INTO word (word) VALUES ('rebuild')")

// Engines that take seconds are asked for few of the terms.
const asked = rows > 1_000_000 ? terms.filter((_, at) => at % 4 === 3) : terms
const measure = (line: string, first: (term: string) => unknown, count: (term: string) => unknown) => {
  const shown = asked.map((term) => time(1, () => first(term))[0] ?? 0)
  const counted = asked.map((term) => time(1, () => count(term))[0] ?? 0)
  point('first-rows', line, quantile(shown, 0.95))
  point('exact-count', line, quantile(counted, 0.95))
}

const matches = "email LIKE '%' || @term || '%' OR text LIKE '%' || @term || '%'"
const likeFirst = db.prepare(`SELECT * FROM person WHERE ${matches} ORDER BY row DESC LIMIT 100`)
const likeCount = db.prepare(`SELECT count(*) FROM person WHERE ${matches}`)
measure(
  'SQLite, LIKE',
  (term) => likeFirst.all({ term }),
  (term) => likeCount.get({ term }),
)

const quoted = (term: string) => `"${term.replaceAll('"', '""')}"`
const ftsFirst = db.prepare(
  'SELECT person.* FROM word JOIN person ON person.row = word.rowid WHERE word MATCH ? ORDER BY word.rowid DESC LIMIT 100',
)
const ftsCount = db.prepare('SELECT count(*) FROM word WHERE word MATCH ?')
// A trigram index holds nothing for shorter terms: it is spared them.
const long = (act: (term: string) => unknown) => (term: string) =>
  term.length < 3 ? null : act(quoted(term))
measure(
  'SQLite, trigrams',
  long((term) => ftsFirst.all(term)),
  long((term) => ftsCount.get(term)),
)

const heaps: string[] = []
const places: number[] = []
for (const row of db
  .prepare<[], { email: string; text: string }>('SELECT email, text FROM person')
  .iterate()) {
  const at = places.length
  if (at % 500_000 === 0) heaps.push('')
  places.push(at)
  heaps[heaps.length - 1] += `${row.email}\n${row.text.toLowerCase()}\n`
}
/** How often a term stands in all texts, up to `most`. */
function found(term: string, most: number): number {
  let hits = 0
  for (const heap of heaps)
    for (let at = heap.indexOf(term); at >= 0 && hits < most; at = heap.indexOf(term, at + term.length))
      hits += 1
  return hits
}
measure(
  'indexOf over all texts',
  (term) => found(term, 100),
  (term) => found(term, Number.POSITIVE_INFINITY),
)
db.close()
