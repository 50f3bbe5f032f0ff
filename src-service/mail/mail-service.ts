import type { Outgoing } from '../outgoing'
import type { Background, ServiceContext } from '../service-context'
import { contentStore } from './content'
import { deliveryStore } from './deliveries'
import { MailDispatcher } from './dispatcher'
import { createEndings } from './endings'
import { createHousekeeping } from './housekeeping'
import { createLinks, linkKey, type Links } from './links'
import type { CampaignProgress } from './message'
import { createPreparation } from './prepare'
import type { CreatedQueue } from './queue'
import { createReactions, type Reactions } from './reactions'
import type { Pace } from './pace'
import { connectionsFor, smtpTransport } from './smtp'

/** What keeps the outbox within what it may hold, and what the pages behind the links of its messages need. */
export interface MailService extends Background {
  links: Links
  reactions: Reactions
  /** What empties the queue. */
  sending: Outgoing
}

/** How mail leaves. */
interface WayOut {
  /** URL of the server it goes through; null keeps it here. */
  smtp: string | null
  /** How many any second may hold, 1 to 1000. */
  mailsPerSecond: number
  pace: Pace
}

/** Puts together what empties the queue. */
export async function createMailService(
  context: ServiceContext,
  queue: CreatedQueue,
  progress: CampaignProgress,
  { smtp, mailsPerSecond, pace }: WayOut,
): Promise<MailService> {
  const contents = contentStore(context.db)
  const deliveries = deliveryStore(context.db)
  const links = createLinks(await linkKey(context.db), context.publicUrl)
  const endings = createEndings(context, deliveries, contents, progress)
  const dispatcher = new MailDispatcher(context, {
    deliveries,
    endings,
    preparation: createPreparation(context, contents, links),
    pace,
    transport: smtp === null ? null : smtpTransport(smtp, connectionsFor(mailsPerSecond)),
  })
  queue.onAdded(() => dispatcher.wake())
  context.db.onElsewhere(['message', 'mail_content', 'campaign'], () => dispatcher.wake())
  const housekeeping = createHousekeeping(context)
  return {
    links,
    reactions: createReactions(context, progress),
    sending: {
      start: (sender) => dispatcher.start(sender),
      pause: () => dispatcher.pause(),
      isBusy: () => dispatcher.isBusy,
      endInterrupted: () => endings.endInterrupted(),
    },
    start: () => housekeeping.start(),
    async stop() {
      await housekeeping.stop()
      await dispatcher.stop()
    },
  }
}
