import { tell } from '../../../src-shared/messages/told'
import { readContactEvents } from './contact-events'
import { mailsOfContact } from './mails'
import { problem } from '../../core/problems'
import type { Base, Core } from '../../bridge/base'

/** Events: reads come from the copy, tracking goes through the outbox. */
export function eventRoutes({ events: os }: Base, core: Core) {
  const events = async () => (await core.session()).cache.events
  return {
    page: os.page.handler(async ({ input }) => (await events()).page(input)),
    histogram: os.histogram.handler(async ({ input }) => (await events()).histogram(input)),
    newest: os.newest.handler(async ({ input }) => (await events()).newest(input)),
    names: os.names.handler(async () => ({ names: await (await events()).names() })),
    get: os.get.handler(async ({ input }) => {
      const event = await (await events()).get(input.id)
      if (!event)
        throw problem('not_found', {
          title: tell('events.procedures.thisEventIsGone'),
          why: tell('words.itIsNoLongerInThe'),
        })
      return event
    }),
    readOfContact: os.readOfContact.handler(async ({ input }) => {
      const { cache, connection } = await core.session()
      return readContactEvents({ cache, client: connection.client }, input.contactId)
    }),
    mailsOfContact: os.mailsOfContact.handler(async ({ input }) =>
      mailsOfContact((await core.session()).cache, input.contactId),
    ),
    track: os.track.handler(async ({ input }) => (await core.session()).outbox.track(input)),
  }
}
