import { inOrder } from '../store/in-order'
import {
  type Filter,
  type FilterCondition,
  type FilterGroup,
  type FilterReading,
  kindOf,
} from '../../src-shared/interface/filter'
import { spanAgo } from '../../src-shared/interface/filter-values'
import type { ContactCondition } from '../mail/message'
import type { ConditionSql } from './condition-sql'
import { exactFilter } from './exact-filter'
import { anyValue, isThere } from './field-tests'
import { joined, never, sql, timed } from './fragment'
import { valueTest, wholeMoment } from './value-tests'

/** What a condition is asked with. */
interface ConditionSurroundings {
  /** Milliseconds since 1970. */
  now: number
  reading: FilterReading
  /** In the words of the engine that is asked. */
  json: ConditionSql
  /** The members of the segment with this public id; null where there is none. */
  membersOf(id: string): Promise<ContactCondition | null>
}

/**
 * A condition over `contact AS c` as SQL, true or false for each contact (interface/filter.ts says for which). All that
 * was written by others is bound. The connection needs what `addFunctions` adds, or `functions` makes.
 */
export async function compileCondition(
  { logic, groups }: FilterCondition,
  surroundings: ConditionSurroundings,
): Promise<ContactCondition> {
  return joined(shortestFirst(await inOrder(groups, (group) => compileGroup(group, surroundings))), logic)
}

async function compileGroup(
  { filters, conditions }: FilterGroup,
  surroundings: ConditionSurroundings,
): Promise<ContactCondition> {
  const parts = await inOrder(filters, (filter) => compileFilter(filter, surroundings))
  if (conditions) parts.push(await compileCondition(conditions, surroundings))
  return joined(shortestFirst(parts), 'AND')
}

/** Engines ask in the order that is written, until one settles it: what is asked in fewer words takes less time. */
function shortestFirst(parts: readonly ContactCondition[]): ContactCondition[] {
  return [...parts].sort((one, other) => one.where.length - other.where.length)
}

const opposites = new Set<Filter['operator']>([
  'notEquals',
  'notContains',
  'notExists',
  'notTriggered',
  'notTriggeredWithin',
  'notMemberOfSegment',
])

async function compileFilter(filter: Filter, surroundings: ConditionSurroundings): Promise<ContactCondition> {
  if (surroundings.reading === 'deployed' && isOfField(filter)) return exactFilter(filter, surroundings)
  const positive = await compilePositive(filter, surroundings)
  return opposites.has(filter.operator) ? sql`(NOT ${positive})` : positive
}

function isOfField({ operator }: Filter): boolean {
  const kind = kindOf(operator)
  return kind !== 'event' && kind !== 'eventAge' && kind !== 'membership'
}

/** The filter, or what it is the opposite of. */
async function compilePositive(
  filter: Filter,
  { now, json, membersOf }: ConditionSurroundings,
): Promise<ContactCondition> {
  switch (kindOf(filter.operator)) {
    case 'presence':
      return isThere(json, filter.field)
    case 'event':
    case 'eventAge':
      return compileEvent(filter, now)
    case 'membership': {
      const members = typeof filter.value === 'string' ? await membersOf(filter.value) : null
      return members ? sql`(${members})` : never
    }
    default:
      return anyValue(json, filter.field, valueTest(filter, now))
  }
}

function compileEvent({ field, operator, value, unit }: Filter, now: number): ContactCondition {
  // Asked for each contact, which the index answers in one step: nothing depends on how often an event occurred.
  const any = sql`event AS v WHERE v.contact = c.seq AND v.name = (SELECT number FROM event_name WHERE name = ${field})`
  const ever = sql`EXISTS (SELECT 1 FROM ${any})`
  if (operator === 'triggered' || operator === 'notTriggered') return ever
  if (typeof value !== 'number' || unit === undefined) return never
  const recently = timed(
    sql`EXISTS (SELECT 1 FROM ${any} AND v.created_at >= ${wholeMoment(spanAgo(now, value, unit))})`,
  )
  return operator === 'triggeredOlderThan' ? sql`(${ever} AND NOT ${recently})` : recently
}
