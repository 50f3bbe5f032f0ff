import { Names } from './names'
import { type Base, type Core, done } from '../../bridge/base'

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

/** Drafts: kept in the copy of the profile that they are written in. */
export function draftRoutes({ drafts: os }: Base, core: Core) {
  const drafts = async () => (await core.session()).cache.drafts
  return {
    get: os.get.handler(async ({ input }) => ({ draft: await (await drafts()).get(input) })),
    put: os.put.handler(async ({ input }) =>
      done((await drafts()).put({ ...input, now: core.host.clock.now() })),
    ),
    remove: os.remove.handler(async ({ input }) => done((await drafts()).remove(input))),
  }
}
