import type { Base, Core } from '../../bridge/base'

const recent = 8
const top = 8
const monthMs = 30 * 24 * 3_600_000

/** The overview, put together from the copy. */
export function overviewRoutes({ overview: os }: Base, core: Core) {
  return {
    get: os.get.handler(async ({ input }) => {
      const { cache } = await core.session()
      const now = core.host.clock.now()
      const everything = { names: [], contactId: null, from: null, to: null, search: '' }
      const [contacts, events, names, lately] = await Promise.all([
        cache.contacts.overview({ months: input.months, now }),
        cache.events.page({ query: everything, slice: { offset: 0, limit: recent } }),
        cache.events.names(),
        cache.events.countSince(now - monthMs),
      ])
      return {
        ...contacts,
        events: events.total,
        last30Days: { ...contacts.last30Days, events: lately },
        recentEvents: events.rows,
        topEvents: names
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count)
          .slice(0, top),
      }
    }),
  }
}
