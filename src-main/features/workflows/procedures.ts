import { Executions } from './executions'
import { StepSaving } from './steps/saving'
import { type Base, type Core, done } from '../../bridge/base'

/** Workflows: thin over the session's. */
export function workflowRoutes({ workflows: os }: Base, core: Core) {
  const workflows = async () => (await core.session()).workflows
  const executions = async () => {
    const { cache, sync, writing } = await core.session()
    return new Executions({ cache, writing, readParts: (of) => sync.readParts(of) })
  }
  return {
    page: os.page.handler(async ({ input }) => (await workflows()).page(input)),
    get: os.get.handler(async ({ input }) => (await workflows()).get(input.id)),
    refresh: os.refresh.handler(async ({ input }) => (await workflows()).refresh(input.id)),
    executions: os.executions.handler(async ({ input }) => (await workflows()).executions(input)),
    way: os.way.handler(async ({ input }) => (await workflows()).way(input.id, input.execution)),
    countBranches: os.countBranches.handler(async ({ input }) => (await workflows()).countBranches(input)),
    create: os.create.handler(async ({ input }) => (await workflows()).create(input)),
    update: os.update.handler(async ({ input }) => (await workflows()).update(input)),
    start: os.start.handler(async ({ input }) => done((await executions()).start(input.id, input.contactId))),
    cancel: os.cancel.handler(async ({ input }) => ({
      cancelled:
        input.execution === null
          ? await (await executions()).cancelAll(input.id, input.name)
          : await (await executions()).cancel(input.id, input.execution),
    })),
    saveSteps: os.saveSteps.handler(async ({ input }) => {
      const { cache, sync, writing, workflows: held } = await core.session()
      const { clock } = core.host
      const saving = new StepSaving({ cache, clock, writing, readParts: (of) => sync.readParts(of) })
      return held.get(await saving.save(input))
    }),
    remove: os.remove.handler(async ({ input }) => done((await workflows()).remove(input.id, input.name))),
  }
}
