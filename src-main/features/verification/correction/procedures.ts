import type { Base, Core } from '../../../bridge/base'

/** Corrections of addresses: thin over the session's. */
export function correctionRoutes({ corrections: os }: Base, core: Core) {
  const corrections = async () => (await core.session()).corrections
  return {
    preview: os.preview.handler(async ({ input }) => (await corrections()).preview(input)),
    start: os.start.handler(async ({ input }) => (await corrections()).start(input)),
    get: os.get.handler(async ({ input }) => (await corrections()).get(input.jobId)),
    undo: os.undo.handler(async ({ input }) => (await corrections()).undo(input.jobId)),
  }
}
