import type { Base, Core } from '../bridge/base'

/** Synchronisation: every command answers with the whole state as it then stands. */
export function syncRoutes({ sync: os }: Base, core: Core) {
  const sync = async () => (await core.session()).sync
  return {
    state: os.state.handler(async () => (await sync()).state),
    start: os.start.handler(async ({ input }) => {
      const current = await sync()
      await current.start(input.mode, 'person', input.resource)
      return current.state
    }),
    pause: os.pause.handler(async ({ input }) => {
      const current = await sync()
      await current.pause(input.resource)
      return current.state
    }),
    resume: os.resume.handler(async ({ input }) => {
      const current = await sync()
      await current.resume(input.resource)
      return current.state
    }),
    cancel: os.cancel.handler(async ({ input }) => {
      const current = await sync()
      await current.cancel(input.resource)
      return current.state
    }),
    answer: os.answer.handler(async ({ input }) => {
      const current = await sync()
      await current.answer(input.runId, input.remove)
      return current.state
    }),
    reconnect: os.reconnect.handler(async () => {
      const session = await core.session()
      await core.profiles.wakeEmbedded()
      const state = await session.sync.reconnect()
      await session.outbox.flush()
      return state
    }),
    unread: os.unread.handler(async ({ input }) => (await core.session()).cache.unread.page(input)),
    runs: os.runs.handler(async ({ input }) => (await core.session()).cache.runs.page(input)),
    acknowledge: os.acknowledge.handler(async ({ input }) => {
      await (await sync()).acknowledge(input.runId)
      return { done: true as const }
    }),
  }
}
