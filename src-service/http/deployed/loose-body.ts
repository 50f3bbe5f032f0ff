import type { Context } from 'hono'
import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import type { Env } from '../guards'
import { unexpected } from './refusals'

const anyObject = lazySchema(() => z.record(z.string(), z.unknown()))

/** Whether a value is an object with keys of its own: no array, not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return anyObject.safeParse(value).success
}

/**
 * The body of a route without a schema, of which it reads the keys that it knows (deployed.md section 1, "Other routes").
 * What a key is said to be is undefined where the key is absent. Nobody checks a type but the database: a value of another
 * one throws ServiceFailure, the plain 500.
 */
export class LooseBody {
  readonly #fields: Record<string, unknown>

  constructor(body: unknown) {
    this.#fields = isObject(body) ? body : {}
  }

  /** Whether it has a key, be it null. */
  has(key: string): boolean {
    return this.any(key) !== undefined
  }

  /** Whatever it is. */
  any(key: string): unknown {
    return this.#fields[key]
  }

  text(key: string): string | null | undefined {
    return this.#read(key, z.string())
  }

  flag(key: string): boolean | null | undefined {
    return this.#read(key, z.boolean())
  }

  /** A whole number. */
  number(key: string): number | null | undefined {
    return this.#read(key, z.int())
  }

  /** One of a few texts, as a column of an enumeration takes it. */
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | null | undefined {
    return this.#read(key, z.enum(allowed))
  }

  object(key: string): Record<string, unknown> | null | undefined {
    return this.#read(key, anyObject)
  }

  #read<T>(key: string, type: z.ZodType<T>): T | null | undefined {
    const read = type.nullish().safeParse(this.any(key))
    if (!read.success) throw unexpected()
    return read.data
  }
}

/** The body of a request to a route without a schema. */
export function looseBody(c: Context<Env>): LooseBody {
  return new LooseBody(c.get('body'))
}
