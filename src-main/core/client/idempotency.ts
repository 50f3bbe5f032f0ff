import { tell } from '../../../src-shared/messages/told'
import { z } from 'zod'
import { lazySchema } from '../../../src-shared/lazily'
import { ProblemError } from '../../../src-shared/problem'
import { problem } from '../problems'
import { parseBody } from './body'
import type { WireAnswer } from './transport'

/**
 * The service has seen this key before and did not carry the request out again. `originalStatus`: what it answered then;
 * null: it is still at it; undefined: it does not say (docs/security.md, C24).
 */
export class KeySeen extends ProblemError {
  constructor(
    cause: ProblemError,
    readonly originalStatus: number | null | undefined,
  ) {
    super(cause.problem, { cause })
  }

  /** Whether the request was carried out when the service saw the key first. */
  get wasTaken(): boolean {
    return typeof this.originalStatus === 'number' && this.originalStatus < 300
  }
}

const keySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** Throws `input_invalid` for what is no idempotency key: 1 to 255 printable ASCII characters (wire.md, "Idempotency"). */
export function refuseUnusableKey(key: string): void {
  if (keySchema.safeParse(key).success) return
  throw problem('input_invalid', { why: tell('core.idempotency.theIdempotencyKeyIs') })
}

/** Where an answer says what came of the first request: beside the code, in its details, or without an error around it. */
const saidSchema = z.looseObject({ originalStatusCode: z.number().int().nullable() })
const seenSchema = lazySchema(() =>
  z.union([
    z.looseObject({ error: z.looseObject({ details: saidSchema }).transform(({ details }) => details) }),
    z.looseObject({ error: saidSchema }),
    saidSchema.transform((error) => ({ error })),
  ]),
)

/** What a refusal of a key that the service knows says of the request that had it first. */
export function keySeen(error: ProblemError, answer: WireAnswer): KeySeen {
  return new KeySeen(error, seenSchema.safeParse(parseBody(answer.text)).data?.error.originalStatusCode)
}
