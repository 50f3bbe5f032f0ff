import { isJsonObject } from './json-object'
import { type Filter, type FilterCondition, kindOf } from './filter'

/**
 * Conditions as deployed services write and take them. The grammar is the specified one but for how a filter names what
 * it asks about: `event.<name>` an event, `email.<activity>` what became of mails, `segment.<id>` a segment.
 */

/** What became of a mail, as a filter names it, and the event that tells of it. */
const activities = {
  sent: 'email.sent',
  delivered: 'email.delivery',
  opened: 'email.open',
  clicked: 'email.click',
  bounced: 'email.bounce',
  complained: 'email.complaint',
} as const

const eventOf = new Map<string, string>([
  ...Object.entries(activities),
  // Other spellings that are taken.
  ['send', activities.sent],
  ['delivery', activities.delivered],
  ['open', activities.opened],
  ['click', activities.clicked],
  ['bounce', activities.bounced],
  ['complaint', activities.complained],
])
/** Whether `email.<activity>` is something that became of a mail, in either spelling. */
export function isMailActivity(activity: string): boolean {
  return eventOf.has(activity)
}

const activityOf = new Map<string, string>(
  Object.entries(activities).map(([activity, event]) => [event, activity]),
)

/** A condition that came, as the console writes it. What is of another form stays as it came: it is shown, not read. */
export function fromDeployed(condition: unknown): unknown {
  if (!isJsonObject(condition) || !Array.isArray(condition.groups)) return condition
  return { ...condition, groups: condition.groups.map(groupFromDeployed) }
}

function groupFromDeployed(group: unknown): unknown {
  if (!isJsonObject(group)) return group
  const { filters = [], conditions, ...rest } = group
  return {
    ...rest,
    filters: Array.isArray(filters) ? filters.map(filterFromDeployed) : filters,
    ...(conditions === undefined || conditions === null ? {} : { conditions: fromDeployed(conditions) }),
  }
}

function filterFromDeployed(filter: unknown): unknown {
  if (!isJsonObject(filter) || typeof filter.field !== 'string') return filter
  const { field, value, unit, ...rest } = filter
  const said = {
    ...rest,
    field,
    ...(value === null || value === undefined ? {} : { value }),
    ...(unit === null || unit === undefined ? {} : { unit }),
  }
  const [subject, name] = partsOf(field)
  if (subject === 'event' && name !== '') return { ...said, field: name }
  if (subject === 'segment' && name !== '') return { ...said, field: 'segment', value: name }
  const event = subject === 'email' ? eventOf.get(name) : undefined
  return event === undefined ? said : { ...said, field: event }
}

/** A condition as deployed services take it. */
export function toDeployed({ logic, groups }: FilterCondition): unknown {
  return {
    logic,
    groups: groups.map(({ filters, conditions }) => ({
      filters: filters.map(filterToDeployed),
      ...(conditions && { conditions: toDeployed(conditions) }),
    })),
  }
}

function filterToDeployed(filter: Filter): unknown {
  const { field, operator, value } = filter
  switch (kindOf(operator)) {
    case 'event':
    case 'eventAge': {
      const activity = activityOf.get(field)
      return { ...filter, field: activity === undefined ? `event.${field}` : `email.${activity}` }
    }
    case 'membership':
      return { field: `segment.${String(value)}`, operator }
    default:
      // The text "true" counts as false there.
      return field === 'subscribed' ? { ...filter, value: /^true$/i.test(String(value)) } : filter
  }
}

/** What a field begins with, and what follows the first dot. */
function partsOf(field: string): [subject: string, rest: string] {
  const dot = field.indexOf('.')
  return dot === -1 ? [field, ''] : [field.slice(0, dot), field.slice(dot + 1)]
}
