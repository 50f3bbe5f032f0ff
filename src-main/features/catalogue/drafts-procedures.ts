import { type Base, type Core, done } from '../../bridge/base'

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
