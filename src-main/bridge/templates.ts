import { Templates } from '../catalogue/templates'
import type { Base, Core } from './base'

/** Templates: read from the copy, written at the service. */
export function templateRoutes({ templates: os }: Base, core: Core) {
  const templates = async () => new Templates(await core.session())
  return {
    page: os.page.handler(async ({ input }) => (await templates()).page(input)),
    get: os.get.handler(async ({ input }) => (await templates()).get(input.id)),
    create: os.create.handler(async ({ input }) => (await templates()).create(input)),
    update: os.update.handler(async ({ input }) => (await templates()).update(input)),
    remove: os.remove.handler(async ({ input }) => {
      await (await templates()).remove(input.id, input.name)
      return { done: true as const }
    }),
  }
}
