import { z } from 'zod'
import { decodeRecord } from '../../src-shared/interface/paging'
import { sendResultSchema } from '../../src-shared/interface/send'
import { ProblemError } from '../../src-shared/problem'
import { isProblem, problem } from '../problems'
import { decodeAnswer } from './answers'
import { parseBody } from './body'
import type { Ask } from './catalogue'
import type { Answer, CallOptions } from './client'
import { trackOutcome } from './track'

/** Ids of a mail that the service took; null where it does not say them. */
export interface TakenMail {
  emailId: string | null
  contactId: string | null
}

/** The call that sends a mail (interface.md section 4, "POST /v1/send"). */
export interface MailClient {
  /**
   * `body`: the request as it leaves, JSON to one recipient. `idempotencyKey`: 1 to 255 printable ASCII characters. Never
   * repeated: where no answer comes, `outcome_unknown`; where the service has seen the key, {@link KeySeen}.
   */
  sendMail(body: string, idempotencyKey: string, options: CallOptions): Promise<Answer<TakenMail>>
}

/**
 * The service has seen this key before and did not carry the request out again. `originalStatus`: what it answered then;
 * null: it is still at it; undefined: it does not say (security.md, 4).
 */
export class KeySeen extends ProblemError {
  constructor(
    cause: ProblemError,
    readonly originalStatus: number | null | undefined,
  ) {
    super(cause.problem, { cause })
  }
}

/** Characters a millisecond that even a slow line carries. */
const slowest = 50

const keySchema = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const original = z.number().int().nullable().optional()
const seenSchema = z.union([
  z.looseObject({ error: z.looseObject({ originalStatusCode: original }) }),
  z.looseObject({ originalStatusCode: original }).transform((error) => ({ error })),
])

/** This call, made with `ask`. */
export function mailClient(ask: Ask): MailClient {
  return {
    async sendMail(body, idempotencyKey, options) {
      if (!keySchema.safeParse(idempotencyKey).success) {
        throw problem('input_invalid', { why: 'The idempotency key is not 1 to 255 printable characters.' })
      }
      return ask(
        {
          method: 'POST',
          path: '/v1/send',
          body,
          idempotencyKey,
          repeat: 'once',
          extraMs: body.length / slowest,
        },
        options,
        ({ answer }, key) => {
          try {
            const { emails } = trackOutcome(
              answer,
              () => decodeAnswer(answer, (json) => decodeRecord(json, sendResultSchema), key),
              'the mail',
            )
            return { emailId: emails[0]?.email ?? null, contactId: emails[0]?.contact.id ?? null }
          } catch (error) {
            if (!isProblem(error, 'idempotency_key_reused')) throw error
            const said = seenSchema.safeParse(parseBody(answer.text))
            throw new KeySeen(error, said.success ? said.data.error.originalStatusCode : undefined)
          }
        },
      )
    },
  }
}
