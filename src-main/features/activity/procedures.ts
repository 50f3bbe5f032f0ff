import { t } from '../../../src-shared/messages/message'
import { exportActivity } from './export'
import { problem } from '../../core/problems'
import type { Base, Core } from '../../bridge/base'

/** The activity log. */
export function activityRoutes({ activity: os }: Base, core: Core) {
  const cache = async () => (await core.session()).cache
  return {
    page: os.page.handler(async ({ input }) => (await cache()).activity.page(input)),
    heads: os.heads.handler(async ({ input }) => (await cache()).activity.heads(input)),
    parts: os.parts.handler(async ({ input }) => (await cache()).activity.parts(input)),
    get: os.get.handler(async ({ input }) => {
      const entry = await (await cache()).activity.get(input.id)
      if (!entry) throw problem('not_found', { why: t('activity.procedures.theActivityLogDoes') })
      return entry
    }),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportActivity(await cache(), core.host, input, signal)
    }),
  }
}
