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
import { createPace } from './pace'
import { connectionsFor, smtpTransport } from './smtp'

/** What empties the queue by itself, and what the pages behind the links of its messages need. */
export interface MailService extends Background {
  links: Links
  reactions: Reactions
  /** Sends nothing more. True once what was on its way has ended; false where that takes too long: then it goes on. */
  finish(): Promise<boolean>
}

/** How mail leaves. */
interface WayOut {
  /** URL of the server it goes through; null keeps it here. */
  smtp: string | null
  /** How many any second may hold, 1 to 1000. */
  mailsPerSecond: number
}

/** Puts together what empties the queue. */
export async function createMailService(
  context: ServiceContext,
  queue: CreatedQueue,
  progress: CampaignProgress,
  { smtp, mailsPerSecond }: WayOut,
): Promise<MailService> {
  const contents = contentStore(context.db)
  const deliveries = deliveryStore(context.db)
  const links = createLinks(await linkKey(context.db), context.publicUrl)
  const dispatcher = new MailDispatcher(context, {
    deliveries,
    endings: createEndings(context, deliveries, contents, progress),
    preparation: createPreparation(context, contents, links),
    pace: createPace(mailsPerSecond),
    transport: smtp === null ? null : smtpTransport(smtp, connectionsFor(mailsPerSecond)),
  })
  queue.onAdded(() => dispatcher.wake())
  context.db.onElsewhere(['message', 'mail_content', 'campaign'], () => dispatcher.wake())
  const housekeeping = createHousekeeping(context)
  return {
    links,
    reactions: createReactions(context, progress),
    async start() {
      await dispatcher.start()
      await housekeeping.start()
    },
    finish: () => dispatcher.finish(),
    async stop() {
      await housekeeping.stop()
      await dispatcher.stop()
    },
  }
}
