import type { ServiceContext } from '../service-context'
import type { DueMessage, EndingFacts, MessageQueue } from './deliveries'
import type { Endings } from './endings'
import type { Outage } from './outage'
import { cancelledBefore, type Prepared } from './prepare'
import type { Attempt } from './smtp'

const minute = 60_000
/** After which a message that the server does not take now is tried again; after the last of them it bounces. */
const retries = [1, 3, 10, 30, 60, 120, 240, 480, 720, 1440].map((minutes) => minutes * minute)

/** Notes what became of a message that was handed over. */
export type Settle = (message: DueMessage, mail: Prepared, attempt: Attempt) => Promise<void>

/** Returns what ends a message after an attempt, or puts it back for another. */
export function createSettlement(
  { clock, report }: Pick<ServiceContext, 'clock' | 'report'>,
  { deliveries, endings, outage }: { deliveries: MessageQueue; endings: Endings; outage: Outage },
): Settle {
  async function settle(
    message: DueMessage,
    { subject, to: address }: Prepared,
    attempt: Attempt,
  ): Promise<void> {
    const now = clock.now()
    const facts = { subject, address, fault: null, source: null, now }
    if (attempt.kind !== 'down') outage.over()
    switch (attempt.kind) {
      case 'accepted':
        await endings.end(message, 'sent', facts)
        return
      case 'refused':
        await endings.end(message, 'bounced', { ...facts, fault: attempt.reply })
        return
      case 'unknown':
        await endings.end(message, 'unknown', {
          ...facts,
          fault: `The server did not say whether it took it (${attempt.why}). It may have arrived.`,
        })
        return
      case 'later':
        await again(message, now, { ...facts, fault: attempt.reply })
        return
      case 'down':
        if (outage.failed(now)) {
          const what = `Handing mail to the SMTP server (${attempt.why}; it waits, and is tried again)`
          report(what, new Error(attempt.why))
        }
        // A message that breaks the connection must not hold up the others for ever; one that never left is as it was,
        // behind those that wait with it.
        if (attempt.begun)
          await again(message, now, { ...facts, fault: `The connection broke (${attempt.why}).` })
        else await putBack(message, message.attempts, now, facts)
    }
  }

  async function again(message: DueMessage, now: number, facts: EndingFacts): Promise<void> {
    const wait = retries[message.attempts]
    if (wait === undefined) await endings.end(message, 'bounced', facts)
    else await putBack(message, message.attempts + 1, now + wait, facts)
  }

  async function putBack(
    message: DueMessage,
    attempts: number,
    due: number,
    facts: EndingFacts,
  ): Promise<void> {
    if (await deliveries.putBack(message, attempts, due)) return
    await endings.end(message, 'cancelled', { ...facts, fault: cancelledBefore })
  }

  return settle
}
