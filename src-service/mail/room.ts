import type { Background, Ground } from '../room'
import { contentStore } from './content'
import { deliveryStore } from './deliveries'
import { createDispatcher } from './dispatcher'
import { createEndings } from './endings'
import { createHousekeeping } from './housekeeping'
import { createLinks, type Links } from './links'
import type { CampaignProgress } from './message'
import { createPreparation } from './prepare'
import type { CreatedQueue } from './queue'
import { createReactions, type Reactions } from './reactions'
import { smtpTransport } from './smtp'

/** What empties the queue by itself, and what the pages behind the links of its messages need. */
export interface MailRoom extends Background {
  links: Links
  reactions: Reactions
}

/** Puts together what empties the queue. `smtp` is the URL of the server mail goes through; null keeps it here. */
export function createMailRoom(
  ground: Ground,
  queue: CreatedQueue,
  progress: CampaignProgress,
  smtp: string | null,
): MailRoom {
  const contents = contentStore(ground.db)
  const deliveries = deliveryStore(ground.db)
  const links = createLinks(ground.db, ground.publicUrl)
  const dispatcher = createDispatcher(ground, {
    deliveries,
    endings: createEndings(ground, deliveries, contents, progress),
    preparation: createPreparation(ground, contents, links),
    transport: smtp === null ? null : smtpTransport(smtp),
  })
  queue.onAdded(dispatcher.wake)
  const housekeeping = createHousekeeping(ground)
  return {
    links,
    reactions: createReactions(ground, progress),
    start() {
      dispatcher.start()
      housekeeping.start()
    },
    async stop() {
      await housekeeping.stop()
      await dispatcher.stop()
    },
  }
}
