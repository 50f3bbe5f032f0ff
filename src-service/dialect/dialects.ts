import { deployed } from './deployed'
import type { Dialect } from './dialect'
import { envelope } from './envelope'
import { reference } from './reference'

/** The dialects by the name `--dialect` takes. */
export const dialects = { reference, envelope, deployed } satisfies Record<string, Dialect>

/** The name of a dialect. */
export type DialectName = keyof typeof dialects

/** The name of a dialect that tells interface.md, as wire.md settles it. */
export type SpecifiedName = Exclude<DialectName, 'deployed'>
