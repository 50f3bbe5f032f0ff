import { z } from 'zod'
import { lazySchema } from '../lazily'

/** A question about a value, and the branch that it leads to where it holds. */
export interface Question {
  branch: string
  operator: string
  value: unknown
}

/** What is asked about one field, and the branch for whoever fits no question. */
export interface Questions {
  field: string
  questions: readonly Question[]
  otherwise: string
}

/** What the conditions and texts of a step read. */
export interface StepScope {
  email: string
  subscribed: boolean
  data: Record<string, unknown>
  /** What was said with the event, or when the execution was started by hand. */
  event: Record<string, unknown>
}

/**
 * The branch that a condition leads to (deployed.md section 7, CONDITION): that of the first question which its field answers,
 * else the remaining one.
 */
export function branchTaken({ field, questions, otherwise }: Questions, scope: StepScope): string {
  const value = fieldValue(field, scope)
  for (const question of questions) {
    if (answers(value, question)) return question.branch
  }
  return otherwise
}

const objectSchema = lazySchema(() => z.record(z.string(), z.unknown()))

/** Null for a field that nobody knows, or that has no value here. */
function fieldValue(field: string, { email, subscribed, data, event }: StepScope): unknown {
  const [root = '', ...keys] = field.split('.')
  const roots = new Map<string, unknown>([
    ['contact', { email, subscribed }],
    ['data', data],
    ['event', event],
  ])
  let value = keys.length === 0 ? null : roots.get(root)
  for (const key of keys) {
    const { data: inner = {} } = objectSchema.safeParse(value)
    value = Object.hasOwn(inner, key) ? inner[key] : null
  }
  return value ?? null
}

function answers(value: unknown, { operator, value: wanted }: Question): boolean {
  // What is missing neither equals nor differs, and it lacks no word either.
  if (value === null) return operator === 'notExists'
  switch (operator) {
    case 'exists':
      return true
    case 'equals':
      return value === wanted
    case 'notEquals':
      return value !== wanted
    case 'contains':
      return contains(value, wanted)
    case 'notContains':
      return !contains(value, wanted)
    case 'greaterThan':
      return Number(value) > Number(wanted)
    case 'greaterThanOrEqual':
      return Number(value) >= Number(wanted)
    case 'lessThan':
      return Number(value) < Number(wanted)
    case 'lessThanOrEqual':
      return Number(value) <= Number(wanted)
    default:
      return false
  }
}

function contains(value: unknown, part: unknown): boolean {
  return typeof value === 'string' && typeof part === 'string' && value.includes(part)
}
