import type { ServiceContext } from '../service-context'
import { plainContactWrites } from '../store/plain-contact-writes'
import { statements } from '../store/statements'
import type { ContentStore } from './content'
import type { MessageQueue, DueMessage, Ending, EndingFacts } from './deliveries'
import type { CampaignProgress } from './message'

/** Ends messages, with all that follows from it: events, the campaign's counts, contents that nothing needs any more. */
export interface Endings {
  /** Ends a message, in one transaction. False when it had ended before; then nothing follows. */
  end(message: DueMessage, ending: Ending, facts: EndingFacts): Promise<boolean>
  /** Ends what a process was sending that is no more: never sent again, for it may have arrived. */
  endInterrupted(): Promise<unknown>
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

  async function tell(
    { seq, contact, campaign }: DueMessage,
    ending: Ending,
    facts: EndingFacts,
  ): Promise<void> {
    const { subject, fault, now } = facts
    // A contact that was deleted meanwhile has no events any more, and gets none.
    const known = contact !== null && (await store.contacts.get(contact)) !== null
    const record = async (name: string, data: Record<string, unknown>): Promise<void> => {
      if (known)
        await store.eventWriter.record({ contact, name, email: seq, data: JSON.stringify(data), now })
    }
    const count = async (what: Parameters<CampaignProgress['count']>[1]): Promise<void> => {
      if (campaign !== null) await progress.count(campaign, what)
    }
    if (ending === 'sent') {
      await record('email.sent', { subject })
      await record('email.delivery', { subject })
      await count('sent')
      await count('delivered')
    }
    if (ending === 'bounced') {
      if (unsubscribes) {
        await record('email.sent', { subject })
        await count('sent')
        if (known) await plainContacts.setSubscribed({ seq: contact, subscribed: 0, now })
      }
      await record('email.bounce', { subject, reply: fault })
      await count('bounced')
    }
  }

  async function leave({ content, campaign }: Pick<DueMessage, 'content' | 'campaign'>): Promise<void> {
    await contents.sweep(content)
    if (campaign !== null) await progress.settle(campaign)
  }

  const sql = statements(db)
  return {
    end: sql.whole(async (message: DueMessage, ending: Ending, facts: EndingFacts) => {
      if (!(await deliveries.end(message, ending, facts))) return false
      await tell(message, ending, facts)
      await leave(message)
      mailEnded?.(ending)
      return true
    }),
    endInterrupted: sql.whole(async () => {
      for (const one of await deliveries.endInterrupted(clock.now())) {
        await leave(one)
        mailEnded?.('unknown')
      }
    }),
  }
}
