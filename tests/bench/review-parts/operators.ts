import type { Filter, FilterCondition, FilterOperator } from '../../../src-shared/interface/filter'
import { day, newest, tags } from './copy'

/** A filter of the grammar. */
export const filter = (
  field: string,
  operator: FilterOperator,
  value?: Filter['value'],
  unit?: Filter['unit'],
): Filter => ({
  field,
  operator,
  ...(value !== undefined && { value }),
  ...(unit && { unit }),
})

/** Those for whom all of these hold. */
export const all = (...filters: Filter[]): FilterCondition => ({ logic: 'AND', groups: [{ filters }] })

const one = <T>(from: readonly T[], index: number): T => from[index % from.length] as T
const cities = ['Oslo', 'Lyon', 'Cork', 'Malmö'] as const
const date = (index: number): string => new Date(newest - (20 + index) * day).toISOString().slice(0, 10)

/** One of each operator, and of each type of value where that matters; `index` makes another question of each call. */
export const operators: Record<string, (index: number) => Filter> = {
  'data text equals': (index) => filter('data.city', 'equals', one(cities, index)),
  'data text notEquals': (index) => filter('data.city', 'notEquals', one(cities, index)),
  'data number equals': (index) => filter('data.seats', 'equals', index),
  'data boolean equals': (index) => filter('data.trial', 'equals', index % 2 === 0),
  'data date equals a day': (index) => filter('data.lastLogin', 'equals', date(index)),
  'data list equals': (index) => filter('data.tags', 'equals', one(tags, index)),
  'data text contains': (index) => filter('data.lastName', 'contains', one(['en', 'va', 'ar', 'ö'], index)),
  'data text notContains': (index) => filter('data.lastName', 'notContains', one(['an', 'ta', 'si'], index)),
  'data list contains': (index) => filter('data.tags', 'contains', one(['vi', 'be', 'ss'], index)),
  'data number greaterThan': (index) => filter('data.seats', 'greaterThan', index * 3),
  'data number lessThan': (index) => filter('data.seats', 'lessThan', index * 3),
  'data number greaterThanOrEqual': (index) => filter('data.seats', 'greaterThanOrEqual', index * 3),
  'data number lessThanOrEqual': (index) => filter('data.seats', 'lessThanOrEqual', index * 3),
  'data date greaterThan': (index) => filter('data.lastLogin', 'greaterThan', date(index)),
  'data exists': (index) => filter(one(['data.lastLogin', 'data.nothing'], index), 'exists'),
  'data notExists': (index) => filter(one(['data.lastLogin', 'data.trial'], index), 'notExists'),
  'data within': (index) => filter('data.lastLogin', 'within', 90 + index, 'days'),
  'data olderThan': (index) => filter('data.lastLogin', 'olderThan', 90 + index, 'days'),
  'data key within a key equals': (index) => filter('data.address.city', 'equals', one(cities, index)),
  'email equals': (index) => filter('email', 'equals', `anna.chen${index}@gmail.com`),
  'email contains': (index) => filter('email', 'contains', `chen${index}`),
  'created within': (index) => filter('createdAt', 'within', 100 + index, 'days'),
  'subscribed equals': (index) => filter('subscribed', 'equals', index % 2 === 0),
  'event triggered': () => filter('login', 'triggered'),
  'event notTriggered': () => filter('login', 'notTriggered'),
  'event triggeredWithin': (index) => filter('login', 'triggeredWithin', 30 + index, 'days'),
  'event triggeredOlderThan': (index) => filter('login', 'triggeredOlderThan', 30 + index, 'days'),
  'event notTriggeredWithin': (index) => filter('login', 'notTriggeredWithin', 30 + index, 'days'),
  'memberOfSegment, static': () => filter('segment', 'memberOfSegment', 'static'),
  'notMemberOfSegment, static': () => filter('segment', 'notMemberOfSegment', 'static'),
  'memberOfSegment, dynamic': () => filter('segment', 'memberOfSegment', 'dynamic'),
  'notMemberOfSegment, dynamic': () => filter('segment', 'notMemberOfSegment', 'dynamic'),
}
