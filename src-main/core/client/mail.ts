import { t } from '../../../src-shared/messages/message'
import type { Answer, CallOptions } from './call-options'
import { sendResultSchema } from '../../../src-shared/interface/send'
import { recordIn } from './answers'
import type { Ask } from './asking'
import { refuseUnusableKey } from './idempotency'
import { trackOutcome } from './track'

/** Ids of a mail that the service took; null where it does not say them. */
interface TakenMail {
  emailId: string | null
  contactId: string | null
}

/** The call that sends a mail (interface.md section 4, "POST /v1/send"). */
export interface MailClient {
  /**
   * `body`: the request as it leaves, JSON to one recipient. `idempotencyKey`: 1 to 255 printable ASCII characters. Never
   * repeated: where no answer comes, `outcome_unknown`; where the service has seen the key, `KeySeen`.
   */
  sendMail(body: string, idempotencyKey: string, options: CallOptions): Promise<Answer<TakenMail>>
}

/** Characters a millisecond that even a slow line carries. */
const slowest = 50

/** This call, made with `ask`. */
export function mailClient(ask: Ask): MailClient {
  return {
    async sendMail(body, idempotencyKey, options) {
      refuseUnusableKey(idempotencyKey)
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
        (made, key) => {
          const read = () => recordIn(sendResultSchema)(made, key)
          const { emails } = trackOutcome(made.answer, read, t('core.mail.theMail'))
          return { emailId: emails[0]?.email ?? null, contactId: emails[0]?.contact.id ?? null }
        },
      )
    },
  }
}
