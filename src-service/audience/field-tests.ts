import { pathsOf } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import { always, never, sql } from './fragment'
import { booleanColumn, type ValueTest } from './value-tests'

/** Whether a field of `contact AS c` has a value that passes. True or not: never null. */
export function anyValue(field: string, test: ValueTest): ContactCondition {
  switch (field) {
    case 'email':
      return test.text ? sql`(${test.text(sql`c.email`)}) IS TRUE` : never
    case 'subscribed':
      return booleanColumn(sql`c.subscribed`, test)
    case 'createdAt':
      return test.instant ? sql`(${test.instant(sql`c.created_at`)})` : never
    case 'updatedAt':
      return test.instant ? sql`(${test.instant(sql`c.updated_at`)})` : never
    default:
      return ofData(field, (path) => valueAt(path, test))
  }
}

/** Whether a field of `contact AS c` is there. */
export function isThere(field: string): ContactCondition {
  return field.startsWith('data.') ? ofData(field, present) : always
}

// JSON's own quoting is what SQLite reads in a path, so that any key is a label and never a path of its own.
const pathText = (keys: string[]): string => `$${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`

const present = (path: string): ContactCondition =>
  sql`coalesce(json_type(c.data, ${path}), 'null') <> 'null'`

/** What is asked of a key of `data`, by each of the ways to read it: the first under which there is something. */
function ofData(field: string, asked: (path: string) => ContactCondition): ContactCondition {
  if (!field.startsWith('data.')) return never
  const [first, second] = pathsOf(field).map(pathText)
  if (first === undefined) return never
  if (second === undefined) return asked(first)
  return sql`CASE WHEN ${present(first)} THEN ${asked(first)} ELSE ${asked(second)} END`
}

function valueAt(path: string, test: ValueTest): ContactCondition {
  const ofList = byType(sql`e.type`, sql`e.value`, test, never)
  const inList = sql`EXISTS (SELECT 1 FROM json_each(c.data, ${path}) AS e WHERE ${ofList})`
  const value = sql`json_extract(c.data, ${path})`
  return sql`(${byType(sql`json_type(c.data, ${path})`, value, test, inList)} IS TRUE)`
}

function byType(
  type: ContactCondition,
  value: ContactCondition,
  { text, number, booleans }: ValueTest,
  inList: ContactCondition,
): ContactCondition {
  const branches = [
    text && sql`WHEN 'text' THEN ${text(value)}`,
    number && sql`WHEN 'integer' THEN ${number(value)} WHEN 'real' THEN ${number(value)}`,
    ...booleans.map((boolean) => (boolean ? sql`WHEN 'true' THEN 1` : sql`WHEN 'false' THEN 1`)),
    inList === never ? null : sql`WHEN 'array' THEN ${inList}`,
  ]
  const all = branches.filter((branch) => branch !== null)
  if (all.length === 0) return never
  return sql`${all.reduce((before, branch) => sql`${before} ${branch}`, sql`CASE ${type}`)} END`
}
