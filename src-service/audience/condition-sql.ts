import type { ContactCondition } from '../mail/message'
import type { Engine } from '../store/engine-sql'
import { sql } from './fragment'
import { shortened } from './postgres-shortcuts'
import type { Shortcut } from './value-tests'

/** A value in the data of contacts, in SQL. What is asked of it as something that it is not may be an error. */
export interface JsonValue {
  /** What it is, by a name that {@link ConditionSql.types} has; 'null' for null, and null where there is nothing. */
  type: ContactCondition
  /** Whether there is something: null is nothing. True or not: never null. */
  isThere: ContactCondition
  text: ContactCondition
  /** A number that compares as doubles do. */
  number: ContactCondition
  /** The number as JSON writes it, in lower case. */
  numberText: ContactCondition
  /** Whether it is true, of a boolean. */
  isTrue: ContactCondition
}

/** What conditions ask of contacts, in the words of an engine. */
export interface ConditionSql {
  /** The address of `c`, its letters of ASCII in lower case, as an index has it where one does. */
  addressInLowerCase: ContactCondition
  /** The names of types. */
  types: Readonly<Record<'text' | 'number' | 'boolean' | 'list', readonly ContactCondition[]>>
  /** The value of `c.data` under some keys, each within the one before it: at least one. No key leads into a list. */
  at(keys: readonly string[]): JsonValue
  /** The elements of the list there, as what stands in FROM; each of them is `element`. */
  elementsAt(keys: readonly string[]): ContactCondition
  element: JsonValue
  /** The same as `whole`, which is asked of the value under some keys, by a shorter way where the engine has one. */
  shortened(keys: readonly string[], whole: ContactCondition, shortcut?: Shortcut): ContactCondition
}

const sqlite: ConditionSql = {
  addressInLowerCase: sql`lower(c.email)`,
  types: {
    text: [sql`'text'`],
    number: [sql`'integer'`, sql`'real'`],
    boolean: [sql`'true'`, sql`'false'`],
    list: [sql`'array'`],
  },
  at: (keys) =>
    sqliteValue(sql`json_type(c.data, ${pathText(keys)})`, sql`json_extract(c.data, ${pathText(keys)})`),
  elementsAt: (keys) => sql`json_each(c.data, ${pathText(keys)}) AS e`,
  element: sqliteValue(sql`e.type`, sql`e.value`),
  shortened: (_, whole) => whole,
}

function sqliteValue(type: ContactCondition, value: ContactCondition): JsonValue {
  return {
    type,
    isThere: sql`coalesce(${type}, 'null') <> 'null'`,
    text: value,
    // JSON has integers that no double holds exactly; as doubles they are what every JSON parser makes of them.
    number: sql`CAST(${value} AS REAL)`,
    numberText: sql`number_text(${value})`,
    isTrue: sql`${type} = 'true'`,
  }
}

/** JSON's own quoting is what SQLite reads in a path, so that any key is a label and never a path of its own. */
function pathText(keys: readonly string[]): string {
  return `$${keys.map((key) => `.${JSON.stringify(key)}`).join('')}`
}

const postgres: ConditionSql = {
  addressInLowerCase: sql`c.email_folded`,
  types: {
    text: [sql`'string'`],
    number: [sql`'number'`],
    boolean: [sql`'boolean'`],
    list: [sql`'array'`],
  },
  // Step by step: a whole path leads into lists too.
  at: (keys) => postgresValue(steps(keys), textAt(keys)),
  elementsAt: (keys) => sql`jsonb_array_elements(${steps(keys)}) AS e(value)`,
  element: postgresValue(sql`e.value`, sql`e.value #>> '{}'`),
  shortened: (keys, whole, shortcut) =>
    shortcut ? shortened(keys, sql`(${textAt(keys)}) COLLATE "C"`, whole, shortcut) : whole,
}

function steps(keys: readonly string[]): ContactCondition {
  return keys.reduce((outer, key) => sql`${outer} -> ${key}`, sql`c.data`)
}

function textAt(keys: readonly string[]): ContactCondition {
  return sql`${steps(keys.slice(0, -1))} ->> ${keys.at(-1) ?? ''}`
}

function postgresValue(value: ContactCondition, text: ContactCondition): JsonValue {
  // As it was written, which for what JavaScript wrote is the order of doubles: it writes no two of them alike.
  const number = sql`CAST(${value} AS numeric)`
  return {
    type: sql`jsonb_typeof(${value})`,
    // Of null as of nothing there is no text.
    isThere: sql`(${text}) IS NOT NULL`,
    // Compared as bytes, and put into lower case as ASCII is.
    text: sql`(${text}) COLLATE "C"`,
    number,
    numberText: sql`number_text(${number})`,
    isTrue: sql`(${text}) = 'true'`,
  }
}

/** The pieces for each engine. */
export const conditionSql: Readonly<Record<Engine, ConditionSql>> = { sqlite, postgres }
