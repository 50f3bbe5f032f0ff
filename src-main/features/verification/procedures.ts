import { exportBatch } from './batches/export'
import { type Base, type Core, done } from '../../bridge/base'

/** Verification batches: thin over the session's. */
export function verificationRoutes({ verification: os }: Base, core: Core) {
  const batches = async () => (await core.session()).batches
  return {
    page: os.page.handler(async ({ input }) => (await batches()).page(input)),
    get: os.get.handler(async ({ input }) => (await batches()).get(input.id)),
    segments: os.segments.handler(async () => ({ segments: await (await batches()).segments() })),
    create: os.create.handler(async ({ input }) => (await batches()).create(input)),
    keep: os.keep.handler(async ({ input }) => (await batches()).keep(input.id, input.name)),
    start: os.start.handler(async ({ input }) => (await batches()).start(input.id)),
    retryUnknown: os.retryUnknown.handler(async ({ input }) => (await batches()).retryUnknown(input.id)),
    rows: os.rows.handler(async ({ input }) => (await batches()).rows(input)),
    freeze: os.freeze.handler(async ({ input }) => (await batches()).freeze(input)),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportBatch((await core.session()).cache, core.host, input, signal)
    }),
    discard: os.discard.handler(async ({ input }) => done((await batches()).discard(input.id))),
  }
}
