import { Names } from './names'
import type { Base, Core } from '../../bridge/base'

/** Fields of contacts and names of events: listed from the copy, deleted at the service. */
export function nameRoutes({ names: os }: Base, core: Core) {
  const names = async () => {
    const { cache, writing, sync } = await core.session()
    return new Names({
      cache,
      writing,
      readContacts: async () => {
        await sync.start('full', 'person', 'contacts')
      },
    })
  }
  return {
    fields: os.fields.handler(async () => (await names()).fields()),
    events: os.events.handler(async () => (await names()).events()),
    removeField: os.removeField.handler(async ({ input }) => ({
      count: await (await names()).removeField(input.name, input.typed),
    })),
    removeEvents: os.removeEvents.handler(async ({ input }) => ({
      count: await (await names()).removeEvents(input.name, input.typed),
    })),
  }
}
