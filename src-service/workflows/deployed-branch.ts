import { isObject } from '../http/deployed/loose-body'
import type { DeployedRule, Question } from './deployed-rules'

/** What a condition is asked of. */
export interface Asked {
  email: string
  subscribed: boolean
  data: Record<string, unknown>
  /** What was said with the event, or when the execution was started by hand. */
  event: Record<string, unknown>
}

/** The branch that a condition takes: the first whose question holds, else the other one (deployed.md section 7). */
export function branchTaken(rule: DeployedRule & { type: 'BRANCH' }, asked: Asked): string {
  const value = valueOf(rule.field, asked)
  return rule.questions.find((question) => holds(value, question))?.branch ?? rule.otherwise
}

function valueOf(field: string, asked: Asked): unknown {
  if (field === 'contact.email') return asked.email
  if (field === 'contact.subscribed') return asked.subscribed
  const [kind, ...path] = field.split('.')
  const from = kind === 'data' ? asked.data : kind === 'event' ? asked.event : null
  return path.reduce<unknown>(
    (within, key) => (isObject(within) && Object.hasOwn(within, key) ? within[key] : null),
    from,
  )
}

function holds(stored: unknown, { operator, value }: Question): boolean {
  if (operator === 'notExists') return stored === null || stored === undefined
  if (stored === null || stored === undefined) return false
  const isPart = typeof stored === 'string' && stored.includes(String(value))
  switch (operator) {
    case 'exists':
      return true
    case 'equals':
      return stored === value
    case 'notEquals':
      return stored !== value
    case 'contains':
      return isPart
    case 'notContains':
      return !isPart
    case 'greaterThan':
      return Number(stored) > Number(value)
    case 'lessThan':
      return Number(stored) < Number(value)
    case 'greaterThanOrEqual':
      return Number(stored) >= Number(value)
    case 'lessThanOrEqual':
      return Number(stored) <= Number(value)
    default:
      return false
  }
}
