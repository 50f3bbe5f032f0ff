import type { Base, Core } from '../bridge/base'

/** Synchronisation: every command answers with the whole state as it then stands. */
export function syncRoutes({ sync: os }: Base, core: Core) {
  const sync = async () => (await core.session()).sync
  const after = async (act: (current: Awaited<ReturnType<typeof sync>>) => Promise<void>) => {
    const current = await sync()
    await act(current)
    return current.state
  }
  return {
    state: os.state.handler(async () => (await sync()).state),
    start: os.start.handler(({ input }) =>
      after((current) => current.start(input.mode, 'person', input.resource)),
    ),
    pause: os.pause.handler(({ input }) => after((current) => current.pause(input.resource))),
    resume: os.resume.handler(({ input }) => after((current) => current.resume(input.resource))),
    cancel: os.cancel.handler(({ input }) => after((current) => current.cancel(input.resource))),
    answer: os.answer.handler(({ input }) => after((current) => current.answer(input.runId, input.remove))),
    reconnect: os.reconnect.handler(async () => {
      const session = await core.session()
      await core.profiles.wakeEmbedded()
      const state = await session.sync.reconnect()
      await session.outbox.flush()
      return state
    }),
    unread: os.unread.handler(async ({ input }) => (await core.session()).cache.unread.page(input)),
    runs: os.runs.handler(async ({ input }) => (await core.session()).cache.runs.page(input)),
  }
}
