import { type Base, type Core, done } from '../../bridge/base'

/** Looking at mails before they are sent: thin over the session's reviews. */
export function reviewRoutes({ review: os }: Base, core: Core) {
  const reviews = async () => (await core.session()).reviews
  return {
    run: os.run.handler(async function* ({ input, signal }) {
      yield* (await reviews()).run(input, signal)
    }),
    figures: os.figures.handler(async ({ input }) => (await reviews()).figures(input)),
    leftOut: os.leftOut.handler(async ({ input }) => (await reviews()).leftOut(input)),
    people: os.people.handler(async ({ input }) => (await reviews()).people(input.reviewId, input.key)),
    render: os.render.handler(async ({ input, signal }) => (await reviews()).render(input, signal)),
    variables: os.variables.handler(async () => (await reviews()).variables()),
    lookUpLinks: os.lookUpLinks.handler(async function* ({ input, signal }) {
      yield* (await reviews()).lookUpLinks(input.mail, signal)
    }),
    state: os.state.handler(async ({ input }) => (await reviews()).state(input.campaignId)),
    signOff: os.signOff.handler(async ({ input }) => (await reviews()).signOff(input.campaignId, input.hash)),
    open: os.open.handler(async ({ input }) => (await reviews()).open(input.campaignId)),
    setRule: os.setRule.handler(async ({ input }) =>
      (await reviews()).setRule(input.campaignId, input.rule, input.reason),
    ),
    letGo: os.letGo.handler(async ({ input }) => done((await reviews()).letGo(input.reviewId))),
  }
}
