import { type Base, type Core, done } from '../../bridge/base'

/** Sending domains: thin over the session's. */
export function domainRoutes({ domains: os }: Base, core: Core) {
  const domains = async () => (await core.session()).domains
  return {
    page: os.page.handler(async ({ input }) => (await domains()).page(input)),
    get: os.get.handler(async ({ input }) => (await domains()).get(input.id)),
    signs: os.signs.handler(async ({ input }) => (await domains()).signs(input.id)),
    check: os.check.handler(async ({ input }) => (await domains()).check(input.id)),
    add: os.add.handler(async ({ input }) => (await domains()).add(input.domain)),
    remove: os.remove.handler(async ({ input }) => done((await domains()).remove(input.id, input.domain))),
  }
}
