import type { ServiceContext } from '../service-context'
import { plainContactWrites } from '../store/plain-contact-writes'
import { statements } from '../store/statements'
import type { ContentStore } from './content'
import type { MessageQueue, DueMessage, Ending, EndingFacts } from './deliveries'
import type { CampaignProgress } from './message'

/** Ends messages, with all that follows from it: events, the campaign's counts, contents that nothing needs any more. */
export interface Endings {
  /** Ends a message, in one transaction. False when it had ended before; then nothing follows. */
  end(message: DueMessage, ending: Ending, facts: Omit<EndingFacts, 'now'>): boolean
  /** Ends what an earlier run of the service was sending when it ended: never sent again, for it may have arrived. */
  endInterrupted(): void
}

/** The endings of a service's messages. */
export function createEndings(
  {
    db,
    store,
    dialect,
    clock,
    mailEnded,
  }: Pick<ServiceContext, 'db' | 'store' | 'dialect' | 'clock' | 'mailEnded'>,
  deliveries: MessageQueue,
  contents: ContentStore,
  progress: CampaignProgress,
): Endings {
  const plainContacts = plainContactWrites(db)
  const unsubscribes = dialect.rules.bounces === 'unsubscribe'

  function tell(
    { seq, contact, campaign }: DueMessage,
    ending: Ending,
    facts: Omit<EndingFacts, 'now'>,
  ): void {
    const { subject, fault } = facts
    // A contact that was deleted meanwhile has no events any more, and gets none.
    const known = contact !== null && store.contacts.get(contact) !== null
    const record = (name: string, data: Record<string, unknown>): void => {
      if (known) store.eventWriter.record({ contact, name, email: seq, data: JSON.stringify(data) })
    }
    const count = (what: Parameters<CampaignProgress['count']>[1]): void => {
      if (campaign !== null) progress.count(campaign, what)
    }
    if (ending === 'sent') {
      record('email.sent', { subject })
      record('email.delivery', { subject })
      count('sent')
      count('delivered')
    }
    if (ending === 'bounced') {
      if (unsubscribes) {
        record('email.sent', { subject })
        count('sent')
        if (known) plainContacts.setSubscribed({ seq: contact, subscribed: 0, now: clock.now() })
      }
      record('email.bounce', { subject, reply: fault })
      count('bounced')
    }
  }

  function leave({ content, campaign }: Pick<DueMessage, 'content' | 'campaign'>): void {
    contents.sweep(content)
    if (campaign !== null) progress.settle(campaign)
  }

  const sql = statements(db)
  return {
    end: sql.whole((message: DueMessage, ending: Ending, facts: Omit<EndingFacts, 'now'>) => {
      if (!deliveries.end(message, ending, { ...facts, now: clock.now() })) return false
      tell(message, ending, facts)
      leave(message)
      mailEnded?.(ending)
      return true
    }),
    endInterrupted: sql.whole(() => {
      for (const one of deliveries.endInterrupted(clock.now())) {
        leave(one)
        mailEnded?.('unknown')
      }
    }),
  }
}
