import { Templates } from './templates'
import { type Base, type Core, done } from '../../bridge/base'

/** Templates: read from the copy, written at the service. */
export function templateRoutes({ templates: os }: Base, core: Core) {
  const templates = async () => new Templates(await core.session())
  return {
    page: os.page.handler(async ({ input }) => (await templates()).page(input)),
    get: os.get.handler(async ({ input }) => (await templates()).get(input.id)),
    mailsSent: os.mailsSent.handler(async ({ input }) => {
      const { client } = (await core.session()).connection
      return { count: (await client.templateUsage(input.id, { priority: 'click' })).value.emailsSent }
    }),
    create: os.create.handler(async ({ input }) => (await templates()).create(input)),
    update: os.update.handler(async ({ input }) => (await templates()).update(input)),
    remove: os.remove.handler(async ({ input }) => done((await templates()).remove(input.id, input.name))),
  }
}
