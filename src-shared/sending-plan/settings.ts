import { z } from 'zod'
import { lazyObject, lazySchema } from '../lazily'

/** A slice has so many people at least, but for the last: of fewer nothing can be judged. */
export const fewestInSlice = 500

/** A plan has so many slices at most. */
export const mostSlices = 100

/** How big a slice is: so many people, or a share of all of them in percent. */
const sizeSchema = lazyObject(() => ({ value: z.number().positive(), unit: z.enum(['people', 'percent']) }))
export type SliceSize = z.infer<typeof sizeSchema>

/** Minutes since midnight, by the clock of this machine. */
const minuteSchema = z.number().int().min(0).max(1439)

const paceSchema = lazySchema(() =>
  z.discriminatedUnion('kind', [
    /** As many each time. Hours are counted within `from` and `to`; days come at the time of the first. */
    z.object({
      kind: z.literal('even'),
      size: sizeSchema,
      every: z.object({ count: z.number().int().min(1).max(90), unit: z.enum(['hour', 'day']) }),
      from: minuteSchema,
      to: minuteSchema,
    }),
    /** A day the next: each is `factor` times the one before, and none larger than `most` people. */
    z.object({
      kind: z.literal('warmUp'),
      first: sizeSchema,
      factor: z.number().min(1).max(10),
      most: z.number().int().positive(),
      days: z.number().int().min(1).max(30),
    }),
  ]),
)

/** A share of what was sent, 0 to 1, that is worth a word, and one that stops; null: it warns alone. */
const limitSchema = lazyObject(() => ({
  warn: z.number().min(0).max(1),
  stop: z.number().min(0).max(1).nullable(),
}))

/** How a campaign leaves: in which slices, when, who first, and where it stops by itself. */
export const planSettingsSchema = lazyObject(() => ({
  pace: paceSchema,
  /** The day of the first slice as "2026-11-23", and the time of it. */
  begins: z.object({ day: z.iso.date(), minute: minuteSchema }),
  /** Nothing leaves on Saturdays and Sundays. */
  rests: z.boolean(),
  /** At most so many of a domain (in lower case) in one slice. */
  limits: z.record(z.string(), z.number().int().min(1)),
  order: z.discriminatedUnion('kind', [
    /** Who did anything lately comes first. */
    z.object({ kind: z.literal('active') }),
    z.object({ kind: z.literal('chance') }),
    /** A domain comes first; `othersWait`: all others once its slices were judged. */
    z.object({ kind: z.literal('domain'), domain: z.string(), othersWait: z.boolean() }),
  ]),
  brake: z.object({ bounced: limitSchema, complained: limitSchema, unsubscribed: limitSchema }),
  /** So long after a slice has left it is judged. */
  judgedAfterHours: z.number().int().min(1).max(48),
}))
export type PlanSettings = z.infer<typeof planSettingsSchema>
