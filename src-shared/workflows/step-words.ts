import { t } from '../messages/message'
import { filterOperators, type Filter, type FilterCondition, type FilterOperator } from '../interface/filter'
import type { FilterUnit } from '../interface/filter-values'
import { stepConfigSchemas, stepTypes, type ReceivedStep, type StepType } from '../interface/workflow'
import { deployedConfigs } from './deployed-steps'

/** What is known of a step beside itself. */
interface StepSurroundings {
  /** The event that starts its workflow. */
  eventName: string | null
  /** The name of its template; null where it has none, or none that is known. */
  template: string | null
}

/** What a step does, in words. Of what this version cannot read, its kind alone. */
export function stepWords(step: ReceivedStep, around: StepSurroundings): string {
  const type = stepTypes.find((known) => known === step.type)
  if (type === undefined) return t('workflows.stepWords.doesSomethingThatPostroom', { type: step.type })
  return (
    ofType(type, step.config ?? {}, around) ??
    t('workflows.stepWords.barewordsInAWay', { bareWords: bareWords()[type] })
  )
}

const bareWords = (): Record<StepType, string> => ({
  TRIGGER: t('workflows.stepWords.starts'),
  SEND_EMAIL: t('workflows.stepWords.sendsAMail'),
  DELAY: t('words.waits'),
  WAIT_FOR_EVENT: t('workflows.stepWords.waitsForAnEvent'),
  CONDITION: t('workflows.stepWords.asksAQuestion'),
  WEBHOOK: t('workflows.stepWords.callsAnAddress'),
  UPDATE_CONTACT: t('workflows.stepWords.changesTheContact'),
  EXIT: t('workflows.stepWords.ends'),
})

function ofType(type: StepType, config: unknown, { eventName, template }: StepSurroundings): string | null {
  switch (type) {
    case 'TRIGGER':
      return eventName === null
        ? t('workflows.stepWords.startsHere')
        : t('workflows.stepWords.startsWithEventname', { eventName })
    case 'SEND_EMAIL':
      return mailWords(template, config)
    case 'DELAY': {
      const { data } = stepConfigSchemas.DELAY.safeParse(config)
      return data
        ? t('workflows.stepWords.waitsSpanwords', { spanWords: spanWords(data.amount, data.unit) })
        : null
    }
    case 'WAIT_FOR_EVENT': {
      const { data } = stepConfigSchemas.WAIT_FOR_EVENT.safeParse(config)
      if (!data) return null
      const most =
        data.timeout === undefined
          ? t('workflows.eventFields.asLongAsIt')
          : t('workflows.stepWords.secondswordsAtMost', { secondsWords: secondsWords(data.timeout) })
      return t('workflows.stepWords.waitsForEventnameMost', { eventName: data.eventName, most })
    }
    case 'CONDITION': {
      const { data } = stepConfigSchemas.CONDITION.safeParse(config)
      return data
        ? t('workflows.stepWords.asksConditionwords', { conditionWords: conditionWords(data.condition) })
        : questionWords(config)
    }
    case 'WEBHOOK': {
      const { data } = deployedConfigs.WEBHOOK.safeParse(config)
      return data ? t('workflows.stepWords.callsMethodUrl', { method: data.method, url: data.url }) : null
    }
    case 'UPDATE_CONTACT': {
      const { data } = stepConfigSchemas.UPDATE_CONTACT.safeParse(config)
      return data ? changeWords(data) : updateWords(config)
    }
    case 'EXIT': {
      const { data } = stepConfigSchemas.EXIT.safeParse(config)
      if (!data) return null
      return data.reason === undefined
        ? t('workflows.stepWords.endsHere')
        : t('workflows.stepWords.endsReason', { reason: data.reason })
    }
  }
}

function mailWords(template: string | null, config: unknown): string {
  const { data } = deployedConfigs.SEND_EMAIL.safeParse(config)
  if (!data) {
    return template === null
      ? t('workflows.stepWords.sendsAMail')
      : t('workflows.stepWords.sendsTemplate', { template })
  }
  const address = data.recipient.customEmail
  return template === null
    ? t('workflows.stepWords.sendsAMailTo', { address })
    : t('workflows.stepWords.sendsTemplateToAddress', { template, address })
}

/** Of a question that is a filter of its own, or one with many answers. */
function questionWords(config: unknown): string | null {
  const { data: question } = deployedConfigs.manyWays.safeParse(config)
  if (question)
    return t('workflows.stepWords.asksWhatIsReplace', { replace: question.field.replace(/^data\./, '') })
  const { data } = deployedConfigs.CONDITION.safeParse(config)
  const operator = operators.find((known) => known === data?.operator)
  if (!data || operator === undefined) return null
  const { field, value, unit } = data
  return t('workflows.stepWords.asksFilterwords', {
    filterWords: filterWords({
      field: field.replace(/^contact\./, ''),
      operator,
      value: value ?? undefined,
      unit: unit ?? undefined,
    }),
  })
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
      ? t('workflows.stepWords.removesKey', { key })
      : t('workflows.stepWords.setsKeyToValue', {
          key,
          value: typeof value === 'string' ? value : JSON.stringify(value),
        }),
  )
  if (subscribed !== undefined) {
    parts.unshift(subscribed ? t('workflows.stepWords.subscribes') : t('workflows.stepWords.unsubscribes'))
  }
  const text = parts.join(', ') || t('workflows.stepWords.changesNothing')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** So many filters are told; of more only the number. */
const mostTold = 3

/** A condition of the filter grammar in a few words: "plan is pro", "note.created ever happened". */
export function conditionWords(condition: FilterCondition): string {
  const filters = condition.groups.flatMap(({ filters: own }) => own)
  const nested = condition.groups.some(({ conditions }) => conditions !== undefined)
  if (nested || filters.length > mostTold)
    return t('workflows.stepWords.doesAConditionOf', { countOf: countOf(condition) })
  if (condition.logic === 'OR' && condition.groups.length < filters.length && condition.groups.length > 1) {
    return t('workflows.stepWords.doesAConditionOf2', { count: filters.length })
  }
  const isEither = condition.logic === 'OR' && condition.groups.length > 1
  const between = isEither ? t('words.or') : t('words.and')
  return filters.map(filterWords).join(` ${between} `)
}

function countOf({ groups }: FilterCondition): number {
  return groups.reduce(
    (sum, { filters, conditions }) => sum + filters.length + (conditions ? countOf(conditions) : 0),
    0,
  )
}

const comparing = (): Partial<Record<FilterOperator, string>> => ({
  equals: t('words.is'),
  notEquals: t('words.isNot'),
  contains: t('words.contains'),
  notContains: t('words.doesNotContain'),
  greaterThan: t('words.isMoreThan'),
  lessThan: t('words.isLessThan'),
  greaterThanOrEqual: t('words.isAtLeast'),
  lessThanOrEqual: t('words.isAtMost'),
})

function filterWords({ field, operator, value, unit }: Filter): string {
  const name = field.replace(/^data\./, '')
  const span = typeof value === 'number' && unit ? spanWords(value, unit) : String(value)
  const compared = comparing()[operator]
  if (compared !== undefined) {
    return `${name} ${compared} ${value === '' ? t('words.emptyWord') : String(value)}`
  }
  switch (operator) {
    case 'exists':
      return t('workflows.stepWords.nameIsThere', { name })
    case 'notExists':
      return t('workflows.stepWords.nameIsNotThere', { name })
    case 'within':
      return t('workflows.stepWords.nameIsWithinThe', { name, span })
    case 'olderThan':
      return t('workflows.stepWords.nameIsMoreThan', { name, span })
    case 'triggered':
      return t('workflows.stepWords.nameEverHappened', { name })
    case 'notTriggered':
      return t('workflows.stepWords.nameNeverHappened', { name })
    case 'triggeredWithin':
      return t('workflows.stepWords.nameHappenedInThe', { name, span })
    case 'triggeredOlderThan':
      return t('workflows.stepWords.nameLastHappenedMore', { name, span })
    case 'notTriggeredWithin':
      return t('workflows.stepWords.nameDidNotHappen', { name, span })
    case 'memberOfSegment':
      return t('workflows.stepWords.inTheSegmentString', { string: String(value) })
    case 'notMemberOfSegment':
      return t('workflows.stepWords.notInTheSegment', { string: String(value) })
    default:
      return `${name} ${operator} ${String(value)}`
  }
}

const steps = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

/** Seconds in the largest unit that divides them. */
function secondsWords(seconds: number): string {
  const [units, size] = steps.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['seconds', 1]
  return spanWords(seconds / size, units)
}

function spanWords(amount: number, units: FilterUnit | 'seconds'): string {
  switch (units) {
    case 'days':
      return t('workflows.stepWords.amountDays', { amount })
    case 'hours':
      return t('workflows.stepWords.amountHours', { amount })
    case 'minutes':
      return t('workflows.stepWords.amountMinutes', { amount })
    case 'seconds':
      return t('workflows.stepWords.amountSeconds', { amount })
  }
}
