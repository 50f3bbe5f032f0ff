import type { Context } from 'hono'
import type { Env } from '../guards'
import { unexpected } from './refusals'

/** What a route without a schema reads of a body: a value of the wrong type is found by the database alone. */
export interface LooseBody {
  /** Whether it says anything of a key; null is something. */
  has(key: string): boolean
  /** @throws ServiceFailure the plain 500 where it is no text */
  text(key: string): string | null | undefined
  flag(key: string): boolean | null | undefined
  number(key: string): number | null | undefined
  /** One of a few texts. */
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | null | undefined
  object(key: string): Record<string, unknown> | null | undefined
  /** Whatever it is. */
  any(key: string): unknown
}

/** Whether a value is an object with keys of its own: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The body of a route without a schema, by its named keys (deployed.md section 1, "Other routes"). */
export function looseBody(c: Context<Env>): LooseBody {
  const body = c.get('body')
  const keys = isObject(body) ? body : {}
  function read<T>(key: string, is: (value: unknown) => value is T): T | null | undefined {
    const value = keys[key]
    if (value === undefined || value === null || is(value)) return value
    throw unexpected()
  }
  return {
    has: (key) => keys[key] !== undefined,
    text: (key) => read(key, (value) => typeof value === 'string'),
    flag: (key) => read(key, (value) => typeof value === 'boolean'),
    number: (key) => read(key, (value) => typeof value === 'number'),
    oneOf: <T extends string>(key: string, allowed: readonly T[]) =>
      read(key, (value): value is T => allowed.some((entry) => entry === value)),
    object: (key) => read(key, isObject),
    any: (key) => keys[key],
  }
}
