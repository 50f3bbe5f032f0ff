import { filterOperators, type Filter, type FilterCondition, type FilterOperator } from '../interface/filter'
import { stepConfigSchemas, stepTypes, type ReceivedStep, type StepType } from '../interface/workflow'
import { deployedConfigs } from './deployed-steps'

/** What is known of a step beside itself. */
export interface StepSurroundings {
  /** The event that starts its workflow. */
  eventName: string | null
  /** The name of its template; null where it has none, or none that is known. */
  template: string | null
}

/** What a step does, in words. Of what this version cannot read, its kind alone. */
export function stepWords(step: ReceivedStep, around: StepSurroundings): string {
  const type = stepTypes.find((known) => known === step.type)
  if (type === undefined) return `Does something that Postroom does not know (${step.type})`
  return ofType(type, step.config ?? {}, around) ?? `${bareWords[type]}, in a way that cannot be read`
}

const bareWords: Record<StepType, string> = {
  TRIGGER: 'Starts',
  SEND_EMAIL: 'Sends a mail',
  DELAY: 'Waits',
  WAIT_FOR_EVENT: 'Waits for an event',
  CONDITION: 'Asks a question',
  WEBHOOK: 'Calls an address',
  UPDATE_CONTACT: 'Changes the contact',
  EXIT: 'Ends',
}

function ofType(type: StepType, config: unknown, { eventName, template }: StepSurroundings): string | null {
  switch (type) {
    case 'TRIGGER':
      return eventName === null ? 'Starts here' : `Starts with ${eventName}`
    case 'SEND_EMAIL':
      return `${template === null ? 'Sends a mail' : `Sends “${template}”`}${recipientWords(config)}`
    case 'DELAY': {
      const { data } = stepConfigSchemas.DELAY.safeParse(config)
      return data ? `Waits ${spanWords(data.amount, data.unit)}` : null
    }
    case 'WAIT_FOR_EVENT': {
      const { data } = stepConfigSchemas.WAIT_FOR_EVENT.safeParse(config)
      if (!data) return null
      const most =
        data.timeout === undefined ? 'for as long as it takes' : `${secondsWords(data.timeout)} at most`
      return `Waits for ${data.eventName}, ${most}`
    }
    case 'CONDITION': {
      const { data } = stepConfigSchemas.CONDITION.safeParse(config)
      return data ? `Asks: ${conditionWords(data.condition)}?` : questionWords(config)
    }
    case 'WEBHOOK': {
      const { data } = deployedConfigs.WEBHOOK.safeParse(config)
      return data ? `Calls ${data.method} ${data.url}` : null
    }
    case 'UPDATE_CONTACT': {
      const { data } = stepConfigSchemas.UPDATE_CONTACT.safeParse(config)
      return data ? changeWords(data) : updateWords(config)
    }
    case 'EXIT': {
      const { data } = stepConfigSchemas.EXIT.safeParse(config)
      if (!data) return null
      return data.reason === undefined ? 'Ends here' : `Ends: ${data.reason}`
    }
  }
}

function recipientWords(config: unknown): string {
  const { data } = deployedConfigs.SEND_EMAIL.safeParse(config)
  return data ? ` to ${data.recipient.customEmail}` : ''
}

/** Of a question that is a filter of its own, or one with many answers. */
function questionWords(config: unknown): string | null {
  const { data: question } = deployedConfigs.manyWays.safeParse(config)
  if (question) return `Asks: what is ${question.field.replace(/^data\./, '')}?`
  const { data } = deployedConfigs.CONDITION.safeParse(config)
  const operator = operators.find((known) => known === data?.operator)
  if (!data || operator === undefined) return null
  const { field, value, unit } = data
  return `Asks: ${filterWords({ field: field.replace(/^contact\./, ''), operator, value: value ?? undefined, unit: unit ?? undefined })}?`
}

const operators = Object.values(filterOperators).flatMap((each): readonly FilterOperator[] => each)

function updateWords(config: unknown): string | null {
  const { data } = deployedConfigs.UPDATE_CONTACT.safeParse(config)
  if (!data || (!data.updates && !data.subscriptionAction)) return null
  const action = data.subscriptionAction?.toLowerCase()
  const subscribed = action === 'subscribe' ? true : action === 'unsubscribe' ? false : undefined
  return changeWords({ data: data.updates ?? {}, ...(subscribed === undefined ? {} : { subscribed }) })
}

function changeWords({
  subscribed,
  data = {},
}: {
  subscribed?: boolean
  data?: Record<string, unknown>
}): string {
  const parts = Object.entries(data).map(([key, value]) =>
    value === null
      ? `removes ${key}`
      : `sets ${key} to ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  if (subscribed !== undefined) parts.unshift(subscribed ? 'subscribes' : 'unsubscribes')
  const text = parts.join(', ') || 'changes nothing'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** So many filters are told; of more only the number. */
const mostTold = 3

/** A condition of the filter grammar in a few words: "plan is pro", "note.created ever happened". */
export function conditionWords(condition: FilterCondition): string {
  const filters = condition.groups.flatMap(({ filters: own }) => own)
  const nested = condition.groups.some(({ conditions }) => conditions !== undefined)
  if (nested || filters.length > mostTold) return `does a condition of ${countOf(condition)} filters hold`
  if (condition.logic === 'OR' && condition.groups.length < filters.length && condition.groups.length > 1) {
    return `does a condition of ${filters.length} filters hold`
  }
  return filters
    .map(filterWords)
    .join(condition.logic === 'OR' && condition.groups.length > 1 ? ' or ' : ' and ')
}

function countOf({ groups }: FilterCondition): number {
  return groups.reduce(
    (sum, { filters, conditions }) => sum + filters.length + (conditions ? countOf(conditions) : 0),
    0,
  )
}

const comparing: Partial<Record<FilterOperator, string>> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is more than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
}

function filterWords({ field, operator, value, unit }: Filter): string {
  const name = field.replace(/^data\./, '')
  const span = typeof value === 'number' && unit ? spanWords(value, unit) : String(value)
  const compared = comparing[operator]
  if (compared !== undefined) return `${name} ${compared} ${value === '' ? 'empty' : String(value)}`
  switch (operator) {
    case 'exists':
      return `${name} is there`
    case 'notExists':
      return `${name} is not there`
    case 'within':
      return `${name} is within the last ${span}`
    case 'olderThan':
      return `${name} is more than ${span} ago`
    case 'triggered':
      return `${name} ever happened`
    case 'notTriggered':
      return `${name} never happened`
    case 'triggeredWithin':
      return `${name} happened in the last ${span}`
    case 'triggeredOlderThan':
      return `${name} last happened more than ${span} ago`
    case 'notTriggeredWithin':
      return `${name} did not happen in the last ${span}`
    case 'memberOfSegment':
      return `in the segment ${String(value)}`
    case 'notMemberOfSegment':
      return `not in the segment ${String(value)}`
    default:
      return `${name} ${operator} ${String(value)}`
  }
}

const steps = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Seconds in the largest unit that divides them. */
function secondsWords(seconds: number): string {
  const [unit, size] = steps.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['second', 1]
  return spanWords(seconds / size, `${unit}s`)
}

function spanWords(amount: number, units: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? units.replace(/s$/, '') : units}`
}
