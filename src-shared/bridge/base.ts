import { oc } from '@orpc/contract'
import { z } from 'zod'
import { lazyObject } from '../lazily'
import { problemSchema } from '../problem'

/**
 * Where every procedure of the bridge starts: its one declared error carries a Problem, whose stable code says
 * which failure it is.
 */
// eslint-disable-next-line house/texts -- nobody reads it: a problem's code says what failed
export const procedure = oc.errors({ PROBLEM: { message: 'The call failed', data: problemSchema } })

/** The answer of a procedure that has nothing to say but that it is done. */
export const doneSchema = z.object({ done: z.literal(true) })

/** A slice of a list by position: what a scrolled grid asks for. `limit` is 1 to 500. */
export const sliceSchema = lazyObject(() => ({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(500),
}))
export type Slice = z.infer<typeof sliceSchema>

/** A procedure that asks for a slice of a list, and for nothing else. */
export const sliced = procedure.input(z.object({ slice: sliceSchema }))

/** Milliseconds since 1970 (UTC). */
export const instantSchema = z.number()
