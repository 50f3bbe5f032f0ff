import { foldCase, parseDateText, numberOf } from '../../src-shared/interface/filter-values'
import type { Database } from 'better-sqlite3'

/**
 * Adds to a connection what SQLite does not have: the greater of two numbers, and what conditions call: readings of values,
 * by the very functions that every evaluator uses. Each of those takes one text or number and gives null for what it
 * cannot read.
 */
export function addFunctions(db: Database): void {
  const add = (name: string, read: (value: unknown) => string | number | null): void =>
    void db.function(name, { deterministic: true, directOnly: true }, read)
  const ofText = <Read>(read: (text: string) => Read) => {
    return (value: unknown): Read | null => (typeof value === 'string' ? read(value) : null)
  }
  db.function('greatest', { deterministic: true }, (one: unknown, other: unknown) =>
    Math.max(Number(one), Number(other)),
  )
  add('fold_case', ofText(foldCase))
  add('number_of', ofText(numberOf))
  add('instant_of', ofText(parseDateText))
  // A number as JSON writes it, and a time as the service does.
  add('number_text', (value) => (typeof value === 'number' ? String(value).toLowerCase() : null))
  add('time_text', (value) =>
    typeof value === 'number' ? new Date(value).toISOString().toLowerCase() : null,
  )
}
