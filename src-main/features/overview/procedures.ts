import type { Base, Core } from '../../bridge/base'
import { overviewMonth } from './month'

/** As many events as the tallest window has room for. */
const recent = 15

/** The overview, put together from the copy. */
export function overviewRoutes({ overview: os }: Base, core: Core) {
  const now = () => core.host.clock.now()
  return {
    get: os.get.handler(async ({ input }) => {
      const { cache } = await core.session()
      const everything = { names: [], contactId: null, from: null, to: null, search: '' }
      const [contacts, events] = await Promise.all([
        cache.contacts.overview({ months: input.months, now: now() }),
        cache.events.page({ query: everything, slice: { offset: 0, limit: recent } }),
      ])
      const ids = new Set(events.rows.flatMap(({ contactId }) => contactId ?? []))
      return {
        ...contacts,
        events: events.total,
        recentEvents: events.rows,
        recentPeople: await cache.contacts.rowsByIds([...ids]),
      }
    }),
    month: os.month.handler(async () => overviewMonth((await core.session()).cache, now())),
  }
}
