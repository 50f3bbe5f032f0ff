import { type Base, type Core, done } from '../../bridge/base'

/** What the service can do: told whole over the live topic, asked again and compared here. */
export function capabilityRoutes({ capabilities: os }: Base, core: Core) {
  const capabilities = async () => (await core.session()).capabilities
  return {
    ask: os.ask.handler(async () => done((await capabilities()).ask())),
    compare: os.compare.handler(async ({ input }) => (await capabilities()).compare(input)),
  }
}
