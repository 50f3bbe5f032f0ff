import { type Base, type Core, done } from '../../bridge/base'
import { recentThings } from './things'
import { unfinishedThings } from './unfinished'

/** What was opened last, and what was begun: kept in the copy of the profile in which it was. */
export function recentRoutes({ recent: os }: Base, core: Core) {
  const cache = async () => (await core.session()).cache
  return {
    list: os.list.handler(async () => ({ things: await recentThings(await cache()) })),
    unfinished: os.unfinished.handler(async () => ({ things: await unfinishedThings(await cache()) })),
    opened: os.opened.handler(async ({ input }) => done((await cache()).recent.opened(input))),
    forget: os.forget.handler(async ({ input }) => done((await cache()).recent.forget(input))),
  }
}
