import { type Base, type Core, done } from '../../bridge/base'

/** What was opened last: kept in the copy of the profile in which it was. */
export function recentRoutes({ recent: os }: Base, core: Core) {
  const recent = async () => (await core.session()).cache.recent
  return {
    list: os.list.handler(async () => ({ things: await (await recent()).list() })),
    opened: os.opened.handler(async ({ input }) => done((await recent()).opened(input))),
    forget: os.forget.handler(async ({ input }) => done((await recent()).forget(input))),
  }
}
