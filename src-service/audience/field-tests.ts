import { pathsOf } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import type { ConditionSql, JsonValue } from './condition-sql'
import { always, never, sql } from './fragment'
import { booleanColumn, type ValueTest } from './value-tests'

/** Whether a field of `contact AS c` has a value that passes. True or not: never null. */
export function anyValue(json: ConditionSql, field: string, test: ValueTest): ContactCondition {
  switch (field) {
    case 'email':
      return test.text ? sql`(${test.text(sql`c.email`, json.addressInLowerCase)})` : never
    case 'subscribed':
      return booleanColumn(sql`c.subscribed`, test)
    case 'createdAt':
      return test.instant ? sql`(${test.instant(sql`c.created_at`)})` : never
    case 'updatedAt':
      return test.instant ? sql`(${test.instant(sql`c.updated_at`)})` : never
    default:
      return ofData(json, field, (keys) => valueAt(json, keys, test))
  }
}

/** Whether a field of `contact AS c` is there. */
export function isThere(json: ConditionSql, field: string): ContactCondition {
  return field.startsWith('data.') ? ofData(json, field, (keys) => json.at(keys).isThere) : always
}

/** What is asked of a key of `data`, by each of the ways to read it: the first under which there is something. */
function ofData(
  json: ConditionSql,
  field: string,
  asked: (keys: string[]) => ContactCondition,
): ContactCondition {
  if (!field.startsWith('data.')) return never
  const [first, second] = pathsOf(field)
  if (first === undefined) return never
  if (second === undefined) return sql`(${asked(first)})`
  return sql`CASE WHEN ${json.at(first).isThere} THEN ${asked(first)} ELSE ${asked(second)} END`
}

function valueAt(json: ConditionSql, keys: string[], test: ValueTest): ContactCondition {
  const ofElement = byType(json, json.element, test)
  const inList =
    ofElement === never ? never : sql`EXISTS (SELECT 1 FROM ${json.elementsAt(keys)} WHERE ${ofElement})`
  return json.shortened(keys, byType(json, json.at(keys), test, inList), test.shortcut)
}

/** Whether a value passes the test for its type; a list, where `inList` holds. */
export function byType(
  { types }: ConditionSql,
  value: JsonValue,
  { text, number, booleans }: Pick<ValueTest, 'text' | 'number' | 'booleans'>,
  inList = never,
): ContactCondition {
  const passes: Record<keyof typeof types, ContactCondition> = {
    text: text ? text(value.text) : never,
    number: number ? number(value.number, value.numberText) : never,
    boolean: booleans.length === 2 ? always : booleans.length === 0 ? never : ofBoolean(value, booleans[0]),
    list: inList,
  }
  const branches = (['text', 'number', 'boolean', 'list'] as const).flatMap((type) =>
    passes[type] === never ? [] : types[type].map((name) => sql` WHEN ${name} THEN ${passes[type]}`),
  )
  // In a CASE, since only there an engine looks at the type before the value.
  return branches.length === 0
    ? never
    : sql`CASE ${value.type}${branches.reduce((before, branch) => sql`${before}${branch}`)} ELSE false END`
}

function ofBoolean({ isTrue }: JsonValue, wanted = true): ContactCondition {
  return wanted ? isTrue : sql`NOT (${isTrue})`
}
