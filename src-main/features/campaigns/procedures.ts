import { campaignRecipients } from './recipients'
import { sendTests } from './tests'
import { exportCampaigns, exportPeople } from './export'
import { missedBy } from './why-not'
import { type Base, type Core, done } from '../../bridge/base'

/** Campaigns: read from the copy, written at the service; their sendings are held first. */
export function campaignRoutes({ campaigns: os }: Base, core: Core) {
  const mailing = async () => (await core.session()).mailing
  const campaigns = async () => (await mailing()).campaigns
  const holds = async () => (await mailing()).holds
  return {
    page: os.page.handler(async ({ input }) => (await campaigns()).page(input)),
    get: os.get.handler(async ({ input }) => (await campaigns()).get(input.id)),
    refresh: os.refresh.handler(async ({ input }) => (await campaigns()).refresh(input.id)),
    create: os.create.handler(async ({ input }) => (await campaigns()).create(input)),
    update: os.update.handler(async ({ input }) => (await campaigns()).update(input)),
    duplicate: os.duplicate.handler(async ({ input }) => (await campaigns()).duplicate(input.id, input.name)),
    leavePlan: os.leavePlan.handler(async ({ input }) => (await mailing()).leavingOut.plan(input)),
    leaveOut: os.leaveOut.handler(async ({ input }) => (await mailing()).leavingOut.leaveOut(input)),
    takeBackIn: os.takeBackIn.handler(async ({ input }) => (await mailing()).leavingOut.takeBackIn(input)),
    test: os.test.handler(async ({ input }) => sendTests((await mailing()).tests, input)),
    hold: os.hold.handler(async ({ input }) => (await holds()).hold(input)),
    undo: os.undo.handler(async ({ input }) => done((await holds()).undo(input.id))),
    sendNow: os.sendNow.handler(async ({ input }) => (await holds()).sendNow(input.id)),
    dismiss: os.dismiss.handler(async ({ input }) => done((await holds()).dismiss(input.id))),
    cancel: os.cancel.handler(async ({ input }) => (await campaigns()).cancel(input.id)),
    remove: os.remove.handler(async ({ input }) => done((await campaigns()).remove(input.id, input.name))),
    recipients: os.recipients.handler(async ({ input }) => {
      const { cache, connection } = await core.session()
      return campaignRecipients({ cache, client: connection.client }, input)
    }),
    people: os.people.handler(async ({ input }) => (await mailing()).whoGot.people(input)),
    missedBy: os.missedBy.handler(async ({ input }) => ({
      campaigns: await missedBy((await core.session()).cache, input.contactId),
    })),
    reach: os.reach.handler(async ({ input }) => (await mailing()).whoGot.reach(input.id)),
    writeToMissed: os.writeToMissed.handler(async ({ input }) =>
      (await mailing()).whoGot.writeToMissed(input.id),
    ),
    results: os.results.handler(async ({ input: { id, refresh } }) => {
      const { results, watch } = await mailing()
      return { ...(await results.of(id, refresh)), braked: watch.stopped(id) }
    }),
    beside: os.beside.handler(async ({ input }) => (await mailing()).results.beside(input.id)),
    exportPeople: os.exportPeople.handler(async function* ({ input, signal }) {
      const { whoGot, campaigns: known } = await mailing()
      const { name } = await known.get(input.id)
      yield* exportPeople({ whoGot, name }, core.host, input, signal)
    }),
    export: os.export.handler(async function* ({ input, signal }) {
      yield* exportCampaigns((await core.session()).cache, core.host, input, signal)
    }),
  }
}
