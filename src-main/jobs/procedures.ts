import { type Base, type Core, done } from '../bridge/base'

/** Jobs: what runs, waits and has ended, and a person's word to them. */
export function jobRoutes({ jobs: os }: Base, core: Core) {
  const jobs = async () => (await core.session()).jobs
  return {
    page: os.page.handler(async ({ input }) => (await jobs()).page(input)),
    get: os.get.handler(async ({ input }) => (await jobs()).get(input.id)),
    pause: os.pause.handler(async ({ input }) => (await jobs()).pause(input.id)),
    resume: os.resume.handler(async ({ input }) => (await jobs()).resume(input.id)),
    cancel: os.cancel.handler(async ({ input }) => (await jobs()).cancel(input.id)),
    failures: os.failures.handler(async ({ input }) => (await jobs()).failures(input.id, input.slice)),
    pace: os.pace.handler(async ({ input }) => ({ points: (await jobs()).pace(input.id) })),
    dismiss: os.dismiss.handler(async ({ input }) => done((await jobs()).dismiss(input.id))),
  }
}
