import type { Base, Core } from './base'

/** Workflows: thin over the session's. */
export function workflowRoutes({ workflows: os }: Base, core: Core) {
  const workflows = async () => (await core.session()).workflows
  return {
    page: os.page.handler(async ({ input }) => (await workflows()).page(input)),
    get: os.get.handler(async ({ input }) => (await workflows()).get(input.id)),
    refresh: os.refresh.handler(async ({ input }) => (await workflows()).refresh(input.id)),
    executions: os.executions.handler(async ({ input }) => (await workflows()).executions(input)),
    create: os.create.handler(async ({ input }) => (await workflows()).create(input)),
    update: os.update.handler(async ({ input }) => (await workflows()).update(input)),
    remove: os.remove.handler(async ({ input }) => {
      await (await workflows()).remove(input.id, input.name)
      return { done: true as const }
    }),
  }
}
