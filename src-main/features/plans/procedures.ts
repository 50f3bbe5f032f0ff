import { type Base, type Core, done } from '../../bridge/base'

/** Campaigns that leave in slices. */
export function planRoutes({ plans: os }: Base, core: Core) {
  const plans = async () => (await core.session()).mailing.plans
  return {
    preview: os.preview.handler(async ({ input }) =>
      (await plans()).preview(input.campaignId, input.settings),
    ),
    get: os.get.handler(async ({ input }) => (await plans()).get(input.campaignId)),
    start: os.start.handler(async ({ input }) => (await plans()).start(input)),
    decide: os.decide.handler(async ({ input }) => (await plans()).decide(input.campaignId, input.decision)),
    hold: os.hold.handler(async ({ input }) => done((await plans()).hold(input.campaignId))),
  }
}
