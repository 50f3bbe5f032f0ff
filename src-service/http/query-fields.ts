import { z } from 'zod'
import { limits } from '../../src-shared/interface/limits'
import { decodeCursor } from '../store/cursor'

/** `limit` of a list: a whole number from 1 to `max`, written in digits. */
export function limitField(max: number, byDefault: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number.')
    .transform(Number)
    .pipe(z.number().int().min(limits.page.min, 'Must be at least 1.').max(max, `Must be at most ${max}.`))
    .default(byDefault)
}

/** `cursor` of a list. An empty one is no cursor: wire.md lets a list end with it. */
export const cursorField = z
  .string()
  .optional()
  .transform((text, context) => {
    if (!text) return undefined
    const cursor = decodeCursor(text)
    if (cursor) return cursor
    context.addIssue({ code: 'custom', message: 'Is not a cursor of this list.' })
    return z.NEVER
  })

/** A boolean as text. */
export const booleanField = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean())
