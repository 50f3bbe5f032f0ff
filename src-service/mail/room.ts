import type { Background, Ground } from '../room'
import { contentStore } from './content'
import { deliveryStore } from './deliveries'
import { createDispatcher } from './dispatcher'
import { createEndings } from './endings'
import { createLinks } from './links'
import type { CampaignProgress } from './message'
import { createPreparation } from './prepare'
import type { CreatedQueue } from './queue'
import { smtpTransport } from './smtp'

/** Puts together what empties the queue. `smtp` is the URL of the server mail goes through; null keeps it here. */
export function createMailRoom(
  ground: Ground,
  queue: CreatedQueue,
  progress: CampaignProgress,
  smtp: string | null,
): Background {
  const contents = contentStore(ground.db)
  const deliveries = deliveryStore(ground.db)
  const dispatcher = createDispatcher(ground, {
    deliveries,
    endings: createEndings(ground, deliveries, contents, progress),
    preparation: createPreparation(ground, contents, createLinks(ground.db, ground.publicUrl)),
    transport: smtp === null ? null : smtpTransport(smtp),
  })
  queue.onAdded(dispatcher.wake)
  return dispatcher
}
