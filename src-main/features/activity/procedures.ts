import { tell, retold } from '../../../src-shared/messages/told'
import { exportActivity } from './export'
import { problem } from '../../core/problems'
import { detailAsItStands, headAsItStands } from './under-way'
import type { Base, Core } from '../../bridge/base'

/** The activity log. */
export function activityRoutes({ activity: os }: Base, core: Core) {
  const cache = async () => (await core.session()).cache
  return {
    page: os.page.handler(async ({ input }) => {
      const found = await (await cache()).activity.page(input)
      return { ...found, entries: found.entries.map(retold) }
    }),
    heads: os.heads.handler(async ({ input }) => {
      const { cache, jobs } = await core.session()
      const found = await cache.activity.heads(input)
      const now = core.host.clock.now()
      return { ...found, heads: found.heads.map((head) => retold(headAsItStands(head, jobs.live(), now))) }
    }),
    parts: os.parts.handler(async ({ input }) => {
      const found = await (await cache()).activity.parts(input)
      return { ...found, parts: found.parts.map(retold) }
    }),
    get: os.get.handler(async ({ input }) => {
      const { cache, jobs } = await core.session()
      const entry = await cache.activity.get(input.id)
      if (!entry) throw problem('not_found', { why: tell('activity.procedures.theActivityLogDoes') })
      return retold(detailAsItStands(entry, jobs.live(), core.host.clock.now()))
    }),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportActivity(await cache(), core.host, input, signal)
    }),
  }
}

/** What the service tells of the project: thin over the session's. */
export function projectActivityRoutes({ projectActivity: os }: Base, core: Core) {
  const feed = async () => (await core.session()).projectFeed
  return {
    page: os.page.handler(async ({ input }) => (await feed()).page(input)),
    upcoming: os.upcoming.handler(async () => (await feed()).upcoming()),
    read: os.read.handler(async () => (await feed()).read()),
    readOlder: os.readOlder.handler(async () => (await feed()).readOlder()),
  }
}
