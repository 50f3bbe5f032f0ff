import type { Audience } from '../../../../src-shared/bridge/review'
import {
  memberOf,
  type Filter,
  type FilterCondition,
  type FilterGroup,
} from '../../../../src-shared/interface/filter'

/** The event of a mail that left the service. */
const mailSent = 'email.sent'

/** An audience as it is chosen: whom, of them those who also match, and who is left out. */
export interface AudienceParts {
  /** The id of a segment; null: everyone. */
  segment: string | null
  /** null: no condition. */
  condition: FilterCondition | null
  /** Who had a mail in the last so many days is left out; null: nobody for that. */
  lately: number | null
  /** The ids of segments whose members are left out. */
  without: readonly string[]
}

/** Takes an audience apart. What only all together must hold is taken: within "any of" a segment is a part of the condition. */
export function partsOf(audience: Audience): AudienceParts {
  const nothing: AudienceParts = { segment: null, condition: null, lately: null, without: [] }
  if (audience.kind === 'all') return nothing
  if (audience.kind === 'segment') return { ...nothing, segment: audience.id }
  const { logic, groups } = audience.condition
  if (logic === 'OR' && groups.length > 1) return { ...nothing, condition: audience.condition }
  const found = { segment: null as string | null, lately: null as number | null, without: [] as string[] }
  const stays = (filter: Filter): boolean => {
    const { operator, value } = filter
    if (operator === 'memberOfSegment' && found.segment === null && typeof value === 'string')
      found.segment = value
    else if (operator === 'notMemberOfSegment' && typeof value === 'string') found.without.push(value)
    else if (isLately(filter) && found.lately === null && typeof value === 'number') found.lately = value
    else return true
    return false
  }
  const rest = groups
    .map((group): FilterGroup => ({ ...group, filters: group.filters.filter(stays) }))
    .filter(({ filters, conditions }) => filters.length > 0 || conditions !== undefined)
  return { ...found, condition: conditionOf(rest) }
}

function isLately({ field, operator, unit }: Filter): boolean {
  return field === mailSent && operator === 'notTriggeredWithin' && unit === 'days'
}

function conditionOf(groups: FilterGroup[]): FilterCondition | null {
  const [only] = groups
  if (only === undefined) return null
  if (groups.length === 1 && only.filters.length === 0 && only.conditions !== undefined)
    return only.conditions
  return { logic: 'AND', groups }
}

/** Puts an audience together again. */
export function audienceOf({ segment, condition, lately, without }: AudienceParts): Audience {
  const filters: Filter[] = [
    ...(segment === null ? [] : [memberOf(segment)]),
    ...(lately === null
      ? []
      : [{ field: mailSent, operator: 'notTriggeredWithin' as const, value: lately, unit: 'days' as const }]),
    ...without.map((id): Filter => ({ field: 'segment', operator: 'notMemberOfSegment', value: id })),
  ]
  if (filters.length === 0) return condition === null ? { kind: 'all' } : { kind: 'condition', condition }
  if (condition === null && segment !== null && filters.length === 1) return { kind: 'segment', id: segment }
  const beside: FilterGroup[] =
    condition === null
      ? [{ filters }]
      : condition.logic === 'AND' || condition.groups.length === 1
        ? [...condition.groups, { filters }]
        : [{ filters, conditions: condition }]
  return { kind: 'condition', condition: { logic: 'AND', groups: beside } }
}
