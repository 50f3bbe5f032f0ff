import { z } from 'zod'

/** A value that is made when it is first asked for, and kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * A schema that is made when something is first read with it, or when it is built upon (`.unwrap()`). The programs have
 * thousands, of which a start needs a few: each that a module makes when it is loaded, every start waits for.
 */
export function lazySchema<T extends z.ZodType>(make: () => T): z.ZodLazy<T> {
  return z.lazy(lazily(make))
}

/** As `z.object`, of a shape that is made when it is needed. See {@link lazySchema}. */
export function lazyObject<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  return lazySchema(() => z.object(shape()))
}

/** As `z.looseObject`, of a shape that is made when it is needed. See {@link lazySchema}. */
export function lazyLooseObject<Shape extends z.core.$ZodLooseShape>(shape: () => Shape) {
  return lazySchema(() => z.looseObject(shape()))
}
