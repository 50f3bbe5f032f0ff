import type { Base, Core } from '../../../bridge/base'
import { reachOf } from '../../campaigns'

/** Changes of many contacts at once: thin over the session's. */
export function bulkRoutes({ bulk: os }: Base, core: Core) {
  const bulk = async () => (await core.session()).bulk
  return {
    preview: os.preview.handler(async ({ input }) => (await bulk()).preview(input)),
    start: os.start.handler(async ({ input }) => (await bulk()).start(input)),
    undo: os.undo.handler(async ({ input }) => (await bulk()).undo(input.jobId)),
    reach: os.reach.handler(async ({ input }) => reachOf(input.selection, (await core.session()).cache)),
    get: os.get.handler(async ({ input }) => (await bulk()).get(input.jobId)),
    segments: os.segments.handler(async () => ({ segments: await (await bulk()).segments() })),
  }
}
