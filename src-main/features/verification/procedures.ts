import { exportBatch } from './batches/export'
import { type Base, type Core, done } from '../../bridge/base'
import { addChosen, givenFile } from '../../core/given-file'
import { saidText } from '../../../src-shared/messages/told'
import { addBought } from './bought/add'
import { proposeBought } from './bought/propose'
import { checkNow } from './check-now'
import { worthDoing } from './worth-doing'
import type { StoredRules } from './store/ledger/api'
import type { VerdictRules } from '../../../src-shared/bridge/verdicts'
import { defaultRules, type Sign } from './store/ledger/classes'

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

/** Files of which a few columns are used; they come from the host, never by a path of the page's. */
export function listFileRoutes({ listFiles: os }: Base, core: Core) {
  const { host } = core
  const files = async () => (await core.session()).listFiles
  return {
    choose: os.choose.handler(async () => ({
      file: await addChosen(() => host.chooseImportFile(), files),
    })),
    open: os.open.handler(async ({ input }) => {
      const current = await files()
      if (input.kind === 'text') return current.addText(input.text)
      return current.addFile(givenFile(host, input.token))
    }),
    read: os.read.handler(async ({ input }) => (await files()).read(input.fileId, input.reading)),
    letGo: os.letGo.handler(async ({ input }) => done((await files()).letGo(input.fileId))),
  }
}

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

/** What decides about classes, in words. */
function shownRules({ signs, domains, expiry }: StoredRules): VerdictRules {
  return {
    signs: signs.flatMap(({ sign, ...rule }) => {
      if (!isSign(sign)) return []
      const { title, sentence } = defaultRules[sign]
      return [{ sign, title, sentence: saidText(sentence), ...rule }]
    }),
    domains,
    expiry,
  }
}

function isSign(sign: string): sign is Sign {
  return Object.hasOwn(defaultRules, sign)
}
