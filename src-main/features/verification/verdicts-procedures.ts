import { saidText } from '../../../src-shared/messages/told'
import { addBought } from './bought/add'
import { proposeBought } from './bought/propose'
import { checkNow } from './check-now'
import { shownRules } from './rules'
import { worthDoing } from './worth-doing'
import type { StoredRules } from './store/ledger/api'
import type { Base, Core } from '../../bridge/base'

/** The most verdicts that are told of one address. */
const mostTold = 100

/** The ledger, and what decides about classes: thin over the copy's. */
export function verdictRoutes({ verdicts: os }: Base, core: Core) {
  const { clock } = core.host
  const session = () => core.session()
  const ledger = async () => (await session()).cache.verdicts
  const now = () => clock.now()
  /** Rules that a person changed: every batch and import shows them. */
  const changed = async (rules: StoredRules) => {
    const { batches, imports } = await session()
    batches.announce()
    imports.reclassed()
    return shownRules(rules)
  }
  const history = async (email: string) => {
    const past = await (await ledger()).past({ email, limit: mostTold, now: now() })
    return { verdicts: past.map((verdict) => ({ ...verdict, reasons: verdict.reasons.map(saidText) })) }
  }
  return {
    rules: os.rules.handler(async () => shownRules(await (await ledger()).rules())),
    setRule: os.setRule.handler(async ({ input }) => changed(await (await ledger()).setRule(input))),
    resetRules: os.resetRules.handler(async () => changed(await (await ledger()).resetRules())),
    setDomain: os.setDomain.handler(async ({ input }) =>
      changed(await (await ledger()).setDomain({ ...input, now: now() })),
    ),
    setExpiry: os.setExpiry.handler(async ({ input }) => shownRules(await (await ledger()).setExpiry(input))),
    history: os.history.handler(({ input }) => history(input.email)),
    checkNow: os.checkNow.handler(async ({ input, signal }) => {
      const { verdicts, connection } = await session()
      const access = { client: connection.client, online: connection.state.online }
      await checkNow(input.email, { ...(await verdicts()), access, now }, signal)
      return history(input.email)
    }),
    health: os.health.handler(async () => (await ledger()).health({ now: now() })),
    worth: os.worth.handler(async () => {
      const { verdicts, connection } = await session()
      return worthDoing({ ...(await verdicts()), now }, connection.client.budget)
    }),
    freeze: os.freeze.handler(async ({ input }) => {
      const { cache, frozen } = await session()
      const found = await cache.batches.freezeStanding({ ...input, now: now() })
      await frozen.keep(found)
      return found
    }),
    propose: os.propose.handler(async ({ input, signal }) =>
      proposeBought((await session()).listFiles, input.fileId, input.result, signal),
    ),
    addBought: os.addBought.handler(async function* ({ input, signal }) {
      const { listFiles: files, cache } = await session()
      yield* addBought(input.fileId, input.mapping, { files, ledger: cache.verdicts, now }, signal)
    }),
  }
}
