import { type Base, type Core, done } from '../../bridge/base'

/** The outbox: what waits, and a person's answers to it. */
export function outboxRoutes({ outbox: os }: Base, core: Core) {
  const outbox = async () => (await core.session()).outbox
  return {
    list: os.list.handler(async () => ({ entries: await (await outbox()).entries() })),
    revoke: os.revoke.handler(async ({ input }) => done((await outbox()).revoke(input.id))),
    resolve: os.resolve.handler(async ({ input }) => done((await outbox()).resolve(input.id, input.choice))),
  }
}
